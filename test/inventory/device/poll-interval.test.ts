import tap, { test } from 'tap';
import { createPollIntervalTask, nextTurn } from '../../../src/inventory/device/poll-interval.ts';
import { PollScheduler } from '../../../src/jobs/poll-scheduler.ts';
import { compileStatement } from '../../../src/store/store.ts';
import { eventually } from '../../gateway-process.ts';
import { startInProcess } from '../../in-process.ts';
import { ManualClock } from '../../manual-clock.ts';

/* Devices that are pinged on this machine, at intervals of their own, of their profile and of their type. */

const pinged = `short_name: pinged
name: Pinged
poll_interval: 60
connection: { protocol: icmp }
`;
const clock = new ManualClock();
const gateway = await startInProcess({ clock, types: { pinged } });
const { store, metrics } = gateway.running.gateway;
// Its task is run by the tests.
const scheduler = new PollScheduler(gateway.running.gateway);
const intervals = createPollIntervalTask(gateway.running.gateway);
tap.teardown(async () => {
  await scheduler.stop();
  await gateway.stop();
});

const { signal } = new AbortController();
const create = async (path: string, fields: object) => {
  const { status, body } = await gateway.control('POST', path, fields);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return Number(body['id']);
};
const createDevice = (name: string, more: object = {}) =>
  create('/inventory_device/', {
    name,
    serial_number: `SN-${name}`,
    type: 'pinged',
    ip_address: '127.0.0.1',
    ...more,
  });
const profile = await create('/inventory_connection_profile/', {
  name: 'calm',
  poll_interval: 600,
});
const stored = (id: number) =>
  store.db
    .selectFrom('inventory_device')
    .select(['next_poll_at', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
/** Moves the next turn of a device, or of all others. */
const moveTurn = (which: '=' | '<>', { id, at }: { readonly id: number; readonly at: number }) => {
  const query = store.db.updateTable('inventory_device').set({ next_poll_at: at });
  return store.write([compileStatement(query.where('id', which, id))]);
};
const passSeconds = (seconds: number) => {
  clock.setDate(new Date(clock.now().getTime() + seconds * 1000));
};
const valueOf = async (name: string) => {
  const found = await metrics.getSingleMetric(name)?.get();
  return found?.values[0]?.value ?? 0;
};
/** Polls what is due, and waits for the ends of the polls. */
const pollDue = async () => {
  await scheduler.task.run(signal);
  await eventually(
    () => valueOf('gatehouse_polls_running'),
    (running) => running === 0,
  );
};

test('turns lie in the interval that follows, an interval apart, and spread over it', (t) => {
  const at = Date.UTC(2026, 0, 1, 12, 34, 56);
  const turns = Array.from({ length: 1000 }, (_, index) => {
    const device = { id: 5000 + index, intervalSeconds: 60, downMs: 0 };
    const turn = nextTurn(device, at);
    if (nextTurn(device, turn) !== turn + 60_000) t.fail(`device ${device.id}`);
    return turn - at;
  });
  const eachSecond = Array.from(
    { length: 60 },
    (_, second) => turns.filter((turn) => Math.ceil(turn / 1000) === second + 1).length,
  );
  t.ok(
    eachSecond.every((count) => count >= 16 && count <= 17),
    eachSecond.join(),
  );
  const ten = [0, ...turns.slice(0, 10).toSorted((a, b) => a - b), 60_000];
  t.ok(ten.every((turn, index) => turn - (ten[index - 1] ?? 0) < 15_000));
  t.end();
});

test('a device that is down keeps its turns for ten minutes, and is polled every two minutes at most', (t) => {
  const turn = (intervalSeconds: number, downMs: number) =>
    nextTurn({ id: 7, intervalSeconds, downMs }, 0) / 1000;
  for (const seconds of [30, 60, 100, 120]) {
    t.ok(turn(seconds, 599_000) <= seconds, `${seconds} s: its normal turn`);
    const later = turn(seconds, 600_000);
    t.ok(later > 120 - seconds && later <= 120, `${seconds} s: within two minutes`);
  }
  t.equal(turn(3600, 86_400_000), turn(3600, 0), 'a longer interval holds');
  t.end();
});

test('the interval is shown, set by each addressing, and bounded', async (t) => {
  const types = await gateway.list('/inventory_type/?limit=100');
  t.match(
    types.find(({ short_name }) => short_name === 'pinged'),
    { poll_interval: 60 },
  );
  const id = await createDevice('shown', { poll_interval: 30 });
  for (const [path, seconds] of [
    [`inventory_device/${id}`, 31],
    ['inventory_device_name/shown', 32],
    ['inventory_device_serial/SN-shown', null],
  ] as const) {
    const { body } = await gateway.control('PATCH', `/${path}/`, { poll_interval: seconds });
    t.equal(body['poll_interval'], seconds, path);
  }
  for (const poll_interval of [0, 86_401, 'a minute', 1.5])
    t.match(await gateway.control('PATCH', `/inventory_device/${id}/`, { poll_interval }), {
      status: 400,
      body: { poll_interval: [String] },
    });
  const path = `/inventory_connection_profile/${profile}/`;
  const refused = await gateway.control('PATCH', path, { poll_interval: 0 });
  t.match(refused, { status: 400, body: { poll_interval: [String] } });
});

test('the interval of the device counts first, then of the profile, then of the type', async (t) => {
  const devices = [
    [await createDevice('own', { connection_profile: profile, poll_interval: 20 }), 20],
    [await createDevice('of profile', { connection_profile: profile }), 600],
    [await createDevice('of type'), 60],
  ] as const;
  await pollDue();
  for (const [id, intervalSeconds] of devices) {
    const { next_poll_at, status } = await stored(id);
    t.equal(status, 1);
    const schedule = { id, intervalSeconds, downMs: 0 };
    t.equal(next_poll_at, nextTurn(schedule, clock.now().getTime()), `${intervalSeconds} s`);
  }
});

test('a shorter interval and a clock set back make a poll due, though its turn is far', async (t) => {
  const id = await createDevice('rare', { poll_interval: 86_400 });
  await pollDue();
  const { next_poll_at } = await stored(id);
  await intervals.run(signal);
  t.equal((await stored(id)).next_poll_at, next_poll_at);
  await gateway.control('PATCH', `/inventory_device/${id}/`, { poll_interval: 100 });
  await moveTurn('=', { id, at: clock.now().getTime() + 80_000_000 });
  await intervals.run(signal);
  t.equal((await stored(id)).next_poll_at, clock.now().getTime(), 'it is due');
  await pollDue();
  t.ok((await stored(id)).next_poll_at <= clock.now().getTime() + 100_000);
  passSeconds(-7200);
  await intervals.run(signal);
  t.equal((await stored(id)).next_poll_at, clock.now().getTime(), 'it is due');
  passSeconds(7200);
});

test('turns that pass before a late poll are skipped and counted', async (t) => {
  const id = await createDevice('late', { poll_interval: 30 });
  passSeconds(3600);
  await pollDue();
  const before = await valueOf('gatehouse_polls_skipped_total');
  const due = (await stored(id)).next_poll_at;
  await moveTurn('<>', { id, at: due + 86_400_000 });
  clock.setDate(new Date(due + 11 * 30_000 + 1));
  await pollDue();
  t.equal((await valueOf('gatehouse_polls_skipped_total')) - before, 11);
  t.equal((await stored(id)).next_poll_at, due + 12 * 30_000, 'they are not made up for');
});
