import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test, type Test } from 'tap';
import { listProcesses } from './peers/process-tree.ts';
import { dividePhases, longWaits, processorBound, timeLimited } from './pools.ts';
import { printTotals, Report } from './report.ts';

const head = "import { test } from 'tap';\n";
const files = {
  passes: `${head}test('a', (t) => { t.ok(true); t.end(); });\ntest('b', { skip: 'no IPv6 here' }, (t) => { t.end(); });\n`,
  fails: `${head}test('the sum is right', (t) => { t.equal(1 + 1, 3); t.end(); });\n`,
  crashes: `${head}test('a', (t) => { t.ok(true); t.end(); });\nsetTimeout(() => { throw new Error('crash'); }, 20);\n`,
  leaves: `${head}import { spawn } from 'node:child_process';
test('a', (t) => { spawn('setsid', ['sleep', '600'], { stdio: 'ignore' }).unref(); setTimeout(() => { t.ok(true); t.end(); }, 100); });\n`,
  hangs: `${head}import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { GatewayProcess } from '${resolve('dist/test/gateway-process.js')}';
import { startPostgres } from '${resolve('dist/test/peers/postgres.js')}';
test('a', async () => {
  const strays = ['setsid', 'env'].map((command) => spawn(command, ['sleep', '600'], { stdio: 'ignore' }).pid);
  const postgres = await startPostgres({ fsync: false, isShared: false });
  const gateway = await GatewayProcess.start({ GATEHOUSE_DATABASE_URL: postgres.url });
  writeFileSync('pids', JSON.stringify([...strays, postgres.pid, gateway.pid]));
  await new Promise((resolve) => setTimeout(resolve, 600_000));
});\n`,
  isKilled: `${head}test('a', (t) => { t.ok(true); process.kill(process.pid, 'SIGKILL'); });\n`,
};

/** Runs these files in a directory of their own. */
function run(
  t: Test,
  names: readonly (keyof typeof files)[],
  {
    environment = {},
    args = [],
  }: {
    readonly environment?: Readonly<Record<string, string>>;
    readonly args?: readonly string[];
  } = {},
) {
  const directory = mkdtempSync(join(tmpdir(), 'run-'));
  t.teardown(() => {
    rmSync(directory, { recursive: true });
  });
  mkdirSync(join(directory, 'dist/test'), { recursive: true });
  cpSync('package.json', join(directory, 'package.json'));
  symlinkSync(resolve('node_modules'), join(directory, 'node_modules'));
  for (const name of names)
    writeFileSync(join(directory, `dist/test/${name}.test.js`), files[name]);
  // Otherwise the tap that runs this file would be taken for the parent of the one under test.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^_?TAP|^NODE_OPTIONS$/.test(name)),
  );
  const { status, stdout } = spawnSync(process.execPath, [resolve('dist/test/run.js'), ...args], {
    cwd: directory,
    env: { ...env, ...environment },
    encoding: 'utf8',
  });
  return { status, directory, output: stdout, last: stdout.trimEnd().split('\n').at(-1) };
}

/** Reports TAP. Returns the printed lines and the exit status. */
function report(tap: readonly string[], succeeded: boolean) {
  const printed: string[] = [];
  const detail: string[] = [];
  const made = new Report(
    (line) => printed.push(line),
    (line) => detail.push(line),
  );
  for (const line of tap) made.add(line);
  const status = printTotals([made.close(succeeded)], (line) => printed.push(line));
  return { status, printed, detail, last: printed.at(-1) };
}

test('every failure of a run is counted and shown, and the status is 1', (t) => {
  const { status, output, last } = run(t, ['passes', 'fails', 'crashes', 'isKilled']);
  t.equal(last, '3 passed, 3 failed, 1 skipped');
  t.equal(status, 1);
  for (const word of ['the sum is right', 'crash', 'SIGKILL']) t.match(output, word);
  t.end();
});

test('a failure is shown in short, and its detail is in a file or, if asked for, in the output', (t) => {
  const short = run(t, ['fails']);
  t.match(
    short.output,
    /^not ok - dist\/test\/fails\.test\.js # time=\S+\n {2}not ok \S+:2:\d+ - the sum is right > should be equal\n {4}-3\n {4}\+2\n# detail/,
  );
  const detail = /# detail of the failures: (\S+)/.exec(short.output)?.[1] ?? '';
  const wanted = /compare: ===[^]*exitCode: 1/;
  t.match(readFileSync(join(short.directory, detail), 'utf8'), wanted);
  const full = run(t, ['fails'], { args: ['--full'] });
  t.match(full.output, wanted);
  t.equal(full.last, short.last);
  t.end();
});

