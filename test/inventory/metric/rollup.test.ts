import tap, { test } from 'tap';
import { readMetricCourses } from '../../../src/inventory/metric/metric-course.ts';
import { chooseResolution } from '../../../src/inventory/metric/metric-rollup.ts';
import { computeRollups } from '../../../src/inventory/metric/rollup-task.ts';
import type { Store } from '../../../src/store/store.ts';
import { startAlertSite } from '../../notify/alert/fixture.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { openStore } from '../../../src/store/database.ts';
import { addPlace, type Place } from '../../upkeep/retention/fixture.ts';
import { insert, nextEntryId } from '../../store/stores.ts';

/* Rollups of the metric log by five minutes, hours and days. */

const postgres = await startPostgres({ fsync: false });
const site = await startAlertSite();
const stores = [site.gateway.store, await openStore(postgres.url, site.folder)];
tap.teardown(async () => {
  await stores[1]?.close();
  await site.stop();
  await postgres.stop();
});

const minute = 60_000;
const hour = 60 * minute;
const start = Date.parse('2026-03-01T00:00:00Z');
const { signal } = new AbortController();
type Period = 'inventory_metric_5min' | 'inventory_metric_hour' | 'inventory_metric_day';

/** Adds a result for each minute of a range: the number of the minute, which no period has twice. */
async function addResults(store: Store, place: Place, [from, until]: readonly [number, number]) {
  const { organization, device, source } = place;
  const rows = Array.from({ length: until - from }, (_, index) => ({
    organization,
    device,
    source,
    id: nextEntryId(start + (from + index) * minute + 7),
    value: from + index,
    result: from + index === 3 ? null : from + index,
  }));
  await store.write([store.db.insertInto('inventory_metric_log').values(rows)]);
}

async function rowsOf(store: Store, table: Period, { device }: Place) {
  return store.db
    .selectFrom(table)
    .selectAll()
    .where('device', '=', device)
    .orderBy('datetime')
    .execute();
}

for (const store of stores)
  test(`${store.engine}: each period has the least, mean, greatest and last result, once it is over`, async (t) => {
    const place = await addPlace(store);
    // Of many periods, the devices of one read are fewer than these.
    for (let between = 0; between < 9; between += 1) await addPlace(store);
    const other = await addPlace(store);
    const compute = async (minutes: number) => {
      const now = () => new Date(start + minutes * minute);
      while (await computeRollups({ store, now }, signal));
    };
    await addResults(store, place, [0, 8]);
    await addResults(store, other, [0, 8]);
    const { metric, parameter } = other;
    const source = await insert(store, 'inventory_metric_source', {
      metric,
      parameter,
      interface: 'eth0',
    });
    await addResults(store, { ...other, source }, [4, 8]);
    await compute(8);
    t.match(
      await rowsOf(store, 'inventory_metric_5min', place),
      [{ datetime: start, count: 4, min: 0, max: 4, sum: 7, last: 4 }],
      'a result that is null does not count, and the second period is not over',
    );
    await addResults(store, place, [8, 2000]);
    await compute(2000);
    const fives = await rowsOf(store, 'inventory_metric_5min', place);
    t.equal(fives.length, 399);
    t.match(fives[398], {
      datetime: start + 398 * 5 * minute,
      count: 5,
      min: 1990,
      max: 1994,
      last: 1994,
    });
    const hours = await rowsOf(store, 'inventory_metric_hour', place);
    t.equal(hours.length, 33);
    t.match(hours[32], {
      datetime: start + 32 * hour,
      count: 60,
      min: 1920,
      max: 1979,
      sum: 116_970,
      last: 1979,
    });
    t.match(await rowsOf(store, 'inventory_metric_day', place), [
      { datetime: start, count: 1439, min: 0, max: 1439, last: 1439 },
    ]);
    t.match(
      (await rowsOf(store, 'inventory_metric_hour', other)).toSorted((a, b) => b.count - a.count),
      [
        { interface: '', count: 7, max: 7 },
        { interface: 'eth0', count: 4, sum: 22, last: 7 },
      ],
      'an interface has rollups of its own',
    );
    await store.write([store.db.updateTable('inventory_metric_rollup').set({ until: start })]);
    await compute(2000);
    t.same(
      await rowsOf(store, 'inventory_metric_5min', place),
      fives,
      'a repetition changes nothing',
    );
    await compute(1000);
    await compute(2000);
    t.same(
      await rowsOf(store, 'inventory_metric_5min', place),
      fives,
      'nor does a clock that is set back',
    );
    const metrics = await store.db.selectFrom('inventory_metric').select('name').execute();
    const names = ['absent', ...metrics.map(({ name }) => name)];
    const at = { devices: [place.device, other.device], now: new Date(start + 1000 * minute) };
    const courses = await readMetricCourses(store, { ...at, metrics: names });
    const quarters = Array.from({ length: 24 }, (_, index) => 15 * (index + 43) + 7);
    const { from, values } = courses.get(place.device) ?? {};
    t.same([from, values], [start + 645 * minute, quarters], 'means of a quarter of an hour');
    t.same(await readMetricCourses(store, { ...at, metrics: ['absent'] }), new Map());
    if (store === site.gateway.store)
      await store.write([
        store.db.updateTable('inventory_device').set({ organization: 1 }),
        store.db.updateTable('inventory_metric_log').set({ organization: 1 }),
        store.db.updateTable('inventory_metric_hour').set({ organization: 1 }),
        store.db.updateTable('inventory_metric_day').set({ organization: 1 }),
      ]);
  });

