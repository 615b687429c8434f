import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { architectures, type Architecture } from '../package/architecture.ts';
import { makeDeb } from '../package/deb.ts';
import { sourceDate } from '../package/reproducible.ts';
import { makeDebianRoot, systemPackages as packages } from './debian-root.ts';
import { checkImage } from './image-check.ts';
import { checkLifeCycle, type Packages } from './life-cycle-check.ts';
import { Machine } from './machine.ts';
import { Report } from './report.ts';

/*
 * Installs and runs what a release ships, on fresh roots of Debian. `npm run check:package` builds and calls this; it needs
 * root, and Debian's mmdebstrap, freeradius-utils, curl, iproute2 and buildah.
 *
 *   npm run check:package -- [PART…] [--suite bookworm]
 */

const root = fileURLToPath(new URL('../../../', import.meta.url));

interface Context {
  readonly suites: readonly string[];
  /** Processor of this machine. */
  readonly architecture: Architecture;
  /** Folder for files of this run. */
  readonly work: string;
  readonly report: Report;
}

const parts: ReadonlyMap<string, (context: Context) => Promise<void>> = new Map([
  ['life-cycle', lifeCycle],
  ['image', image],
]);

const seconds = sourceDate(root, process.env);
const own = architectures.find(({ npm }) => npm === process.arch);
if (!own) throw new Error(`no package for ${process.arch}`);

/** Makes packages of two versions for this machine; zstd is made in seconds. */
function makePackages(output: string, architecture: Architecture): Packages {
  const make = (version: string) =>
    makeDeb({ root, architecture, seconds, output, compression: 'zstd', version });
  return { old: make('0.1.0-1'), next: make('0.1.0-2') };
}

async function lifeCycle({ suites, work, report, architecture }: Context): Promise<void> {
  const made = makePackages(work, architecture);
  for (const suite of suites) {
    report.begin(suite);
    const machine = await Machine.create(root, await makeDebianRoot(root, { suite, packages }));
    try {
      await checkLifeCycle(machine, made, report);
    } finally {
      await machine.remove();
    }
  }
}

async function image({ work, report, architecture }: Context): Promise<void> {
  const made = makePackages(join(work, 'packages'), architecture);
  const base = await makeDebianRoot(root, { suite: 'trixie', packages });
  const folders = { root, work, packages: dirname(made.old), base };
  rmSync(made.next);
  await checkImage({ ...folders, architecture, seconds }, report);
}

const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { suite: { type: 'string', multiple: true, default: ['bookworm', 'trixie'] } },
});
const unknown = named.filter((name) => !parts.has(name));
if (unknown.length > 0)
  throw new Error(`no part ${unknown.join(', ')}; there are: ${[...parts.keys()].join(', ')}`);
const report = new Report();
const work = mkdtempSync(join(tmpdir(), 'gatehouse-check-'));
try {
  for (const [name, run] of parts)
    if (named.length === 0 || named.includes(name))
      await run({ suites: values.suite, architecture: own, work, report });
} finally {
  rmSync(work, { recursive: true });
}
process.exitCode = report.close();