test('a skipped test is shown with its reason', (t) => {
  const { output, status } = run(t, ['passes']);
  t.match(output, /^ok 1 - .*\n# skipped: b: no IPv6 here$/m);
  t.equal(status, 0);
  t.end();
});

test('a run without a test fails', (t) => {
  const { status, last } = run(t, []);
  t.equal(last, '0 passed, 1 failed, 0 skipped');
  t.equal(status, 1);
  t.end();
});

test('a process that a file leaves running is killed and counts as a failure', (t) => {
  const { status, output, last } = run(t, ['leaves']);
  t.match(output, /left running by dist\/test\/leaves\.test\.js, and killed: sleep \(\d+\)/);
  t.equal(last, '1 passed, 1 failed, 0 skipped');
  t.equal(status, 1);
  t.end();
});

test('a file that is killed by its time-out leaves no process behind', (t) => {
  const { status, directory, output } = run(t, ['hangs', 'passes'], {
    environment: { TAP_TIMEOUT: '45' },
  });
  const pids = JSON.parse(readFileSync(join(directory, 'pids'), 'utf8')) as readonly number[];
  const running = listProcesses().filter(
    ({ pid, parent, isZombie }) => !isZombie && (pids.includes(pid) || pids.includes(parent)),
  );
  t.equal(pids.length, 4);
  t.same(running, []);
  t.match(output, /timeout/);
  t.equal(status, 1);
  t.end();
});

test('a command next to the tests counts as a failure if it fails, and its output is shown', (t) => {
  const failing = run(t, ['passes'], { args: ['--beside', 'echo unused variable; exit 2'] });
  t.match(failing.output, /^not ok - echo unused.*\nunused variable$/m);
  t.equal(failing.last, '1 passed, 1 failed, 1 skipped');
  t.equal(failing.status, 1);
  const passing = run(t, ['passes'], { args: ['--beside', 'echo fine'] });
  t.notMatch(passing.output, /^fine$/m);
  t.equal(passing.last, '1 passed, 0 failed, 1 skipped');
  t.equal(passing.status, 0);
  t.end();
});

test('the last lines of a run show where the time went', (t) => {
  const { output } = run(t, ['passes']);
  const [line = ''] = output.split('\n').filter((text) => text.startsWith('# tests: '));
  t.match(line, /^# tests: [\d.]+ s on \d+ cores; processor [\d.]+ s, .* files waited [\d.]+ s$/);
  t.match(output, /^# longest: passes [\d.]+ s \(processor [\d.]+ s\)$/m);
  t.end();
});

const builtTests = readdirSync('dist/test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.js'))
  .map((file) => `dist/test/${file}`);

test('every file is in one pool, and every file that a pool names exists', (t) => {
  const pools = dividePhases(builtTests).flat();
  t.same(pools.flatMap((pool) => pool.files).toSorted(), builtTests.toSorted());
  const named = [...processorBound, ...longWaits, ...timeLimited].map(
    (name) => `dist/test/${name}.test.js`,
  );
  t.same(
    named.filter((file) => !builtTests.includes(file)),
    [],
  );
  t.end();
});

test('the files of a pool that take longest start first', (t) => {
  const [[waiting, busy] = [], [last] = []] = dividePhases([
    'dist/test/adapters/ssh.test.js',
    'dist/test/aaa/retention.test.js',
    'dist/test/http/apis.test.js',
    'dist/test/http/role-matrix.test.js',
    'dist/test/aaa/coa/session-limits.test.js',
  ]);
  t.match(waiting, {
    jobs: 4,
    files: ['dist/test/aaa/coa/session-limits.test.js', 'dist/test/aaa/retention.test.js'],
  });
  t.match(busy, {
    jobs: 2,
    files: ['dist/test/http/role-matrix.test.js', 'dist/test/http/apis.test.js'],
  });
  t.match(last, { jobs: 4, files: ['dist/test/adapters/ssh.test.js'] });
  t.end();
});

const passing = [
  '# Subtest: a.test.js',
  '    # Subtest: x',
  '        ok 1 - y',
  '    ok 1 - x # time=1ms',
  'ok 1 - a.test.js # time=2ms',
];

test('only the name of a file that passed is shown', (t) => {
  const { status, printed } = report([...passing, '# { total: 1, pass: 1 }'], true);
  t.same(printed, ['ok 1 - a.test.js # time=2ms', '1 passed, 0 failed, 0 skipped']);
  t.equal(status, 0);
  t.end();
});

const variants = [
  {
    name: 'a bail out',
    tap: [...passing, '    Bail out! no use', 'Bail out! no use', '# { total: 1, pass: 1 }'],
    last: '1 passed, 1 failed, 0 skipped',
  },
  {
    name: 'a time-out',
    tap: [...passing, 'not ok 2 - timeout!', '# { total: 2, pass: 1, fail: 1 }'],
    last: '1 passed, 1 failed, 0 skipped',
  },
  {
    name: 'a bad end without a failure',
    tap: [...passing, '# { total: 1, pass: 1 }'],
    last: '1 passed, 1 failed, 0 skipped',
  },
  {
    name: 'a file that was killed after a test',
    tap: [
      '# Subtest: a.test.js',
      '    ok 1 - x',
      'not ok 1 - a.test.js',
      '  ---',
      '  signal: SIGKILL',
      '  ...',
      '# { total: 1, pass: 1 }',
    ],
    last: '1 passed, 1 failed, 0 skipped',
  },
  { name: 'nothing at all', tap: [], last: '0 passed, 1 failed, 0 skipped' },
];

for (const { name, tap, last } of variants) {
  test(`${name} counts as one failure`, (t) => {
    const made = report(tap, false);
    t.equal(made.last, last);
    t.equal(made.status, 1);
    t.end();
  });
}

test('a run that skipped everything fails although tap accepts it', (t) => {
  const { status, printed } = report(['# { total: 1, skip: 1 }'], true);
  t.same(printed, ['no test ran', '0 passed, 0 failed, 1 skipped']);
  t.equal(status, 1);
  t.end();
});
