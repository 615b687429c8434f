import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { architectures, ownArchitecture, type Architecture } from '../package/architecture.ts';
import { makeDeb } from '../package/deb.ts';
import { sourceDate } from '../package/reproducible.ts';
import { checkAcme } from './acme-check.ts';
import { makeDebianRoot, systemPackages as packages } from './debian-root.ts';
import { checkEmulated } from './emulated-gateway.ts';
import { checkGuides, guidePackages } from './guide-check.ts';
import { checkHotel, hotelPackages } from './hotel-check.ts';
import { checkImage } from './image-check.ts';
import {
  checkLifeCycle,
  moments,
  whileUnpacking,
  type LifeCycle,
  type Packages,
} from './life-cycle-check.ts';
import { checkByLintian } from './lintian-check.ts';
import type { Machine } from './machine.ts';
import { NamespaceMachine } from './namespace-machine.ts';
import { checkRules } from './promtool-check.ts';
import { checkOpenNds } from './opennds-check.ts';
import { checkPostgres } from './postgres-check.ts';
import { Report } from './report.ts';
import { checkSources } from './sources-check.ts';
import { bootPackages, VirtualMachine } from './virtual-machine.ts';
import { packageRoot } from '../../src/runtime/package-root.ts';

/*
 * Installs and runs what a release ships, on fresh roots of Debian. `npm run check:package` builds and calls this; it needs
 * root, and Debian's mmdebstrap, apt-utils, gpg, freeradius-utils, curl, iproute2, qemu-user-static, qemu-system-x86 and buildah.
 * The part `rules` checks the files for Prometheus; it needs a network and no root.
 *
 *   npm run check:package -- [PART…] [--suite bookworm]
 */

const root = fileURLToPath(packageRoot);

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
  ['virtual', virtual],
  ['emulated', emulated],
  ['image', image],
  ['acme', acme],
  ['hotel', hotel],
  ['guides', guides],
  ['lintian', lintian],
  ['rules', rules],
  ['sources', sources],
  ['postgres', postgres],
  ['opennds', opennds],
]);

const seconds = sourceDate(root, process.env);

/** Makes a package for this machine; zstd is made in seconds. */
function makePackage(output: string, architecture: Architecture, version = '0.1.0-1'): string {
  return makeDeb({ root, architecture, seconds, output, compression: 'zstd', version });
}

/** Makes packages of two versions. */
function makePackages(output: string, architecture: Architecture): Packages {
  const make = (version: string) => makePackage(output, architecture, version);
  return { old: make('0.1.0-1'), next: make('0.1.0-2') };
}

async function lifeCycle({ suites, work, report, architecture }: Context): Promise<void> {
  const made = makePackages(work, architecture);
  for (const suite of suites) {
    report.begin(suite);
    const tarFile = await makeDebianRoot(root, { suite, packages });
    const createMachine = () => NamespaceMachine.create(root, tarFile);
    await liveOn({ packages: made, moments, work, createMachine }, report);
  }
}

/** Runs the life cycle of the package on a Debian with its own kernel, the kernel of Debian 12, which the emulation runs. */
async function virtual({ work, report, architecture }: Context): Promise<void> {
  report.begin('bookworm in qemu');
  const made = makePackages(work, architecture);
  const all = [...packages, ...bootPackages];
  const tarFile = await makeDebianRoot(root, { suite: 'bookworm', packages: all });
  const createMachine = () => VirtualMachine.create(tarFile);
  await liveOn({ packages: made, moments: [whileUnpacking], work, createMachine }, report);
}

function liveOn(lifeCycle: LifeCycle, report: Report): Promise<void> {
  return checkOn(lifeCycle.createMachine, report, (machine) =>
    checkLifeCycle(machine, lifeCycle, report),
  );
}

/** Boots a machine, has it checked if it boots, and removes it. */
async function checkOn(
  createMachine: () => Promise<Machine>,
  report: Report,
  check: (machine: Machine) => Promise<void>,
): Promise<void> {
  const machines: Machine[] = [];
  await report.step('boots', async () => {
    machines.push(await createMachine());
    return '';
  });
  for (const machine of machines)
    try {
      await check(machine);
    } finally {
      await machine.remove();
    }
}

