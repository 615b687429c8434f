import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { runProgram } from '../run-program.ts';
import type { Report } from './report.ts';

const lintianTimeoutMs = 20 * 60_000;

/** Runs lintian over packages: packaging/debian/lintian-overrides answers its tags. */
export async function checkByLintian(packages: readonly string[], report: Report): Promise<void> {
  for (const deb of packages)
    await report.step(`has no complaint about ${deb.replace(/^.*_/, '')}`, async () => {
      if (!existsSync('/usr/bin/lintian')) throw new Error("install Debian's lintian");
      // Packages of a check are compressed by zstd, packages of a release by xz.
      const line = ['--no-cfg', '--suppress-tags', 'malformed-deb-archive', '--allow-root', deb];
      const said = await runProgram('lintian', line, { timeoutMs: lintianTimeoutMs });
      assert.equal(said.trim(), '');
      return '';
    });
}
