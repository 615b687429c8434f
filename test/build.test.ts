import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test, type Test } from 'tap';
import { builtGateway } from './gateway-command.ts';
import { digestOf } from '../src/runtime/package-root.ts';
import { root } from './source-files.ts';

/*
 * `npm run build` in a folder of its own, with a compiler that writes a few files. Each step of the build may end with its
 * shell being killed, as by a power cut or an impatient operator.
 */

const steps = ['compile', 'bundle', 'console', 'check'] as const;
type Step = (typeof steps)[number];

/** Kills the shell of the build if the step is the one that the environment names. */
const mayKill = (step: Step) => `[ "$KILL_AT" != ${step} ] || { kill -9 $PPID; exit; }\n`;

const compiler = `case " $* " in *' -p web '*) exit 0 ;; esac
while [ "$1" != --outDir ]; do shift; done
mkdir -p "$2/src"
echo "$VERSION" >"$2/src/cli.js"
${mayKill('compile')}
cp -R steps "$2/tools"
`;
const bundler = `gateway=$(dirname "$0")/../gateway
mkdir "$gateway"
${mayKill('bundle')}
echo "$VERSION" >"$gateway/cli.js"
`;

function createFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'build-'));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  for (const name of ['build.sh', 'link-node.sh'])
    cpSync(join(root, 'tools', name), join(folder, 'tools', name));
  const files = {
    'node_modules/typescript-7/bin/tsc': compiler,
    // Steps are shell scripts, which start in a tenth of the time.
    'node_modules/.bin/node': '#!/bin/sh\nexec sh "$@"\n',
    'steps/bundle.js': bundler,
    'steps/console/build-console.js': mayKill('console'),
    'steps/check-shipped-files.js': mayKill('check'),
    'src/cli.ts': '',
    'tools/bundle.ts': '',
    'tools/check-shipped-files.ts': '',
    'tools/console/build-console.ts': '',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text, { mode: 0o755 });
  }
  return folder;
}

function build(folder: string, version: string, killAt?: Step) {
  const env = {
    PATH: `${join(folder, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
    VERSION: version,
    KILL_AT: killAt ?? '',
  };
  return spawnSync('sh', [join(folder, 'tools/build.sh')], { env, encoding: 'utf8' });
}

const builtVersions = (folder: string) =>
  ['src/cli.js', 'gateway/cli.js'].map((name) =>
    readFileSync(join(folder, 'dist', name), 'utf8').trim(),
  );

const leftovers = (folder: string) =>
  readdirSync(folder).filter((name) => name.startsWith('dist.'));

for (const step of steps)
  test(`a build that is killed at the step "${step}" has no effect, and the next one completes`, (t) => {
    const folder = createFolder(t);
    t.match(build(folder, 'one'), { status: 0, stderr: '' });
    mkdirSync(join(folder, 'dist/packages'));
    t.match(build(folder, 'two', step), { signal: 'SIGKILL' });
    t.same(builtVersions(folder), ['one', 'one']);
    t.match(build(folder, 'three'), { status: 0, stderr: '' });
    t.same(builtVersions(folder), ['three', 'three']);
    t.ok(existsSync(join(folder, 'dist/packages')), 'packages that were made are kept');
    t.same(leftovers(folder), []);
    t.end();
  });

test('a first build shows its steps, and a later one prints nothing', (t) => {
  const folder = createFolder(t);
  t.equal(build(folder, 'one').stdout.trim().split('\n').length, 4);
  t.equal(build(folder, 'two').stdout, '');
  t.end();
});

test('a first build that is killed leaves no dist', (t) => {
  const folder = createFolder(t);
  build(folder, 'one', 'bundle');
  t.notOk(existsSync(join(folder, 'dist')));
  t.match(build(folder, 'two'), { status: 0, stderr: '' });
  t.same(builtVersions(folder), ['two', 'two']);
  t.end();
});

test('after a kill between the two renames the next build continues with the former dist', (t) => {
  const folder = createFolder(t);
  build(folder, 'one');
  mkdirSync(join(folder, 'dist/packages'));
  renameSync(join(folder, 'dist'), join(folder, 'dist.old'));
  t.match(build(folder, 'two', 'compile'), { signal: 'SIGKILL' });
  t.same(builtVersions(folder), ['one', 'one']);
  t.ok(existsSync(join(folder, 'dist/packages')));
  t.end();
});

test('the output of a source that was removed is removed', (t) => {
  const folder = createFolder(t);
  build(folder, 'one');
  writeFileSync(join(folder, 'dist/src/former.js'), '');
  build(folder, 'two');
  t.notOk(existsSync(join(folder, 'dist/src/former.js')));
  t.end();
});

/** Runs a program of a damaged installation. */
const run = (program: string) =>
  spawnSync(program, ['--version'], {
    env: { PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}` },
    encoding: 'utf8',
  });

test('the command of the package says in a line that the program is missing', (t) => {
  const folder = createFolder(t);
  cpSync(join(root, 'tools/gatehouse'), join(folder, 'tools/gatehouse'));
  t.match(run(join(folder, 'tools/gatehouse')), {
    status: 1,
    stderr:
      /^Gatehouse is not installed completely: \S+\/dist\/gateway\/cli\.js is missing\. .*\n$/,
  });
  t.end();
});

test('a program with a damaged file says so in a line, without a stack', (t) => {
  const folder = createFolder(t);
  const program = join(folder, 'dist/gateway/cli.js');
  cpSync(fileURLToPath(builtGateway()), dirname(program), { recursive: true });
  const says = (line: readonly string[], what: RegExp) => {
    const { status, stderr } = spawnSync(process.execPath, [program, ...line], {
      encoding: 'utf8',
    });
    t.equal(status, 1);
    t.match(stderr, /^Gatehouse is not installed completely: .*\n$/);
    t.match(stderr, what);
  };
  says(['api', '--help'], /package\.json is missing or damaged/);
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  const operations = join(dirname(program), 'api-operations.json');
  writeFileSync(operations, readFileSync(operations, 'utf8').slice(0, 3000));
  says(['api', 'user', 'list'], /api-operations\.json is damaged/);
  const chunk = /\.\/chunks\/run-[\w-]+\.js/.exec(readFileSync(program, 'utf8'))?.[0] ?? '';
  const file = join(dirname(program), chunk);
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, 1000));
  says(['api', '--help'], /a file of it is damaged \(/);
  t.end();
});

test('a program with a missing part names it in a line', (t) => {
  const folder = createFolder(t);
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  const program = join(folder, 'dist/gateway/cli.js');
  cpSync(fileURLToPath(new URL('cli.js', builtGateway())), program);
  t.match(run(program), {
    status: 1,
    stderr:
      /^Gatehouse is not installed completely: \S+\/dist\/gateway\/chunks\/\S+ is missing\. .*\n$/,
  });
  t.end();
});

test('the build has parsed every shipped device type and language, so that no start does', (t) => {
  for (const [folder, name] of [
    ['config/device-types', 'device-types.json'],
    ['config/portal', 'texts.json'],
  ] as const) {
    const parsed = Object.keys(
      JSON.parse(readFileSync(new URL(name, builtGateway()), 'utf8')) as object,
    );
    const files = readdirSync(join(root, folder)).filter((file) => file.endsWith('.yaml'));
    const digests = files.map((file) => digestOf(readFileSync(join(root, folder, file), 'utf8')));
    t.same(parsed.toSorted(), digests.toSorted());
  }
  t.end();
});
