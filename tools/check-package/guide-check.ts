import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { guideBlock, guideBlocks } from '../documents/guide-blocks.ts';
import { makeAptRepository } from '../release/apt-repository.ts';
import { Signer } from '../release/signature.ts';
import { runProgram } from '../run-program.ts';
import { guideFiles, tlsNames } from './guide-files.ts';
import type { Packages } from './life-cycle-check.ts';
import type { Machine } from './machine.ts';
import { InstalledGateway } from './packaged-gateway.ts';
import type { Report } from './report.ts';

/** Packages of the root in addition to a gateway's dependencies. */
export const guidePackages = [
  'ansible-core',
  'curl',
  'dnsmasq-base',
  'freeradius-utils',
  'isc-dhcp-server',
  'openssl',
  'postgresql',
  'python3',
];

export interface GuideCheck {
  readonly machine: Machine;
  readonly packages: Packages;
  /** Time of the files of the repository. */
  readonly seconds: number;
  /** Folder for files of this check. */
  readonly work: string;
}

/** Working directory on the machine for the lines of the guides. */
const folder = '/root/guides';

/**
 * Follows the guides on a fresh Debian as root: their blocks are run as they stand, from the repository to HTTPS. What stands
 * for a name of the reader's choice is a name of this machine.
 */
export async function checkGuides(check: GuideCheck, report: Report): Promise<void> {
  const { machine } = check;
  const gateway = new InstalledGateway(machine);
  const isReady = await report.step(
    'installs from a repository, and upgrades to a file',
    async () => {
      await installFromRepository(check);
      await runBlock(machine, guideBlock('sh install'));
      return '';
    },
  );
  if (!isReady) return;
  await report.step('the first accounting record', () => firstRecord(gateway));
  await report.step('users, devices and clients of other systems are imported', () =>
    importAll(machine),
  );
  await report.step('users come by the API', () => importUsers(machine));
  await report.step('a backup is made and restored', () => backUpAndRestore(gateway));
  await report.step('the doctor, the test of the portal, and a bundle', () => examine(gateway));
  await report.step('DHCP servers take the lines for them', () => checkDhcp(machine));
  await report.step('the store moves to PostgreSQL', () => moveStore(gateway));
  await report.step('over HTTPS, by curl, the command line, Python and Ansible', () =>
    useHttps(gateway),
  );
}

/** Runs a block in the folder of the guides, after the lines in `before`. @returns its output */
function runBlock(machine: Machine, block: string, before = ''): Promise<string> {
  const line = `set -o pipefail; mkdir -p ${folder}; cd ${folder}\n${before}\n${block}`;
  return machine.run('bash', '-e', '-c', line);
}

/** Copies a file into the folder of the guides. */
async function put({ machine, work }: GuideCheck, name: string, text: string): Promise<void> {
  const file = join(work, name);
  writeFileSync(file, text);
  const path = await machine.copyIn(file);
  await runBlock(machine, `mv '${path}' .`);
}

async function installFromRepository(check: GuideCheck): Promise<void> {
  const { machine, packages, seconds, work } = check;
  const repository = join(work, 'repository');
  process.env['GNUPGHOME'] = join(work, 'gnupg');
  mkdirSync(process.env['GNUPGHOME'], { mode: 0o700 });
  const key = 'release@example.net';
  await runProgram('gpg', ['--batch', '--passphrase', '', '--quick-generate-key', key]);
  const signer = new Signer(key);
  await makeAptRepository({ folder: repository, packages: [packages.old], seconds, signer });
  await runProgram('gpgconf', ['--kill', 'all']);
  const archive = join(work, 'repository.tar');
  await runProgram('tar', ['-C', work, '-cf', archive, 'repository']);
  const copied = await machine.copyIn(archive);
  await machine.run('tar', '-C', '/srv', '-xf', copied);
  const local = (text: string) =>
    text.replaceAll('https://apt.example.net', 'file:///srv/repository');
  // The mirror of Debian is out of reach.
  await runBlock(machine, local(guideBlock('sh repository')), 'rm -f /etc/apt/sources.list');
  assert.match(await machine.run('dpkg', '-s', 'gatehouse'), /^Version: 0\.1\.0-1$/m);
  await machine.copyIn(packages.next);
  await runBlock(machine, 'mv /root/gatehouse_*.deb .');
  for (const [name, text] of Object.entries(guideFiles())) await put(check, name, text);
}

async function firstRecord(gateway: InstalledGateway): Promise<string> {
  const { machine } = gateway;
  await gateway.waitUntilReady();
  assert.match(await machine.run('dpkg', '-s', 'gatehouse'), /^Version: 0\.1\.0-2$/m);
  await runBlock(machine, guideBlock('sh site'));
  await gateway.waitUntilReady();
  const [client] = guideBlocks('sh run').filter(({ place }) => place.includes('install.md'));
  await runBlock(machine, client?.text ?? '');
  assert.match(await runBlock(machine, guideBlock('sh record')), /^anna +active /m);
  return '';
}

