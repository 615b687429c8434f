import { getEventListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Registry } from 'prom-client';
import { test } from 'tap';
import { Slots } from '../../src/jobs/slots.ts';
import { Watchdog } from '../../src/runtime/watchdog.ts';
import { ManualClock } from '../manual-clock.ts';

const never = () => new Promise<never>(() => undefined);
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });

function start({ total = 4 } = {}) {
  const clock = new ManualClock();
  const metrics = new Registry();
  const watchdog = new Watchdog(clock, metrics);
  return {
    clock,
    metrics,
    watchdog,
    slots: new Slots({ clock, watchdog }, total, () => undefined),
  };
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const step = { name: 'poll', timeoutMs: 10_000 };
const owner = { organization: 1 };

test('a step ends at its limit though it ignores its signal, and its slot is free', async (t) => {
  const { clock, metrics, slots, watchdog } = start({ total: 1 });
  const slot = slots.take(owner, false);
  const outcome = slot.run({ ...step, keepsSlot: true }, never).catch((error: unknown) => error);
  await clock.advance(11_999);
  t.equal(watchdog.running, 1);
  await clock.advance(1);
  t.match(await outcome, { kind: 'timeout', message: /poll did not end at its time limit/ });
  slot.release();
  t.equal(slots.free, 1);
  t.equal(watchdog.running, 0);
  const text = await metrics.metrics();
  t.match(text, 'gatehouse_watchdog_cuts_total{step="poll",result="ended"} 1');
  t.match(text, 'gatehouse_watchdog_cuts_total{step="poll",result="abandoned"} 1');
  t.match(text, 'gatehouse_watchdog_abandoned_steps 1');
});

test('a step that ends when its signal aborts is cut, and not abandoned', async (t) => {
  const { clock, metrics, watchdog } = start();
  const outcome = watchdog.run(step, untilAborted).catch((error: unknown) => error);
  await clock.advance(10_000);
  t.match(await outcome, { name: 'TimeoutError' });
  t.match(await metrics.metrics(), 'gatehouse_watchdog_abandoned_steps 0');
});

test('the gateway is not ready while abandoned steps accumulate', async (t) => {
  const { clock, watchdog } = start();
  const release: (() => void)[] = [];
  const stuck = () => new Promise<void>((resolve) => release.push(resolve));
  const outcomes = Array.from({ length: 16 }, () => watchdog.run(step, stuck).catch(() => null));
  await clock.advance(12_000);
  await Promise.all(outcomes);
  t.throws(() => {
    watchdog.checkReady();
  }, /16 steps were abandoned/);
  for (const end of release) end();
  await nextTurn();
  watchdog.checkReady();
  t.pass('ready once they have ended');
});

test('the gateway is not ready while a step runs past its limit', (t) => {
  const metrics = new Registry();
  let now = 0;
  // A clock that loses its timers.
  const lost = { cancel: () => undefined, unref: () => lost };
  const watchdog = new Watchdog({ setTimer: () => lost, monotonicMs: () => now }, metrics);
  void watchdog.run(step, never);
  now = 16_999;
  watchdog.checkReady();
  now = 17_001;
  t.throws(() => {
    watchdog.checkReady();
  }, /1 steps run past their time limit/);
  t.end();
});

test('a step that waits for its device gives its slot back, and one on this machine does not', async (t) => {
  const { clock, slots } = start({ total: 1 });
  const slot = slots.take(owner, false);
  const waiting = slot.run(step, untilAborted).catch(() => null);
  await clock.advance(499);
  t.equal(slots.free, 0);
  await clock.advance(1);
  t.equal(slots.free, 1);
  const other = slots.take(owner, false);
  const process = other.run({ ...step, keepsSlot: true }, untilAborted).catch(() => null);
  await clock.advance(5_000);
  t.equal(slots.free, 0);
  await clock.advance(10_000);
  await Promise.all([waiting, process]);
  t.equal(slots.free, 0, 'until the second transaction ends');
  other.release();
  t.equal(slots.free, 1);
});

test('the next step of a transaction waits for a slot', async (t) => {
  const { clock, slots } = start({ total: 1 });
  const first = slots.take(owner, false);
  first.release();
  const second = slots.take(owner, false);
  let isStarted = false;
  const next = first.run(step, () => {
    isStarted = true;
    return Promise.resolve('read');
  });
  await clock.advance(100);
  t.equal(isStarted, false);
  t.equal(slots.free, 0, 'new work comes after it');
  second.release();
  t.equal(await next, 'read');
  first.release();
  t.equal(slots.free, 1);
});

/** Starts works that have given their slots back, as while they wait for their devices. */
function startWorks(slots: Slots, organization: number, count: number) {
  return Array.from({ length: count }, () => {
    const slot = slots.take({ organization }, false);
    slot.release();
    return { organization, slot };
  });
}

/** Runs the next steps of works while all slots are held. @returns the organizations in the order of their turns */
async function serveInTurn(
  slots: Slots,
  works: ReturnType<typeof startWorks>,
  useDevice: (organization: number) => Promise<void>,
): Promise<readonly number[]> {
  const order: number[] = [];
  const held = slots.take({ organization: 9 }, false);
  const ends = works.map(async ({ organization, slot }) => {
    await slot.run(step, () => {
      order.push(organization);
      return useDevice(organization);
    });
    slot.release();
  });
  held.release();
  await Promise.all(ends);
  return order;
}

test('steps of one organization that wait for a slot do not delay those of another', async (t) => {
  const { slots } = start({ total: 1 });
  const works = [...startWorks(slots, 1, 500), ...startWorks(slots, 2, 3)];
  const order = await serveInTurn(slots, works, () => Promise.resolve());
  t.equal(order.length, 503);
  t.same(order.slice(0, 7), [1, 2, 1, 2, 1, 2, 1]);
  t.equal(slots.free, 1);
});

test('an organization whose steps hold their slots longer has fewer turns', async (t) => {
  const { clock, slots } = start({ total: 1 });
  const works = [...startWorks(slots, 1, 6), ...startWorks(slots, 2, 9)];
  const served = serveInTurn(slots, works, (organization) =>
    clock.sleep(organization === 1 ? 400 : 100),
  );
  await clock.advance(6 * 400 + 9 * 100);
  const order = await served;
  t.same(order.slice(0, 10), [1, 2, 2, 2, 2, 1, 2, 2, 2, 2]);
});

test('devices that did not answer the last time hold at most a quarter of the slots', (t) => {
  const { slots } = start({ total: 8 });
  t.equal(slots.freeForSilent, 2);
  const held = [slots.take(owner, true), slots.take(owner, true)];
  t.equal(slots.freeForSilent, 0);
  t.equal(slots.free, 6);
  for (const slot of held) slot.release();
  t.equal(slots.freeForSilent, 2);
  t.end();
});

test('100,000 steps leave nothing on a signal that lives as long as the gateway', async (t) => {
  const { slots } = start();
  const { signal } = new AbortController();
  const slot = slots.take(owner, false);
  const runSteps = async (count: number) => {
    for (let index = 0; index < count; index += 1)
      await slot.run({ ...step, signal }, () => Promise.resolve());
    await nextTurn();
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = await runSteps(10_000);
  const grown = (await runSteps(100_000)) - before;
  t.equal(getEventListeners(signal, 'abort').length, 0);
  t.ok(grown < 8_000_000, `the heap grew by ${grown} octets`);
});
