import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freeTcpPort } from '../../test/peers/port.ts';
import { runProgram } from '../run-program.ts';
import { makeDebianRoot } from './debian-root.ts';
import { untilItWorks } from './machine.ts';
import { Namespaces } from './namespaces.ts';
import type { Report } from './report.ts';

/** The folders of tests whose subject depends on the engine of the store. */
const folders = ['test/store', 'test/aaa/api', 'test/inventory/api'];
/** These start servers of their own, from the programs of this machine. */
const withOwnServers = ['test/store/cluster.test.ts', 'test/store/failover.test.ts'];
const testTimeoutMs = 30 * 60_000;
const password = 'gatehouse-test';

/**
 * Runs the tests of the store and of the APIs on the PostgreSQL of another Debian than this machine's.
 *
 * @param root   folder of the checkout
 * @param work   folder for files of this run
 * @param suite  release of Debian
 */
export async function checkPostgres(
  { root, work, suite }: { readonly root: string; readonly work: string; readonly suite: string },
  report: Report,
): Promise<void> {
  report.begin(`PostgreSQL of ${suite}`);
  const debian = join(work, `postgres-${suite}`);
  const tarFile = await makeDebianRoot(root, { suite, packages: ['postgresql'] });
  mkdirSync(debian);
  await runProgram('tar', ['-xf', tarFile, '-C', debian]);
  const port = await freeTcpPort();
  const server = startIn(debian, port);
  try {
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
    const isStarted = await report.step('starts', async () => {
      await untilItWorks(() => {
        // It says why, if it has ended.
        void server.first;
        return runProgram('psql', [url, '-c', 'select 1']);
      }, 60_000);
      return (await runProgram('psql', [url, '-Atc', 'show server_version'])).trim();
    });
    if (!isStarted) return;
    await report.step('the tests of the store and of the APIs pass', async () => {
      const line = [process.execPath, 'dist/test/run.js', ...testFiles(root)];
      const how = { cwd: root, timeoutMs: testTimeoutMs };
      const output = await runProgram('env', [`GATEHOUSE_TEST_DATABASE_URL=${url}`, ...line], how);
      const counts = output.trim().split('\n').at(-1) ?? '';
      assert.match(counts, /^\d+ passed, 0 failed, 0 skipped$/);
      return counts;
    });
  } finally {
    await server.end();
  }
}

/** Starts the server of an unpacked Debian on a port of this machine's loopback interface. */
function startIn(debian: string, port: number): Namespaces {
  writeFileSync(join(debian, 'tmp/password'), password, { mode: 0o644 });
  const script = [
    'set -e; root=$1; mount --make-rprivate /; mount -t proc proc "$root/proc"',
    'mount --rbind /dev "$root/dev"; exec chroot "$root" setpriv --reuid=postgres --regid=postgres --clear-groups sh -c "$2"',
  ].join('; ');
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 400,
    fsync: 'off',
  };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const start = [
    'set -e; programs=$(echo /usr/lib/postgresql/*/bin); cluster=/var/lib/postgresql/tests',
    '"$programs/initdb" -D "$cluster" -E UTF8 --locale=C -U postgres -A scram-sha-256 --pwfile=/tmp/password',
    `exec "$programs/postgres" -D "$cluster" ${options.join(' ')}`,
  ].join('; ');
  return new Namespaces(['mount'], ['sh', '-c', script, 'sh', debian, start]);
}

function testFiles(root: string): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => `${folder}/${file}`)
      .filter((file) => !withOwnServers.includes(file)),
  );
}
