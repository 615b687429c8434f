import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { guideBlock } from '../documents/guide-blocks.ts';
import { unpackDebianPackage } from './debian-root.ts';
import { untilItWorks, type Machine } from './machine.ts';
import { InstalledGateway } from './packaged-gateway.ts';
import type { Report } from './report.ts';

const name = 'gw.example.net';
const caddyRoot = '/root/caddy/pki/authorities/local/root.crt';
const trusted = '/etc/gatehouse/site-ca.crt';
const url = `https://${name}/readyz`;

const files = {
  /** A CA of a site. Its own API and the trust store of the system are left alone. */
  Caddyfile: `{
  auto_https disable_redirects
  skip_install_trust
  storage file_system /root/caddy
  admin off
  http_port 9080
  https_port 9443
}
https://localhost:9443 {
  tls internal
  acme_server
}
`,
  /** The keys of docs/operations.md. */
  'https.yaml': guideBlock('yaml acme').replace(
    /^( +directory: ).*$/m,
    `$1https://localhost:9443/acme/local/directory\n      ca: ${trusted}`,
  ),
} as const;

export interface AcmeCheck {
  readonly machine: Machine;
  /** Package that is installed. */
  readonly deb: string;
  /** Folder for files of this check. */
  readonly work: string;
}

/** Installs a gateway that orders its certificate of Caddy, the CA of a site, as docs/operations.md has it. */
export async function checkAcme(check: AcmeCheck, report: Report): Promise<void> {
  const { machine } = check;
  const isStarted = await report.step('Caddy is a CA with an ACME server', () => startCaddy(check));
  if (!isStarted) return;
  await report.step('a certificate is ordered, and served at port 443', async () => {
    await new InstalledGateway(machine).install(check.deb);
    return orderCertificate(check);
  });
  await report.step('the doctor finds it well', async () => {
    const found = await machine.run('sh', '-c', 'gatehouse doctor --json || true');
    assert.match(found, /tls\/acme\.pem is valid until/);
    return '';
  });
}

async function startCaddy({ machine, work }: AcmeCheck): Promise<string> {
  const folder = join(work, 'caddy');
  await unpackDebianPackage('caddy', folder);
  await machine.copyIn(join(folder, 'usr/bin/caddy'));
  await copyText({ machine, work }, 'Caddyfile');
  const serve = ['/root/caddy-server', 'run', '--config', '/root/Caddyfile'];
  await machine.run('mv', '/root/caddy', '/root/caddy-server');
  await machine.run('systemd-run', '--unit=site-ca', '--setenv=HOME=/root', ...serve);
  await untilItWorks(() => machine.run('test', '-s', caddyRoot));
  return '';
}

/** @returns the time until HTTPS has a certificate of the CA */
async function orderCertificate(check: AcmeCheck): Promise<string> {
  const { machine } = check;
  await copyText(check, 'https.yaml');
  const put = [
    `echo '127.0.0.1 localhost ${name}' >>/etc/hosts`,
    `install -m 0644 ${caddyRoot} ${trusted}`,
    'install -m 0644 /root/https.yaml /etc/gatehouse/conf.d/https.yaml',
    'gatehouse check-config',
    'systemctl restart gatehouse',
  ];
  await machine.run('sh', '-c', put.join(' && '));
  const began = performance.now();
  const root = join(check.work, 'site-ca.crt');
  writeFileSync(root, await machine.readFile(trusted));
  const curl = ['curl', '-sS', '--fail', '-m', '10', '--resolve', `${name}:443:127.0.0.1`];
  await untilItWorks(() => machine.runOnNetwork([...curl, '--cacert', root, url]));
  return `${((performance.now() - began) / 1000).toFixed(1)} s after the start`;
}

async function copyText(
  { machine, work }: Pick<AcmeCheck, 'machine' | 'work'>,
  file: keyof typeof files,
): Promise<void> {
  writeFileSync(join(work, file), files[file]);
  await machine.copyIn(join(work, file));
}
