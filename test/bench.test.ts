import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { test } from 'tap';
import { siblingModule } from '../src/runtime/package-root.ts';

const program = fileURLToPath(siblingModule('../bench/bench', import.meta.url));

/** The parts of the benchmark, and a title of each of their tables. */
const parts: Readonly<Record<string, readonly string[]>> = {
  start: ['Resident memory after a tour', 'Start on an existing store'],
  accounting: ['Accounting, durable', 'sessions complete in the store: 40 of 40'],
  lists: [
    'accounting records, filters',
    'accounting records, the first 50',
    'entries of the metric log, filters',
  ],
  devices: [
    'A command on an open SSH connection',
    'One command on 2 hosts over SSH',
    'A NETCONF get-config',
    'A sync of each shipped type',
    'SNMP devices of 20 values, polled every minute',
  ],
  apps: ['connections of apps'],
  portal: ['logins at the portal'],
  metrics: [
    'polls of a minute during accounting',
    '3 readers of 10 events a second',
    'syslog messages of one device',
    'a year of one metric by hours',
    'sweep of 20 addresses',
  ],
  kill: ['kills (SIGKILL) under load'],
  mutations: ['mutated accounting packets'],
  radius: ['Accounting on a long table'],
  eap: [
    'beside 50 handshakes of EAP-TTLS',
    'open conversations of EAP',
    'Event loop held by a flight',
  ],
};

/** Parts that do not run with the other tests. */
const leftOut: Readonly<Record<string, string>> = {
  box: 'needs root and a control group of its own, and runs for minutes',
  console:
    'draws a minute of pages in Chromium; the sizes of its files are in test/console/structure.test.ts',
  package: 'installs the Debian package on fresh roots, with the programs of npm run check:package',
  soak: 'needs faketime and a disk of its own, and runs for minutes',
};

/** A peer that a machine may lack, since the other tests do not need it: the part says so and measures the rest. */
const missingPeer = /^ +(.+ (?:is|are) missing: .*)$/gm;

async function run(part: string) {
  const child = spawn(process.execPath, [program, part], {
    env: { ...process.env, BENCH_SMOKE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, output };
}

test('every part of the benchmark is tested or left out', async (t) => {
  const { status, output } = await run('none');
  t.equal(status, 2);
  const named = /there are: (.*)/.exec(output)?.[1]?.split(', ') ?? [];
  t.same(named.sort(), [...Object.keys(parts), ...Object.keys(leftOut)].sort());
  for (const [part, reason] of Object.entries(leftOut)) t.comment(`${part} left out: it ${reason}`);
});

for (const [part, titles] of Object.entries(parts))
  test(`the part ${part} of the benchmark runs, as short as it can be`, async (t) => {
    const { status, output } = await run(part);
    t.equal(status, 0, { output });
    for (const title of titles) t.ok(output.includes(title), title);
    for (const [, reason = ''] of output.matchAll(missingPeer)) t.comment(`${part}: ${reason}`);
  });
