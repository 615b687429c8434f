import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test, type Test } from 'tap';

/* The tap of built tests has error scopes of our own: an uncaught error fails the test that it belongs to, as in tap itself. */

const file = `import { test } from 'tap';
import { setTimeout as sleep } from 'node:timers/promises';
const failLater = (reason) => setTimeout(() => { throw new Error(reason); }, 5);
test('a timer', async (t) => { failLater('of the timer'); await sleep(50); t.ok(true); });
test('a promise', async () => { void Promise.reject(new Error('of the promise')); await sleep(50); });
test('outer', async (t) => { await t.test('inner', async () => { failLater('of inner'); await sleep(50); }); });
test('passes', async (t) => { await sleep(50); t.ok(true, 'passed'); });
`;

/** @returns what passed and what failed; tap tells the end of a test that has failed early at some later time */
function run(t: Test, tap: string): readonly string[] {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  t.teardown(() => {
    rmSync(directory, { recursive: true });
  });
  mkdirSync(join(directory, 'node_modules'));
  symlinkSync(resolve(tap), join(directory, 'node_modules/tap'));
  writeFileSync(join(directory, 'file.mjs'), file);
  const { stdout, status } = spawnSync(process.execPath, ['file.mjs'], {
    cwd: directory,
    encoding: 'utf8',
    timeout: 30_000,
  });
  t.equal(status, 1);
  return stdout
    .split('\n')
    .filter((line) => /^ *(?:not )?ok /.test(line))
    .map((line) => line.replace(/ # time=.*/, '').replace(/ok \d+/, 'ok'))
    .toSorted();
}

test('an uncaught error fails the test that it belongs to', (t) => {
  const lines = run(t, 'dist/test/node_modules/tap');
  const failed = lines.filter((line) => line.trim().startsWith('not ok'));
  for (const reason of ['of the timer', 'of the promise', 'of inner'])
    t.equal(failed.filter((line) => line.endsWith(reason)).length, 1, reason);
  t.ok(lines.includes('    ok - passed'));
  t.same(lines, run(t, 'node_modules/tap'), 'as in tap itself');
  t.end();
});