/** Has Caddy issue certificates to a gateway on the first of the suites. */
async function acme(context: Context): Promise<void> {
  await checkBeside(context, { title: 'ACME', more: [] }, checkAcme);
}

/** Moves the FreeRADIUS of a hotel. */
async function hotel(context: Context): Promise<void> {
  await checkBeside(context, { title: 'hotel', more: hotelPackages }, checkHotel);
}

/** Runs what the guides show, on the first of the suites. */
async function guides({ suites, work, report, architecture }: Context): Promise<void> {
  const [suite = 'bookworm'] = suites;
  report.begin(`guides on ${suite}`);
  const made = makePackages(work, architecture);
  const tarFile = await makeDebianRoot(root, { suite, packages: [...packages, ...guidePackages] });
  await checkOn(
    () => NamespaceMachine.create(root, tarFile),
    report,
    (machine) => checkGuides({ machine, packages: made, seconds, work }, report),
  );
}

interface Beside {
  readonly title: string;
  /** Packages of the root in addition to the gateway's dependencies. */
  readonly more: readonly string[];
}

/** Checks a gateway together with other programs, on the first of the suites. */
async function checkBeside(
  { suites, work, report, architecture }: Context,
  { title, more }: Beside,
  check: (given: { machine: Machine; deb: string; work: string }, report: Report) => Promise<void>,
): Promise<void> {
  const [suite = 'bookworm'] = suites;
  report.begin(`${title} on ${suite}`);
  const deb = makePackage(work, architecture);
  const tarFile = await makeDebianRoot(root, { suite, packages: [...packages, ...more] });
  await checkOn(
    () => NamespaceMachine.create(root, tarFile),
    report,
    (machine) => check({ machine, deb, work }, report),
  );
}

/** Runs the package for the other processor. */
async function emulated({ suites, work, report, architecture }: Context): Promise<void> {
  const other = architectures.find(({ deb }) => deb !== architecture.deb) ?? architecture;
  const version = '0.1.0-1';
  for (const suite of suites) {
    report.begin(`${suite} ${other.deb}`);
    await report.step('is ready and answers RADIUS', async () => {
      const tarFile = await makeDebianRoot(root, { suite, packages, foreign: other.deb });
      const made = { root, architecture: other, seconds, output: join(work, 'emulated'), version };
      const deb = makeDeb({ ...made, compression: 'zstd' });
      const emulator = `/usr/bin/qemu-${other.qemu}-static`;
      return checkEmulated({ tarFile, deb, emulator });
    });
  }
}

async function image({ work, report, architecture }: Context): Promise<void> {
  const made = makePackages(join(work, 'packages'), architecture);
  const base = await makeDebianRoot(root, { suite: 'trixie', packages });
  const folders = { root, work, packages: dirname(made.old), base };
  rmSync(made.next);
  await checkImage({ ...folders, architecture, seconds }, report);
}

async function lintian({ work, report }: Context): Promise<void> {
  report.begin('lintian');
  const made = architectures.map((architecture) => makePackage(work, architecture));
  await checkByLintian(made, report);
}

async function rules({ work, report }: Context): Promise<void> {
  report.begin('Prometheus');
  await checkRules({ rules: join(root, 'packaging/prometheus'), work }, report);
}

async function sources({ work, report }: Context): Promise<void> {
  await checkSources({ root, work }, report);
}

/** Runs tests on the PostgreSQL of Debian 13. */
async function postgres({ work, report }: Context): Promise<void> {
  await checkPostgres({ root, work, suite: 'trixie' }, report);
}

/** Runs the test of openNDS on that of Debian 13, which is openNDS 10. */
async function opennds({ work, report }: Context): Promise<void> {
  await checkOpenNds({ root, work, suite: 'trixie' }, report);
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
      await run({ suites: values.suite, architecture: ownArchitecture(), work, report });
} finally {
  rmSync(work, { recursive: true });
}
process.exitCode = report.close();
