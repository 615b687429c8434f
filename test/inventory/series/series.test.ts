import tap, { test } from 'tap';
import { createSeriesTask } from '../../../src/inventory/series/series-task.ts';
import { startInProcess } from '../../in-process.ts';
import { ManualClock } from '../../manual-clock.ts';

/* Work that is repeated: each run is a transaction of its own, and what is missed is counted. */

const begin = new Date('2026-06-01T20:00:00Z');
const clock = new ManualClock(begin);
const site = await startInProcess({ clock });
const { control, list, until } = site;
tap.teardown(site.stop);

const at = (seconds: number) => new Date(begin.getTime() + seconds * 1000).toISOString();
const device = await control('POST', '/inventory_device/', {
  name: 'ap',
  serial_number: 'SN',
  type: 'linux',
  ip_address: '127.0.0.1',
});
const diags = '/inventory_device_diags/';
const ping = {
  parent_id: device.body['id'],
  operation: 'ping',
  source: 'gateway',
  host: '127.0.0.1',
  count: 1,
};
const seriesOf = async (id: unknown) =>
  (await control('GET', `/inventory_series/${String(id)}/`)).body;
const runsOf = async (id: unknown) => {
  const runs = await list(`/inventory_transaction/?series=${String(id)}`);
  return runs.map(({ run_at, status }) => [run_at, status]);
};
const hasBegun = (id: unknown, count: number) => async () => (await runsOf(id)).length === count;
const hasRuns = (id: unknown, count: number) => async () => {
  const runs = await runsOf(id);
  return runs.length === count && runs.every(([, status]) => status === 'completed');
};

test('a diagnostic is repeated until its end, and runs that are missed are counted', async (t) => {
  const body = { ...ping, every: 60, until: at(600) };
  const first = await control('POST', `${diags}?wait=30`, body);
  t.match(first, { status: 201, body: { status: 'completed', series: String } });
  const id = first.body['series'];
  t.match(await seriesOf(id), {
    device: device.body['id'],
    device_name: 'ap',
    operation: 'ping',
    parameters: { host: '127.0.0.1' },
    status: 'running',
    every: 60,
    next_run_at: at(60),
    runs: 1,
    missed: 0,
  });
  await clock.advance(61_000);
  await until(hasRuns(id, 2));
  clock.setDate(new Date(begin.getTime() + 310_000));
  await until(hasBegun(id, 3), 1000);
  await until(hasRuns(id, 3), 50);
  t.same(await runsOf(id), [
    [at(300), 'completed'],
    [at(60), 'completed'],
    [null, 'completed'],
  ]);
  t.match(await seriesOf(id), { runs: 3, missed: 3, next_run_at: at(360) });
  clock.setDate(new Date(begin.getTime() + 3_600_000));
  await until(async () => (await seriesOf(id))['status'] !== 'running', 1000);
  t.match(await seriesOf(id), { status: 'completed', runs: 3, missed: 8, next_run_at: null });
  const again = await control('POST', `/inventory_series/${String(id)}/cancel/`, {});
  t.match(again, { status: 409, body: { detail: /is completed/ } });
});

test('of several gateways one makes a run, and a series that is canceled has no further one', async (t) => {
  const now = clock.now().getTime();
  const body = {
    ...ping,
    run_at: new Date(now + 60_000),
    every: 60,
    until: new Date(now + 900_000),
  };
  const first = await control('POST', diags, body);
  const id = first.body['series'];
  await clock.advance(61_000);
  await until(hasRuns(id, 1));
  clock.setDate(new Date(now + 120_500));
  const tasks = Array.from({ length: 4 }, () => createSeriesTask(site.running.gateway));
  await Promise.all(tasks.map((task) => task.run(new AbortController().signal)));
  await until(hasRuns(id, 2));
  t.match(await seriesOf(id), { runs: 2, missed: 0 });
  const ended = await control('POST', `/inventory_series/${String(id)}/cancel/`, {});
  t.match(ended, { status: 200, body: { status: 'canceled', next_run_at: null } });
  await clock.advance(200_000);
  t.equal((await runsOf(id)).length, 2);
  const later = await control('POST', diags, { ...body, run_at: new Date(now + 400_000) });
  await control('POST', `/inventory_series/${String(later.body['series'])}/cancel/`, {});
  const [run] = await runsOf(later.body['series']);
  t.equal(run?.[1], 'canceled', 'its first run, which had not begun');
});

test('what cannot be repeated is refused with the field and the value', async (t) => {
  const now = clock.now().getTime();
  const later = (seconds: number) => new Date(now + seconds * 1000);
  const cases: readonly (readonly [object, string, RegExp])[] = [
    [{ every: 60 }, 'until', /every needs until/],
    [{ until: later(60) }, 'every', /until needs every/],
    [{ every: 59, until: later(600) }, 'every', /60/],
    [{ every: 60, until: later(-1) }, 'until', /is not after the first run/],
    [{ every: 60, until: later(40 * 86_400) }, 'until', /in 30 days/],
    [{ every: 60, until: later(600), expires_at: later(60) }, 'expires_at', /run expires/],
  ];
  for (const [keys, field, message] of cases)
    t.match(await control('POST', diags, { ...ping, ...keys }), {
      status: 400,
      body: { [field]: [message] },
    });
  const headless = { parent_id: ping.parent_id, every: 60, until: later(600) };
  const path = '/inventory_device_headless_operation/';
  const get = await control('POST', path, {
    ...headless,
    operation: 'get',
    variables: ['system.hostname'],
  });
  t.match(get, { status: 201, body: { operation: 'get', series: String } });
  const set = { operation: 'set', variables: [{ variable: 'system.hostname', value: 'x' }] };
  t.match(await control('POST', path, { ...headless, ...set }), {
    status: 400,
    body: { every: [/Only a get is repeated/] },
  });
  for (let made = 1; made < 10; made += 1)
    await control('POST', diags, { ...ping, every: 60, until: later(600) });
  t.match(await control('POST', diags, { ...ping, every: 60, until: later(600) }), {
    status: 400,
    body: { every: [/has 10 series already/] },
  });
});
