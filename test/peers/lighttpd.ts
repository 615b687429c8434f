import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountOf, startChild } from './child.ts';
import { freeTcpPort, isListening } from './port.ts';

/** A running lighttpd over TLS with a certificate that it has signed itself, as many devices have. */
export interface Lighttpd {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** SHA-256 fingerprint of its certificate, as openssl prints it. */
  readonly fingerprint: () => string;
  /** The certificate, PEM. It is for the name `ap.example` and the address 127.0.0.1. */
  readonly certificate: string;
  /** Restarts with another certificate on the same port. */
  rekey(): Promise<void>;
  stop(): Promise<void>;
}

const user = 'admin';
const password = 'p"ass\\wörd';

/**
 * Starts lighttpd with `/digest256/`, `/digest5/` and `/basic/` behind a login, and `/open/` without. Each has `status.json`.
 */
export async function startLighttpd(): Promise<Lighttpd> {
  const account = accountOf('www-data');
  const folder = mkdtempSync(join(tmpdir(), 'lighttpd-'));
  const port = await freeTcpPort();
  const path = (name: string) => join(folder, name);
  const rekey = () =>
    openssl('req', '-x509', ...newKey, '-keyout', path('key'), '-out', path('pem'));
  rekey();
  for (const name of ['digest256', 'digest5', 'basic', 'open']) {
    execFileSync('mkdir', [path(name)]);
    writeFileSync(path(`${name}/status.json`), JSON.stringify({ version: '7.15', from: name }));
  }
  writeFileSync(path('users'), `${user}:${password}\n`);
  writeFileSync(path('conf'), configuration(folder, port));
  for (const name of ['', 'key', 'users', 'conf'])
    chmodSync(path(name), name === '' ? 0o755 : 0o644);
  if (account) chownSync(folder, account.uid, account.gid);
  const start = () =>
    startChild({
      command: '/usr/sbin/lighttpd',
      args: ['-D', '-f', path('conf')],
      account,
      ready: () => isListening(port),
    });
  let child = await start();
  const read = (flag: string) => openssl('x509', '-in', path('pem'), '-noout', flag, '-sha256');
  return {
    port,
    user,
    password,
    fingerprint: () => read('-fingerprint').trim().split('=')[1] ?? '',
    certificate: openssl('x509', '-in', path('pem')),
    async rekey() {
      await child.stop();
      rekey();
      chmodSync(path('key'), 0o644);
      child = await start();
    },
    async stop() {
      await child.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

const newKey = [
  '-newkey',
  'ec',
  '-pkeyopt',
  'ec_paramgen_curve:prime256v1',
  '-nodes',
  '-days',
  '3',
  '-subj',
  '/CN=ap.example',
  '-addext',
  'subjectAltName=DNS:ap.example,IP:127.0.0.1',
];

function openssl(...args: readonly string[]): string {
  return execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function configuration(folder: string, port: number): string {
  const login = (path: string, method: string, more = '') =>
    `"/${path}/" => ("method" => "${method}", "realm" => "device", "require" => "valid-user"${more})`;
  return `
server.modules = ("mod_auth", "mod_authn_file", "mod_openssl")
server.document-root = "${folder}"
server.bind = "127.0.0.1"
server.port = ${port}
mimetype.assign = (".json" => "application/json")
ssl.engine = "enable"
ssl.pemfile = "${folder}/pem"
ssl.privkey = "${folder}/key"
auth.backend = "plain"
auth.backend.plain.userfile = "${folder}/users"
auth.require = (
  ${login('digest256', 'digest', ', "algorithm" => "SHA-256"')},
  ${login('digest5', 'digest', ', "algorithm" => "MD5"')},
  ${login('basic', 'basic')}
)
`;
}
