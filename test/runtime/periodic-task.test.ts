import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { test } from 'tap';
import { CoalescedTask, runPeriodically, WakeUp } from '../../src/runtime/periodic-task.ts';
import { ManualClock } from '../manual-clock.ts';

/** Longer than any test may take: something else must end the delay. */
const never = 600_000;

interface Options {
  readonly initialDelayMs?: number;
  readonly wakeUp?: WakeUp;
  readonly clock?: ManualClock;
}

/** Runs a task periodically and counts its runs. */
function startTask(task: (run: number) => unknown, options: Options = {}) {
  const stop = new AbortController();
  const lines: string[] = [];
  let runs = 0;
  const log = pino({}, { write: (line) => lines.push((JSON.parse(line) as { msg: string }).msg) });
  const loop = runPeriodically(() => Promise.resolve(task((runs += 1))), {
    signal: stop.signal,
    intervalMs: never,
    log,
    failureMessage: 'it failed',
    ...options,
  });
  const end = async () => {
    stop.abort();
    await loop;
  };
  return { runs: () => runs, lines, end };
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(1);
}

test('a run returns the delay until the next one, and no run follows the signal', async (t) => {
  const task = startTask((run) => (run < 5 ? 0 : never));
  await until(() => task.runs() === 5);
  await task.end();
  t.equal(task.runs(), 5);
});

test('repeated failures are logged once until a run has succeeded', async (t) => {
  const wakeUp = new WakeUp();
  const task = startTask(
    (run) => {
      wakeUp.trigger();
      if (run !== 3) throw new Error(`run ${run}`);
      return 0;
    },
    { wakeUp },
  );
  await until(() => task.runs() >= 6);
  await task.end();
  t.strictSame(task.lines, ['it failed', 'it failed']);
});

test('the first run can be delayed, and the signal ends that delay too', async (t) => {
  const task = startTask(() => 0, { initialDelayMs: never });
  await sleep(5);
  await task.end();
  t.equal(task.runs(), 0);
});

test('a wake-up ends the delay, and a trigger during a run ends the next one', async (t) => {
  const wakeUp = new WakeUp();
  const task = startTask(() => undefined, { wakeUp });
  await until(() => task.runs() === 1);
  wakeUp.trigger();
  await until(() => task.runs() === 2);
  wakeUp.trigger();
  wakeUp.trigger();
  await until(() => task.runs() === 3);
  await task.end();
  t.equal(task.runs(), 3);
});

test('the delay is measured by the clock that is passed in', async (t) => {
  const clock = new ManualClock();
  const task = startTask(() => undefined, { clock });
  await clock.advance(0);
  t.equal(task.runs(), 1);
  await clock.advance(never - 1);
  t.equal(task.runs(), 1);
  await clock.advance(1);
  t.equal(task.runs(), 2);
  await clock.advance(3 * never);
  t.equal(task.runs(), 5);
  await task.end();
});

test('a coalesced task runs once for all who wait, and is not due again before its interval', async (t) => {
  const clock = new ManualClock();
  let runs = 0;
  const task = new CoalescedTask(
    async () => {
      runs += 1;
      await sleep(1);
      return 60_000;
    },
    { clock },
  );
  t.ok(task.isDue);
  await Promise.all([task.runIfDue(), task.run(), task.runIfDue()]);
  t.equal(runs, 1);
  t.notOk(task.isDue);
  await task.runIfDue();
  t.equal(runs, 1);
  await task.run();
  t.equal(runs, 2, 'run() does not wait for the interval');
  await clock.advance(59_999);
  t.notOk(task.isDue);
  await clock.advance(1);
  t.ok(task.isDue);
});

test('a coalesced task that fails is no longer pending', async (t) => {
  let runs = 0;
  const task = new CoalescedTask(() => {
    runs += 1;
    return Promise.reject(new Error('no store'));
  });
  await t.rejects(task.run(), /no store/);
  await t.rejects(task.runIfDue(), /no store/);
  t.equal(runs, 2);
});
