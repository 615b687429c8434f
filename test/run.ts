import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { blankVariable } from './blank-store.ts';
import { makeBlankStores } from './make-blank-stores.ts';
import { existingServer, startPostgres, urlVariable, type RunServer } from './peers/postgres.ts';
import { dividePhases, type Pool } from './pools.ts';
import { printTotals, Report, type Counts } from './report.ts';
import { readEvents, recordVariable, type FileTime } from './run-record.ts';
import { siblingModule } from '../src/runtime/package-root.ts';

/*
 * Runs the test files that the arguments name, by source or by built file, or all of them: `dist/test/run.js` runs what was
 * built, `test/run.ts` the sources. Prints failures in short, where the time went and, as the last line, the counts of assertions.
 *
 * --beside COMMAND  runs a command beside the last phase, which counts as a failure if it fails: its files wait for peers
 *                   most of the time
 * --full            prints the whole detail of failures, which is else in a file
 */

const extension = extname(fileURLToPath(import.meta.url));
const isFromSource = extension === '.ts';
const folder = isFromSource ? 'test' : 'dist/test';
const detailFile = '.cache/failures.tap';
/** Environment variable with the connection string of a server to run the tests on, whose user may create databases. */
const serverVariable = 'GATEHOUSE_TEST_DATABASE_URL';
/** So many files share a database server and blank stores; fewer make those that they need. */
const sharingFiles = 4;
const suite = fileURLToPath(siblingModule('./suite', import.meta.url));
const shownFiles = 8;

const print = (line: string) => {
  console.log(line);
};

/** Runs the tests. @returns the exit status */
async function run(): Promise<0 | 1> {
  const { values, positionals: args } = parseArgs({
    allowPositionals: true,
    options: { beside: { type: 'string' }, full: { type: 'boolean', default: false } },
  });
  const found = findTests();
  const named = args.map((arg) =>
    arg.replace(/^(?:\.\/)?(?:dist\/)?test\/(.*\.test)\.[jt]s$/, `${folder}/$1${extension}`),
  );
  const missing = named.filter((file) => !found.includes(file));
  const files = named.length > 0 ? named : found;
  if (files.length === 0 || missing.length > 0) {
    console.error(`no such tests: ${missing.join(', ') || folder}`);
    return printTotals([{ passed: 0, failed: 1, skipped: 0 }], print);
  }
  return runFiles(files, { beside: values.beside ?? null, detail: new Detail(values.full) });
}

/** The detail of failures: the TAP of the files that failed. */
class Detail {
  readonly #lines: string[] = [];
  readonly #isPrinted: boolean;

  constructor(isPrinted: boolean) {
    this.#isPrinted = isPrinted;
  }

  readonly add = (line: string): void => {
    this.#lines.push(line);
  };

  /** Prints the detail, or writes it to a file and prints its name. */
  close(): void {
    if (this.#lines.length === 0) return;
    const text = this.#lines.join('\n');
    if (this.#isPrinted) {
      print(text);
      return;
    }
    mkdirSync('.cache', { recursive: true });
    writeFileSync(detailFile, `${text}\n`);
    print(`# detail of the failures: ${detailFile}`);
  }
}

function findTests(): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(`.test${extension}`))
    .map((file) => `${folder}/${file}`)
    .toSorted();
}

async function runFiles(
  files: readonly string[],
  { beside, detail }: { readonly beside: string | null; readonly detail: Detail },
): Promise<0 | 1> {
  const work = mkdtempSync(join(tmpdir(), 'gatehouse-run-'));
  const record = join(work, 'record');
  writeFileSync(record, '');
  const began = performance.now();
  const postgres = await startSharedPostgres(files);
  const env = {
    ...process.env,
    [recordVariable]: record,
    ...((postgres !== null || files.length >= sharingFiles) && {
      [blankVariable]: await makeBlankStores(work, postgres),
    }),
    // A third of the processor time of a start is the compilation of modules, and a run starts hundreds of processes.
    NODE_COMPILE_CACHE: isFromSource ? resolve('.cache/compiled') : join(work, 'compiled'),
    ...(postgres && { [urlVariable]: postgres.url }),
  };
  try {
    const counts: Counts[] = [];
    const phases = dividePhases(files);
    let besideResult: Promise<BesideResult> | null = null;
    for (const [index, pools] of phases.entries()) {
      if (beside !== null && index === phases.length - 1) besideResult = startBeside(beside);
      counts.push(...(await Promise.all(pools.map((pool) => runPool(pool, { env, detail })))));
    }
    const testsMs = performance.now() - began;
    const failed = printLeftover(record) + (await printBeside(besideResult));
    detail.close();
    printTimes(record, { wallMs: testsMs, postgres });
    return printTotals([...counts, { passed: 0, failed, skipped: 0 }], print);
  } finally {
    await postgres?.stop();
    rmSync(work, { recursive: true });
  }
}

