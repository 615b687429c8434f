import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import tap, { test } from 'tap';
import { GatewayProcess } from './gateway-process.ts';

/* The tour of the README gives what it shows: its commands are run as they stand, and `…` stands for anything. */

const gateway = await GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false' });
tap.teardown(() => gateway.remove());

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

interface Step {
  readonly command: string;
  readonly shown: string;
}

const steps = [...readme.matchAll(/```console\n([\s\S]*?)```/g)].flatMap(([, block = '']): Step[] =>
  block
    .split(/^\$ /m)
    .slice(1)
    .map((text) => ({
      command: text.slice(0, text.indexOf('\n')),
      shown: text.slice(text.indexOf('\n') + 1).trim(),
    })),
);

/** Same ports, hosts and folder as the gateway of this test. */
const here = (command: string) =>
  command
    .replace('localhost:8080', `127.0.0.1:${gateway.httpPort}`)
    .replace('localhost:1813', `127.0.0.1:${gateway.acctPort}`);

const run = (script: string) =>
  new Promise<string>((resolve) => {
    execFile(
      'bash',
      ['-c', script],
      { cwd: gateway.folder, timeout: 60_000 },
      (_error, stdout, stderr) => {
        resolve(stdout + stderr);
      },
    );
  });

const patternOf = (shown: string) =>
  new RegExp(`^${shown.split('…').map(escape).join('[\\s\\S]*?')}$`);
const escape = (text: string) =>
  text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('127.0.0.1:1813', '[0-9.:]+');

test('every command of the tour shows what the README shows', async (t) => {
  t.ok(steps.length >= 9, `${steps.length} commands`);
  const marker = '--- next ---';
  const output = await run(
    steps.map(({ command }) => `${here(command)}\necho '${marker}'`).join('\n'),
  );
  for (const [position, text] of output.split(`${marker}\n`).slice(0, -1).entries()) {
    const step = steps[position];
    t.match(text.trim(), patternOf(step?.shown ?? ''), step?.command ?? '');
  }
});

test('the comparison notices another output', (t) => {
  t.notMatch('{"id":1,"status":true}', patternOf('{"id":1,…"status":false}'));
  t.notMatch('{"id":1} and more', patternOf('{"id":1}'));
  t.end();
});