async function importAll(machine: Machine): Promise<string> {
  const reports: string[] = [];
  for (const { text } of guideBlocks('sh import')) reports.push(await runBlock(machine, text));
  const counts = reports.join('\n').match(/^\d+ made, .*$/gm) ?? [];
  assert.ok(
    counts.every((line) => line.includes(' 0 refused')),
    reports.join('\n'),
  );
  const written = counts.filter((line) => !line.includes('no changes were written'));
  assert.ok(!written.some((line) => line.startsWith('0 made')), reports.join('\n'));
  return `${written.length} imports`;
}

async function importUsers(machine: Machine): Promise<string> {
  const url = 'http://localhost:8080/gate/api/v1/user/';
  const token = '"Authorization: Bearer $(cat /var/lib/gatehouse/admin-token)"';
  const send = `curl -sS --fail-with-body -H ${token} -H 'Content-Type: text/csv' --data-binary @- ${url}`;
  await runBlock(machine, `cat <<'END' | ${send}\n${guideBlock('csv users')}END`);
  return '';
}

async function backUpAndRestore(gateway: InstalledGateway): Promise<string> {
  const { machine } = gateway;
  const sessions = await gateway.countSessions('limit=1');
  const prepare = [
    'mkdir -p /mnt/nas; rm -f /mnt/nas/gatehouse.tar.gz',
    "umask 077; echo 'a passphrase of words' >/root/backup-passphrase",
  ].join('\n');
  for (const { text } of guideBlocks('sh backup')) await runBlock(machine, text, prepare);
  const restored = await runBlock(machine, guideBlock('sh restore'));
  await gateway.waitUntilReady();
  assert.equal(await gateway.countSessions('limit=1'), sessions);
  return restored.trim().split('\n').at(-1) ?? '';
}

async function examine(gateway: InstalledGateway): Promise<string> {
  const { machine } = gateway;
  await gateway.call('POST', '/gate/api/v1/access_point/', {
    name: 'lobby',
    mac: '02:00:5E:00:53:01',
  });
  const orFaults = (block: string) => `${block.trim()} || [ $? = 1 ]`;
  assert.match(await runBlock(machine, orFaults(guideBlock('sh portal-test'))), /walled_garden/);
  assert.match(await runBlock(machine, orFaults(guideBlock('sh doctor'))), /^ *ok .*store/m);
  await runBlock(machine, guideBlock('sh support'));
  await runBlock(machine, 'test -s bundle.tar.gz');
  return '';
}

async function checkDhcp(machine: Machine): Promise<string> {
  const write = (name: string, text: string) => `cat >${name} <<'END'\n${text}END\n`;
  const own = 'subnet 192.0.2.0 netmask 255.255.255.0 {}\n';
  await runBlock(
    machine,
    'dnsmasq --test --conf-file=dnsmasq.conf && dhcpd -t -cf dhcpd.conf',
    write('dnsmasq.conf', guideBlock('dnsmasq')) + write('dhcpd.conf', guideBlock('dhcpd') + own),
  );
  return '';
}

async function moveStore(gateway: InstalledGateway): Promise<string> {
  const { machine } = gateway;
  const sessions = await gateway.countSessions('limit=1');
  const url = '/etc/gatehouse/postgres-url';
  const prepare = [
    'systemctl start postgresql',
    `runuser -u postgres -- psql -q -c "create role gatehouse login password 'pass'"`,
    'runuser -u postgres -- createdb -O gatehouse gatehouse',
    `echo postgres://gatehouse:pass@127.0.0.1/gatehouse >${url}`,
  ].join('\n');
  const moved = await runBlock(machine, guideBlock('sh move-store'), prepare);
  assert.match(moved, /Moved \d+ tables/);
  const use = `printf 'database:\\n  url: %s\\n' "$(cat ${url})" >/etc/gatehouse/conf.d/store.yaml`;
  await runBlock(machine, `${use}; gatehouse check-config && systemctl start gatehouse`);
  await gateway.waitUntilReady();
  assert.equal(await gateway.countSessions('limit=1'), sessions);
  return moved.trim().split('\n')[0] ?? '';
}

async function useHttps(gateway: InstalledGateway): Promise<string> {
  const { machine } = gateway;
  const examples = '/usr/share/doc/gatehouse/examples';
  const prepare = [
    `echo '127.0.0.1 ${tlsNames.join(' ')}' >>/etc/hosts`,
    'mv https.yaml /etc/gatehouse/conf.d/; gatehouse check-config && systemctl restart gatehouse',
    `cp ${examples}/gatehouse_client.py ${examples}/gatehouse_inventory.py .`,
    'chmod +x gatehouse_inventory.py; umask 077',
    'gatehouse token create --user admin | tee gate.token >~/north.token',
  ];
  await runBlock(machine, prepare.join('\n'));
  await gateway.waitUntilReady();
  let shown = '';
  for (const { text } of guideBlocks('sh tls')) {
    const [fingerprint = ''] = /(?:[0-9A-F]{2}:){31}[0-9A-F]{2}/.exec(shown) ?? [];
    shown += await runBlock(machine, text.replace('5B:1A:…', fingerprint));
  }
  assert.match(shown, /^\* north .*https:\/\/north\.example:8443/m);
  assert.match(shown, /@type_snmp:/);
  const program = `cat >program.py <<'END'\n${guideBlock('python tls')}END`;
  assert.match(await runBlock(machine, 'python3 program.py', program), /^404 /m);
  return '';
}
