import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test, type Test } from 'tap';
import { Report } from './report.ts';

const head = "import { test } from 'tap';\n";
const files = {
  passes: `${head}test('a', (t) => { t.ok(true); t.end(); });\ntest('b', { skip: true }, (t) => { t.end(); });\n`,
  fails: `${head}test('the sum is right', (t) => { t.equal(1 + 1, 3); t.end(); });\n`,
  crashes: `${head}test('a', (t) => { t.ok(true); t.end(); });\nsetTimeout(() => { throw new Error('crash'); }, 20);\n`,
  isKilled: `${head}test('a', (t) => { t.ok(true); process.kill(process.pid, 'SIGKILL'); });\n`,
};

/** Runs tap over these files, in a directory of their own. */
function run(t: Test, names: readonly (keyof typeof files)[]) {
  const directory = mkdtempSync(join(tmpdir(), 'run-'));
  t.teardown(() => {
    rmSync(directory, { recursive: true });
  });
  mkdirSync(join(directory, 'dist/test'), { recursive: true });
  cpSync('package.json', join(directory, 'package.json'));
  symlinkSync(resolve('node_modules'), join(directory, 'node_modules'));
  for (const name of names)
    writeFileSync(join(directory, `dist/test/${name}.test.js`), files[name]);
  // The tap around us must not be taken for the parent of the one that is tried.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^_?TAP|^NODE_OPTIONS$/.test(name)),
  );
  const { status, stdout } = spawnSync(process.execPath, [resolve('dist/test/run.js')], {
    cwd: directory,
    env,
    encoding: 'utf8',
  });
  return { status, output: stdout, last: stdout.trimEnd().split('\n').at(-1) };
}

/** What is made of a run's TAP: all that is printed, and the exit status. */
function report(tap: readonly string[], succeeded: boolean) {
  const printed: string[] = [];
  const made = new Report((line) => printed.push(line));
  for (const line of tap) made.add(line);
  const status = made.close(succeeded);
  return { status, printed, last: printed.at(-1) };
}

test('everything that goes wrong in a run is counted and shown, and makes its status 1', (t) => {
  const { status, output, last } = run(t, ['passes', 'fails', 'crashes', 'isKilled']);
  t.equal(last, '3 passed, 3 failed, 1 skipped');
  t.equal(status, 1);
  for (const word of ['the sum is right', 'crash', 'SIGKILL']) t.match(output, word);
  t.end();
});

test('a run without a test fails', (t) => {
  const { status, last } = run(t, []);
  t.equal(last, '0 passed, 1 failed, 0 skipped');
  t.equal(status, 1);
  t.end();
});

const passing = [
  '# Subtest: a.test.js',
  '    # Subtest: x',
  '        ok 1 - y',
  '    ok 1 - x # time=1ms',
  'ok 1 - a.test.js # time=2ms',
];

test('of a file that passed only its name is shown', (t) => {
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

test('a run in which everything was skipped fails though tap is content', (t) => {
  const { status, printed } = report(['# { total: 1, skip: 1 }'], true);
  t.same(printed, ['no test ran', '0 passed, 0 failed, 1 skipped']);
  t.equal(status, 1);
  t.end();
});
