import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { blankVariable, makeBlankStores } from './blank-store.ts';
import { startPostgres, urlVariable, type Postgres } from './peers/postgres.ts';
import { dividePhases, type Pool } from './pools.ts';
import { printTotals, Report, type Counts } from './report.ts';
import { readEvents, recordVariable, type FileTime } from './run-record.ts';

/*
 * Runs the test files that the arguments name, by source or by built file, or all of them. Prints where the time went and, as
 * the last line, the counts of assertions.
 *
 * --beside COMMAND  runs a command at the same time, which counts as a failure if it fails
 */

const folder = 'dist/test';
const suite = fileURLToPath(new URL('suite.js', import.meta.url));
const shownFiles = 8;

const print = (line: string) => {
  console.log(line);
};

/** Runs the tests. @returns the exit status */
async function run(): Promise<0 | 1> {
  const { values, positionals: args } = parseArgs({
    allowPositionals: true,
    options: { beside: { type: 'string' } },
  });
  const found = findTests();
  const named = args.map((arg) => arg.replace(/^(\.\/)?(test\/.*\.test)\.ts$/, 'dist/$2.js'));
  const missing = named.filter((file) => !found.includes(file));
  const files = named.length > 0 ? named : found;
  if (files.length === 0 || missing.length > 0) {
    console.error(`no such tests: ${missing.join(', ') || folder}`);
    return printTotals([{ passed: 0, failed: 1, skipped: 0 }], print);
  }
  const beside = values.beside === undefined ? null : startBeside(values.beside);
  return runFiles(files, beside);
}

function findTests(): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.js'))
    .map((file) => `${folder}/${file}`)
    .toSorted();
}

async function runFiles(
  files: readonly string[],
  beside: Promise<BesideResult> | null,
): Promise<0 | 1> {
  const work = mkdtempSync(join(tmpdir(), 'gatehouse-run-'));
  const record = join(work, 'record');
  writeFileSync(record, '');
  const began = performance.now();
  const postgres = await startSharedPostgres(files);
  const env = {
    ...process.env,
    [recordVariable]: record,
    ...(files.length > 1 && { [blankVariable]: await makeBlankStores(work, postgres) }),
    // A third of the processor time of a start is the compilation of modules, and a run starts hundreds of processes.
    NODE_COMPILE_CACHE: join(work, 'compiled'),
    ...(postgres && { [urlVariable]: postgres.url }),
  };
  try {
    const counts: Counts[] = [];
    for (const pools of dividePhases(files))
      counts.push(...(await Promise.all(pools.map((pool) => runPool(pool, env)))));
    const testsMs = performance.now() - began;
    const failed = printLeftover(record) + (await printBeside(beside));
    printTimes(record, { wallMs: testsMs, postgres });
    return printTotals([...counts, { passed: 0, failed, skipped: 0 }], print);
  } finally {
    await postgres?.stop();
    rmSync(work, { recursive: true });
  }
}

/** Starts one server for all files; a file that runs alone starts its own if it needs one. */
async function startSharedPostgres(files: readonly string[]): Promise<Postgres | null> {
  const isNeeded = files.length > 1 && existsSync(`${folder}/peers/postgres.js`);
  return isNeeded ? startPostgres({ fsync: false, isInMemory: true, isShared: false }) : null;
}

async function runPool({ jobs, files }: Pool, env: NodeJS.ProcessEnv): Promise<Counts> {
  const tap = spawn(process.execPath, [suite, String(jobs), ...files], {
    // The suite ends when its standard input does.
    stdio: ['pipe', 'pipe', 'inherit'],
    env,
  });
  endOnSignal(tap);
  const report = new Report(print);
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
  readonly postgres: Postgres | null;
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
      `${file.replace(/^dist\/test\/|\.test\.js$/g, '')} ${seconds(wallMs)} (processor ${seconds(processorMs)})`,
  );
  print(`# ${title}: ${texts.join(', ')}`);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

process.exitCode = await run();
