import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import tap, { test } from 'tap';
import { resolveHost } from '../../src/protocol/resolve-host.ts';

const run = promisify(execFile);
// A process in a chroot gets a mount namespace only as root, and no user namespace.
const unshare = process.getuid?.() === 0 ? '-m' : '-rm';
const skip = await run('unshare', [unshare, 'true']).then(
  () => false,
  () => 'this machine makes no mount namespaces',
);
const folder = mkdtempSync(join(tmpdir(), 'resolve-host-'));
tap.teardown(() => {
  rmSync(folder, { recursive: true });
});

/** Resolves hosts where the hosts file has these lines: only a process in a mount namespace of its own sees it. */
async function resolveBy(hostsFile: string, hosts: readonly string[]): Promise<unknown> {
  const file = join(folder, 'hosts');
  writeFileSync(file, hostsFile);
  const script = `
    const { resolveHost } = await import(process.argv[1]);
    const found = await Promise.all(process.argv.slice(2).map((host) => resolveHost(host, { timeoutMs: 5000 })));
    console.log(JSON.stringify(found.map(({ address }) => address)));`;
  const code = fileURLToPath(new URL('../../src/protocol/resolve-host.js', import.meta.url));
  const node = [process.execPath, '--input-type=module', '-e', script, code, ...hosts];
  const mounted = ['sh', '-ec', 'mount --bind "$0" /etc/hosts; exec "$@"', file, ...node];
  const { stdout } = await run('unshare', [unshare, ...mounted]);
  return JSON.parse(stdout);
}

test('localhost is 127.0.0.1, whatever the hosts file names first', { skip }, async (t) => {
  for (const lines of [
    '::1 localhost ip6-localhost\n127.0.0.1 localhost\n',
    '127.0.0.1 localhost\n::1 localhost ip6-localhost\n',
    '::1 localhost ip6-localhost\n',
  ])
    t.same(await resolveBy(lines, ['localhost', 'LOCALHOST', 'ip6-localhost']), [
      '127.0.0.1',
      '127.0.0.1',
      '::1',
    ]);
});

test(
  'any other name has the address that the resolver of the machine prefers',
  { skip },
  async (t) => {
    const lines = '::1 both.example\n127.0.0.1 both.example\n127.0.0.2 old.example\n';
    t.same(await resolveBy(lines, ['both.example', 'old.example']), ['::1', '127.0.0.2']);
  },
);

test('an address is returned as it is, and an invalid host name is unreachable', async (t) => {
  t.same(await resolveHost('192.0.2.1', { timeoutMs: 1 }), { address: '192.0.2.1', family: 4 });
  await t.rejects(resolveHost('-name', { timeoutMs: 1 }), {
    kind: 'unreachable',
    message: '"-name" is neither an IP address nor a host name',
  });
});