/** Starts one server for all files, unless there is one to run them on; a few files start their own if they need one. */
async function startSharedPostgres(files: readonly string[]): Promise<RunServer | null> {
  const existing = process.env[serverVariable];
  if (existing) return existingServer(existing);
  const isNeeded =
    files.length >= sharingFiles && existsSync(`${folder}/peers/postgres${extension}`);
  return isNeeded ? startPostgres({ fsync: false, isInMemory: true, isShared: false }) : null;
}

async function runPool(
  { jobs, files }: Pool,
  { env, detail }: { readonly env: NodeJS.ProcessEnv; readonly detail: Detail },
): Promise<Counts> {
  const tap = spawn(process.execPath, [suite, String(jobs), ...files], {
    // The suite ends when its standard input does.
    stdio: ['pipe', 'pipe', 'inherit'],
    env,
  });
  endOnSignal(tap);
  const report = new Report(print, detail.add);
  createInterface({ input: tap.stdout }).on('line', (line) => {
    report.add(line);
  });
  await once(tap, 'close');
  return report.close(tap.exitCode === 0);
}

interface BesideResult {
  readonly command: string;
  readonly output: string;
  readonly succeeded: boolean;
  readonly ms: number;
}

function startBeside(command: string): Promise<BesideResult> {
  const began = performance.now();
  return new Promise((resolve) => {
    execFile('sh', ['-c', command], { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const ms = performance.now() - began;
      resolve({ command, output: stdout + stderr, succeeded: error === null, ms });
    });
  });
}

/** Waits for the command beside the tests and prints its output if it failed. @returns 1 if it failed */
async function printBeside(beside: Promise<BesideResult> | null): Promise<0 | 1> {
  if (!beside) return 0;
  const { command, output, succeeded, ms } = await beside;
  if (!succeeded) print(`not ok - ${command}\n${output}`);
  print(`# beside the tests: ${command}, ${seconds(ms)}`);
  return succeeded ? 0 : 1;
}

/** Passes signals on: test files have process groups of their own, which the terminal does not reach. */
function endOnSignal(tap: ChildProcess): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => tap.kill('SIGTERM'));
}

/** @returns how many files left processes running */
function printLeftover(record: string): number {
  const leftover = readEvents(record).filter((event) => event.kind === 'leftover');
  for (const { file, processes } of leftover)
    print(`not ok - left running by ${file}, and killed: ${processes.join(', ')}`);
  return leftover.length;
}

interface Times {
  readonly wallMs: number;
  readonly postgres: RunServer | null;
}

function printTimes(record: string, { wallMs, postgres }: Times): void {
  const times = readEvents(record).filter((event) => event.kind === 'time');
  const postgresMs = postgres?.processorMs() ?? 0;
  const sum = (name: 'wallMs' | 'processorMs') =>
    times.reduce((total, time) => total + time[name], 0);
  const earlier = process.env['CHECK_STEPS'];
  if (earlier) print(`# before the tests: ${earlier}`);
  print(
    `# tests: ${seconds(wallMs)} on ${availableParallelism()} cores; processor ${seconds(sum('processorMs') + postgresMs)}, of which PostgreSQL ${seconds(postgresMs)}; ${times.length} files waited ${seconds(Math.max(0, sum('wallMs') - sum('processorMs')))}`,
  );
  printLongest('longest', times, 'wallMs');
  printLongest('most processor time', times, 'processorMs');
}

function printLongest(
  title: string,
  times: readonly FileTime[],
  by: 'wallMs' | 'processorMs',
): void {
  const shown = times.toSorted((a, b) => b[by] - a[by]).slice(0, shownFiles);
  const texts = shown.map(
    ({ file, wallMs, processorMs }) =>
      `${file.replace(/^(?:dist\/)?test\/|\.test\.[jt]s$/g, '')} ${seconds(wallMs)} (processor ${seconds(processorMs)})`,
  );
  print(`# ${title}: ${texts.join(', ')}`);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

process.exitCode = await run();