test('the list of the metric log shows rollups, of a resolution that is named or follows from the range', async (t) => {
  const filter = '/inventory_metric_log/?metric__name=m1&limit=2';
  const [last, before] = await site.list(`${filter}&resolution=hour`);
  t.match(last, {
    datetime: '2026-03-02T08:00:00.000Z',
    result: 1949.5,
    avg: 1949.5,
    min: 1920,
    max: 1979,
    last: 1979,
    count: 60,
    value: '1979',
    metric: { name: 'm1' },
  });
  t.equal(before?.['datetime'], '2026-03-02T07:00:00.000Z');
  const page = await site.ask('GET', `${filter}&resolution=hour`);
  const next = String(page['next']).replace(/^.*\/control\/api\/v1/, '');
  t.match(await site.list(next), [{ datetime: '2026-03-02T06:00:00.000Z' }, {}]);
  t.match(await site.list(`${filter}&resolution=auto`), { length: 1, 0: { count: 1439 } });
  const week = await site.list(
    `${filter}&resolution=auto&datetime__gte=2026-02-20&datetime__lte=2026-03-02`,
  );
  t.match(week, [{ count: 60 }, { count: 60 }]);
  // The day is not over: its hours, and by their links more of them.
  const today = `${filter}&resolution=auto&datetime__gte=2026-03-02&datetime__lte=2026-06-01`;
  const hours = await site.ask('GET', today);
  t.match(hours, { count: 9, results: [{ count: 60 }, { count: 60 }] });
  const further = String(hours['next']).replace(/^.*\/control\/api\/v1/, '');
  t.match(await site.list(further), [{ datetime: '2026-03-02T06:00:00.000Z', count: 60 }, {}]);
  t.match(await site.request('GET', `${filter}&resolution=week`), {
    status: 400,
    body: { resolution: [String] },
  });
  t.equal('count' in ((await site.list('/inventory_metric_log/?limit=1'))[0] ?? {}), false);
  const byInterface = '/inventory_metric_log/?interface=eth0';
  t.match(await site.list(`${byInterface}&resolution=hour`), {
    length: 1,
    0: { interface: 'eth0', avg: 5.5, metric: { name: 'm11' } },
  });
  t.match(await site.list(byInterface), { length: 4, 0: { interface: 'eth0', result: 7 } });
  const [device] = await site.list('/inventory_device/?metrics=last&limit=1');
  t.match(device?.['metrics'], [
    {
      metric: 'm1',
      parameter: 'load',
      interface: null,
      value: '1999',
      result: 1999,
      datetime: '2026-03-02T09:19:00.007Z',
    },
  ]);
  const withCourse = '/inventory_device/?course=absent,m1&limit=1';
  t.match(await site.list(withCourse), [{ course: { metric: 'm1', step_seconds: 900 } }]);
  t.match(await site.list(withCourse.replace(',m1', '')), [{ course: null }]);
  const raw = `${filter}&parameter__variable_name=load&parameter_name=load`;
  const range = '&datetime__gte=2026-03-01T00:07:00.007Z&datetime__lte=2026-03-01T00:10:00.007Z';
  const first = await site.ask('GET', `${raw}${range}`);
  t.match(first, { count: 4, results: [{ value: '10' }, { value: '9' }] });
  const rest = await site.ask('GET', String(first['next']).replace(/^.*\/control\/api\/v1/, ''));
  t.match(rest, {
    next: null,
    results: [{ value: '8' }, { value: '7', result: 7, origin: 'auto' }],
  });
  const back = await site.list(String(rest['previous']).replace(/^.*\/control\/api\/v1/, ''));
  t.match(back, [{ value: '10', datetime: '2026-03-01T00:10:00.007Z' }, { value: '9' }]);
  t.same(
    await site.list('/inventory_metric_log/?metric_name=load'),
    [],
    'a metric that there is not',
  );
  const days = (count: number) => chooseResolution(0, count * 24 * hour);
  t.same([0.25, 3, 60, 61].map(days), ['raw', '5min', 'hour', 'day']);
});
