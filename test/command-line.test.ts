import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'tap';
import { environmentOf } from './gateway-command.ts';
import { eventually } from './gateway-process.ts';
import { gatewayCommand, packageRoot } from '../src/runtime/package-root.ts';

/* What a person sees who mistypes a command, or starts the gateway where it cannot run. */

const { version } = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')) as {
  readonly version: string;
};

interface Run {
  readonly line: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

const run = ({ line, environment = {} }: Run) => {
  const { status, stdout, stderr } = spawnSync(gatewayCommand, line, {
    env: environmentOf(environment),
    timeout: 90_000,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

test('the version is the version of the package', (t) => {
  t.same(run({ line: ['--version'] }), { status: 0, stdout: `${version}\n`, stderr: '' });
  t.end();
});

test('a mistyped command is named with the nearest one, and the exit status is 2', (t) => {
  const typo = run({ line: ['exprt', 'site.yaml'] });
  t.match(typo, { status: 2, stdout: '' });
  t.match(typo.stderr, /unknown command 'exprt'\n\(Did you mean export\?\)/);
  t.match(run({ line: ['--confg', 'x'] }), {
    status: 2,
    stderr: /unknown option '--confg'\n\(Did you mean --config\?\)/,
  });
  t.end();
});

test('a JSON log that a program reads has no plain lines among it', async (t) => {
  const folder = t.testdir();
  const ports = { GATEHOUSE_HTTP_PORT: '0', GATEHOUSE_HTTP_HOST: '127.0.0.1' };
  const radius = { GATEHOUSE_RADIUS_AUTH_PORT: '0', GATEHOUSE_RADIUS_ACCT_PORT: '0' };
  const env = environmentOf({ ...ports, ...radius, GATEHOUSE_DATA_DIR: join(folder, 'data') });
  const child = spawn(gatewayCommand, ['serve'], { env });
  t.teardown(() => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  await eventually(
    () => Promise.resolve(output),
    (text) => text.includes('admin-token'),
  );
  const second = run({ line: ['serve'], environment: env });
  t.match(second, { status: 1, stdout: '' });
  t.match(JSON.parse(second.stderr), { level: 60, msg: /^Gatehouse cannot start: .* is in use/ });
  child.kill('SIGTERM');
  await once(child, 'exit');
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  t.match(
    lines.find((line) => JSON.stringify(line).includes('first_token_file')),
    {
      level: 30,
      msg: `Gatehouse ${version} listens`,
      first_token_file: join(folder, 'data/admin-token'),
    },
  );
});

test('a start that fails says why in words', (t) => {
  const folder = t.testdir();
  const ports = { GATEHOUSE_HTTP_PORT: '0', GATEHOUSE_LOG_LEVEL: 'silent' };
  const radius = { GATEHOUSE_RADIUS_AUTH_PORT: '0', GATEHOUSE_RADIUS_ACCT_PORT: '0' };
  const start = (name: string, more: Readonly<Record<string, string>> = {}) =>
    run({
      line: [],
      environment: { ...ports, ...radius, GATEHOUSE_DATA_DIR: join(folder, name), ...more },
    });
  writeFileSync(join(folder, 'file'), '');
  t.match(start('file'), {
    status: 1,
    stderr: `${folder}/file: a file is in the place of a folder`,
  });
  mkdirSync(join(folder, 'garbage'), { mode: 0o700 });
  writeFileSync(join(folder, 'garbage', 'gatehouse.db'), 'no database '.repeat(400));
  t.match(start('garbage'), { status: 1, stderr: /gatehouse\.db cannot be read as a store/ });
  // TEST-NET-1 (RFC 5737) is nowhere assigned. The variable is one that Kubernetes sets.
  const away = { GATEHOUSE_HTTP_HOST: '192.0.2.1', GATEHOUSE_PORT: 'tcp://10.0.0.1:8080' };
  t.match(start('away', away), {
    status: 1,
    stderr: /192\.0\.2\.1 has no address of this machine/,
  });
  t.end();
});
