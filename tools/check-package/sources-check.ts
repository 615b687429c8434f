import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { guideBlock } from '../documents/guide-blocks.ts';
import { runProgram } from '../run-program.ts';
import { untilItWorks } from './machine.ts';
import type { Report } from './report.ts';

/** Another port than the port of a gateway on this machine. */
const port = 18_080;
const installTimeoutMs = 15 * 60_000;

/** Starts a gateway from a clone and from the archive of its build, by the lines of README.md. */
export async function checkSources(
  { root, work }: { readonly root: string; readonly work: string },
  report: Report,
): Promise<void> {
  report.begin('sources');
  const clone = join(work, 'clone');
  const unpacked = join(work, 'unpacked');
  const isStarted = await report.step('a clone starts', async () => {
    await runProgram('git', ['clone', '-q', root, clone]);
    return startBy(guideBlock('sh sources'), clone);
  });
  if (!isStarted) return;
  await report.step('the archive of its build starts, without the sources', async () => {
    const guide = readFileSync(join(clone, 'README.md'), 'utf8');
    const [, pack = ''] = /`(npm run build && npm pack)`/.exec(guide) ?? [];
    assert.notEqual(pack, '', 'README.md says how the archive is made');
    const how = { cwd: clone, timeoutMs: installTimeoutMs };
    const made = await runProgram('sh', ['-c', pack], how);
    mkdirSync(unpacked);
    const archive = join(clone, made.trim().split('\n').at(-1) ?? '');
    await runProgram('tar', ['-C', unpacked, '-xf', archive]);
    return startBy(guideBlock('sh archive'), join(unpacked, 'package'));
  });
}

/** @returns the time until the gateway is ready, with all that comes before it */
async function startBy(line: string, cwd: string): Promise<string> {
  const began = performance.now();
  const child = spawn('sh', ['-c', line], {
    cwd,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      GATEHOUSE_HTTP_HOST: '127.0.0.1',
      GATEHOUSE_HTTP_PORT: String(port),
      GATEHOUSE_RADIUS_HOST: '127.0.0.1',
      GATEHOUSE_RADIUS_AUTH_PORT: '0',
      GATEHOUSE_RADIUS_ACCT_PORT: '0',
    },
  });
  const ended = once(child, 'exit');
  try {
    const url = `http://127.0.0.1:${port}/readyz`;
    await untilItWorks(() => {
      assert.equal(child.exitCode, null, 'the lines end before the gateway is ready');
      return runProgram('curl', ['-sS', '--fail', '-m', '10', url]);
    }, installTimeoutMs);
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
  return `ready after ${((performance.now() - began) / 1000).toFixed(0)} s`;
}
