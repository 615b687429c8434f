import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { test } from 'tap';
import { siblingModule } from '../src/runtime/package-root.ts';

const program = fileURLToPath(siblingModule('../bench/bench', import.meta.url));

/** Parts that run with the other tests, and a title of each of their tables. The others take more than a few seconds. */
const parts = {
  start: ['Resident memory after a tour', 'Start on an existing store'],
  accounting: ['Accounting, durable', 'sessions complete in the store: 40 of 40'],
};

test('parts of the benchmark run, each as short as it can be', async (t) => {
  const child = spawn(process.execPath, [program, ...Object.keys(parts)], {
    env: { ...process.env, BENCH_SMOKE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [status] = (await once(child, 'close')) as [number | null];
  t.equal(status, 0, { output });
  for (const table of Object.values(parts).flat()) t.ok(output.includes(table), table);
});
