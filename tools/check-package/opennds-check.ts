import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../run-program.ts';
import { makeDebianRoot } from './debian-root.ts';
import type { Report } from './report.ts';

/** The router has the `/usr` of this root in place of this machine's, so it needs the programs of the test, too. */
const packages = [
  'opennds-daemon',
  'nftables',
  'iproute2',
  'procps',
  'util-linux',
  'mount',
  'openssl',
  'curl',
  'wget',
  'php-cli',
  'mawk',
  'findutils',
  'openssh-server',
];
const levels = ['1', '2'];
const testTimeoutMs = 10 * 60_000;

/**
 * Runs the test of openNDS with the openNDS of another Debian than this machine's, with the limits of guests at levels 1 and 2.
 *
 * @param root   folder of the checkout
 * @param work   folder for files of this run
 * @param suite  release of Debian
 */
export async function checkOpenNds(
  { root, work, suite }: { readonly root: string; readonly work: string; readonly suite: string },
  report: Report,
): Promise<void> {
  report.begin(`openNDS of ${suite}`);
  const debian = join(work, `opennds-${suite}`);
  const tarFile = await makeDebianRoot(root, { suite, packages });
  mkdirSync(debian);
  await runProgram('tar', ['-xf', tarFile, '-C', debian]);
  linkAlternatives(join(debian, 'usr/bin'));
  for (const level of levels)
    await report.step(`cuts guests off by time and volume at level ${level}, and at level 3`, () =>
      runTest({ root, debian, level }),
    );
}

/** The links of Debian's alternatives lead to `/etc`, which is this machine's. */
function linkAlternatives(folder: string): void {
  const php = readdirSync(folder).find((name) => /^php\d/.test(name)) ?? 'php.default';
  for (const [name, program] of [
    ['php', php],
    ['awk', 'mawk'],
  ] as const) {
    rmSync(join(folder, name), { force: true });
    symlinkSync(program, join(folder, name));
  }
}

async function runTest(of: {
  readonly root: string;
  readonly debian: string;
  readonly level: string;
}) {
  const line = [process.execPath, 'dist/test/run.js', 'test/portal/dialect/opennds.test.ts'];
  const settings = [`OPENNDS_ROOT=${of.debian}`, `OPENNDS_LEVEL=${of.level}`];
  const how = { cwd: of.root, timeoutMs: testTimeoutMs };
  const output = await runProgram('env', [...settings, ...line], how);
  const counts = output.trim().split('\n').at(-1) ?? '';
  assert.match(counts, /^\d+ passed, 0 failed, 0 skipped$/);
  return counts;
}
