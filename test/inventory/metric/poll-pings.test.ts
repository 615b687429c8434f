import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import tap, { test } from 'tap';
import { loadConfig } from '../../../src/config/load-config.ts';
import { PollPings } from '../../../src/inventory/metric/poll-pings.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { Watchdog } from '../../../src/runtime/watchdog.ts';
import { ManualClock } from '../../manual-clock.ts';

const path = process.env['PATH'] ?? '';
const folder = mkdtempSync(join(tmpdir(), 'fping-'));
const calls = join(folder, 'calls');
tap.teardown(() => {
  process.env['PATH'] = path;
  rmSync(folder, { recursive: true });
});

/** Puts a command fping in the place of the system's, which records how it is called. */
function replaceFping(script: string): void {
  const file = join(folder, 'fping');
  writeFileSync(calls, '');
  writeFileSync(file, `#!/bin/sh\necho "$@" >>${calls}\n${script}\n`);
  chmodSync(file, 0o755);
  process.env['PATH'] = `${folder}:${path}`;
}

const watchdog = new Watchdog(systemClock, new Registry());
const config = loadConfig('config/gatehouse.yaml', {});
const stop = new AbortController();
const clock = new ManualClock();
const pings = new PollPings({ config, watchdog, clock }, stop.signal);
const answers = (addresses: readonly string[]) =>
  Promise.all(addresses.map((address) => pings.answers(address)));

test('devices that are due at the same time are pinged by one fping', async (t) => {
  replaceFping('sed -n 2p; exit 1');
  const [twice, ...others] = ['192.0.2.1', '192.0.2.2', '192.0.2.3'];
  t.same(await answers([twice, ...others, twice]), [false, true, false, false]);
  t.equal(readFileSync(calls, 'utf8'), '-a -r3 -B1 -t1000 -i1\n', 'four packets to a silent one');
  t.same(await answers(['192.0.2.2']), [null], 'one alone has a ping of its own');
  t.equal(readFileSync(calls, 'utf8').split('\n').length, 2);
});

test('an error of a sweep fails each poll that waits for it', async (t) => {
  const run = () => Promise.reject(new Error('spawn ENOMEM'));
  const failing = new PollPings(
    {
      config,
      clock,
      watchdog: Object.assign(new Watchdog(systemClock, new Registry()), { run }),
    },
    stop.signal,
  );
  const polls = ['192.0.2.1', '192.0.2.2'].map((address) => failing.answers(address));
  for (const outcome of await Promise.allSettled(polls))
    t.match(outcome, { status: 'rejected', reason: { message: 'spawn ENOMEM' } });
});

test('without a list of fping each device is pinged by itself', async (t) => {
  const two = ['192.0.2.1', '192.0.2.2'];
  for (const script of ['echo no address', 'exit 4']) {
    replaceFping(script);
    t.same(await answers(two), [null, null], script);
  }
  replaceFping('cat');
  t.same(await answers(two), [null, null], 'it has just been seen that it may not ping');
  t.equal(readFileSync(calls, 'utf8'), '', 'so it is not asked');
  await clock.advance(10 * 60_000);
  t.same(await answers(two), [true, true], 'ten minutes later it is');
  replaceFping('exec sleep 60');
  const swept = answers(two);
  setTimeout(() => {
    stop.abort();
  }, 100);
  t.same(await swept, [null, null], 'the polls were stopped');
});
