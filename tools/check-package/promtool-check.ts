import { join } from 'node:path';
import { runProgram } from '../run-program.ts';
import { unpackDebianPackage } from './debian-root.ts';
import type { Report } from './report.ts';

interface Folders {
  /** Folder with the rules, their tests and the scrapes. */
  readonly rules: string;
  /** Folder for files of this run. */
  readonly work: string;
}

/** Checks the rules for Prometheus by `promtool`, of the Debian package `prometheus`. */
export async function checkRules({ rules, work }: Folders, report: Report): Promise<void> {
  const folder = join(work, 'promtool');
  const promtool = (...line: readonly string[]) =>
    runProgram(join(folder, 'usr/bin/promtool'), line, { cwd: rules });
  const isThere = await report.step('promtool can be had', async () => {
    await unpackDebianPackage('prometheus', folder);
    return '';
  });
  if (!isThere) return;
  await report.step('the rules are valid', () => promtool('check', 'rules', 'gatehouse-rules.yml'));
  await report.step('alerts fire when they are to, and only then', () =>
    promtool('test', 'rules', 'gatehouse-rules.test.yml'),
  );
  await report.step('the scrapes are valid', () =>
    promtool('check', 'config', '--syntax-only', 'prometheus.yml'),
  );
}
