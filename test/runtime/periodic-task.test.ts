import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { test } from 'tap';
import { WakeUp, CoalescedTask, runPeriodically } from '../../src/runtime/periodic-task.ts';

/** Longer than any test may last: what ends it is something else. */
const never = 600_000;

function turnsOf(
  turn: (turns: number) => unknown,
  { initialDelayMs = 0, wakeUp }: { initialDelayMs?: number; wakeUp?: WakeUp } = {},
) {
  const stop = new AbortController();
  const lines: string[] = [];
  let turns = 0;
  const log = pino({}, { write: (line) => lines.push((JSON.parse(line) as { msg: string }).msg) });
  const work = () => Promise.resolve(turn((turns += 1)));
  const loop = runPeriodically(work, {
    signal: stop.signal,
    intervalMs: never,
    initialDelayMs,
    wakeUp,
    log,
    failureMessage: 'it failed',
  });
  const end = async () => {
    stop.abort();
    await loop;
  };
  return { turns: () => turns, lines, loop, end, stop };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(1);
}

test('a turn says how long it rests, and none is taken after the signal', async (t) => {
  const taken = turnsOf((turns) => (turns < 5 ? 0 : never));
  await until(() => taken.turns() === 5);
  await taken.end();
  t.equal(taken.turns(), 5);
});

test('what fails again and again is said once, until it has succeeded', async (t) => {
  const bell = new WakeUp();
  const taken = turnsOf(
    (turns) => {
      bell.trigger();
      if (turns !== 3) throw new Error(`turn ${turns}`);
      return 0;
    },
    { wakeUp: bell },
  );
  await until(() => taken.turns() >= 6);
  await taken.end();
  t.strictSame(taken.lines, ['it failed', 'it failed']);
});

test('the first turn can be left for later, and the signal ends that rest too', async (t) => {
  const taken = turnsOf(() => 0, { initialDelayMs: never });
  await sleep(5);
  await taken.end();
  t.equal(taken.turns(), 0);
});

test('a bell ends the rest, and one that rang meanwhile the next', async (t) => {
  const bell = new WakeUp();
  const taken = turnsOf(() => undefined, { wakeUp: bell });
  await until(() => taken.turns() === 1);
  bell.trigger();
  await until(() => taken.turns() === 2);
  bell.trigger();
  bell.trigger();
  await until(() => taken.turns() === 3);
  await taken.end();
  t.equal(taken.turns(), 3);
});

test('a look is taken once for all who wait, and is not due again before its rest', async (t) => {
  let looks = 0;
  const look = new CoalescedTask(async () => {
    looks += 1;
    await sleep(1);
    return never;
  });
  t.ok(look.isDue);
  await Promise.all([look.runIfDue(), look.run(), look.runIfDue()]);
  t.equal(looks, 1);
  t.notOk(look.isDue);
  await look.runIfDue();
  t.equal(looks, 1);
  await look.run();
  t.equal(looks, 2, 'whoever must know looks all the same');
});

test('a look that fails is no longer under way', async (t) => {
  let looks = 0;
  const look = new CoalescedTask(() => {
    looks += 1;
    return Promise.reject(new Error('no store'));
  });
  await t.rejects(look.run(), /no store/);
  await t.rejects(look.runIfDue(), /no store/);
  t.equal(looks, 2);
});
