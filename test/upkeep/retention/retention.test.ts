import { test } from 'tap';
import { readUsage, readTotalUsage } from '../../../src/aaa/policy/limit/usage.ts';
import { defaultRetention } from '../../../src/config/retention-limits.ts';
import { loadTables } from '../../../src/modules/load-modules.ts';
import { bothStores } from '../../store/stores.ts';
import { addPlace, day, insertRows, retentionOn, rowAt, timesOf } from './fixture.ts';

const { growth: growingTables } = await loadTables();

const stores = await bothStores();
const tables = Object.keys(rowAt);
/** Ten years in quarters. */
const decade = 40;
const quarter = 91.25 * day;

test('every growing table is tested', (t) => {
  t.same([...new Set(growingTables.map(({ table }) => table))].sort(), tables.toSorted());
  t.same(
    [...new Set(growingTables.map(({ retention }) => retention))].sort(),
    Object.keys(defaultRetention).sort(),
  );
  t.end();
});

for (const store of stores) {
  const { engine } = store;

  test(`${engine}: ten years leave what the limits allow, and no quota forgets`, async (t) => {
    const own = Object.fromEntries(
      Object.keys(defaultRetention).map((name) => [name, { days: 100 }]),
    );
    const [site, shorter] = [await addPlace(store), await addPlace(store, own)];
    const { run, clock } = retentionOn(store);
    const begin = clock.now().getTime();
    await store.write([
      insertRows(store, 'aaa_accounting', {
        place: site,
        at: begin,
        more: { acctstoptime: null, user: null },
      }),
      insertRows(store, 'inventory_transaction', {
        place: site,
        at: begin,
        more: { status: 'scheduled' },
      }),
      insertRows(store, 'aaa_authorization_change', {
        place: site,
        at: begin,
        more: { next_try: 1 },
      }),
      insertRows(store, 'inventory_device_log', {
        place: site,
        at: begin,
        more: { is_pending: 1 },
      }),
    ]);
    for (let at = 1; at <= decade; at += 1) {
      await clock.advance(quarter);
      const now = clock.now().getTime();
      await store.write(
        [site, shorter].flatMap((place) =>
          tables.map((table) => insertRows(store, table, { place, at: now, count: 2 })),
        ),
      );
      if (at % 4 === 0) await run();
    }
    const now = clock.now();
    // Page views have a test of their own.
    for (const { table, retention } of growingTables.filter(
      (of) => of.retention !== 'page_views',
    )) {
      const { days } = defaultRetention[retention];
      const kept = await timesOf(store, table, site.organization);
      const isPending = kept[0] === begin;
      const quarters = Math.floor((days * day) / quarter) + 1;
      t.equal(kept.length, 2 * quarters + Number(isPending), `${table}: ${days} days of the site`);
      t.equal((await timesOf(store, table, shorter.organization)).length, 4, `${table}: own days`);
    }
    for (const { user } of [site, shorter]) {
      const used = await readTotalUsage(store, [user], now);
      t.equal(
        used.get(user)?.seconds,
        decade * 2 * 600,
        'the credit of a token counts all sessions',
      );
      const usage = await readUsage(store, {
        user,
        periods: ['all', 'monthly'],
        now,
        timeZone: null,
      });
      t.same(usage.get('all'), { seconds: decade * 2 * 600, octets: decade * 2 * 1024 });
      t.ok((usage.get('monthly')?.seconds ?? 0) <= 1200, 'a month counts its own');
    }
  });

  test(`${engine}: limits hold for the organizations below, and the nearest wins`, async (t) => {
    const top = await addPlace(store, { txlog: { days: 10, rows: 5 }, decisions: { days: 20 } });
    const middle = await addPlace(store, { txlog: { days: 20 } });
    const bottom = await addPlace(store);
    const beside = await addPlace(store);
    for (const [child, parent] of [
      [middle, top],
      [bottom, middle],
    ] as const)
      await store.write([
        store.db
          .updateTable('organization')
          .set({ parent: parent.organization })
          .where('id', '=', child.organization),
      ]);
    const { run, clock } = retentionOn(store);
    await clock.advance(400 * day);
    const now = clock.now().getTime();
    const places = [top, middle, bottom, beside];
    const ages = [2, 6, 15, 25];
    await store.write(
      places.flatMap((place) =>
        (['txlog_portal', 'aaa_decision'] as const).flatMap((table) =>
          ages.map((age) => insertRows(store, table, { place, at: now - age * day, count: 2 })),
        ),
      ),
    );
    await run();
    const kept = (table: 'txlog_portal' | 'aaa_decision') =>
      Promise.all(
        places.map(async ({ organization }) => (await timesOf(store, table, organization)).length),
      );
    t.same(await kept('txlog_portal'), [4, 5, 5, 8], 'days of the nearest, rows of the one above');
    t.same(await kept('aaa_decision'), [6, 6, 6, 4], 'the site keeps decisions for a week');
  });

  test(`${engine}: page views push no login out, whatever their number`, async (t) => {
    const place = await addPlace(store, { txlog: { rows: 100 }, page_views: { rows: 300 } });
    const { run, clock } = retentionOn(store);
    const now = clock.now().getTime();
    const events = (type: string, count: number, age: number) =>
      Array.from({ length: count }, (_, row) => ({
        organization: place.organization,
        datetime: now - age * 1000 + row,
        type,
        status: 200,
      }));
    const rows = [
      ...events('ui', 50, 9000),
      ...events('pv', 400, 5000),
      ...events('ub', 400, 3000),
    ];
    for (let at = 0; at < rows.length; at += 50)
      await store.write([store.db.insertInto('txlog_portal').values(rows.slice(at, at + 50))]);
    await run();
    const left = await store.db
      .selectFrom('txlog_portal')
      .select(['type', (count) => count.fn.countAll<number>().as('rows')])
      .where('organization', '=', place.organization)
      .groupBy('type')
      .execute();
    t.same(Object.fromEntries(left.map(({ type, rows: number }) => [type, number])), {
      ub: 297,
      ui: 50,
    });
  });

  test(`${engine}: an organization that has too many rows loses its oldest, and no other does`, async (t) => {
    const [small, large] = [
      await addPlace(store, { packets: { rows: 300 } }),
      await addPlace(store, { packets: { rows: 100_000 } }),
    ];
    const { run, clock, metrics } = retentionOn(store, { packets: { rows: 2_000 } });
    const now = clock.now().getTime();
    await store.write(
      [small, large].map((place) =>
        insertRows(store, 'aaa_packet', { place, at: now - 5_000, count: 2_100 }),
      ),
    );
    await run();
    const kept = await timesOf(store, 'aaa_packet', small.organization);
    t.ok(kept.length <= 300 && kept.length >= 290, `${kept.length} rows`);
    t.equal(kept.at(-1), now - 5_000 + 2_099);
    t.equal((await timesOf(store, 'aaa_packet', large.organization)).length, 2_100);
    t.match(
      await metrics.metrics(),
      /gatehouse_retention_deleted_total\{table="aaa_packet",reason="rows"\} 180\d/,
    );
  });

  test(`${engine}: writes go on between the steps of a deletion`, async (t) => {
    const place = await addPlace(store);
    const { run, clock } = retentionOn(store);
    const old = clock.now().getTime() - 40 * day;
    for (let batch = 0; batch < 10; batch += 1)
      await store.write([
        insertRows(store, 'inventory_metric_log', { place, at: old, count: 500 }),
      ]);
    const state = { isDone: false };
    let written = 0;
    const running = run().finally(() => (state.isDone = true));
    while (!state.isDone) {
      await store.checkWritable();
      written += 1;
    }
    await running;
    t.same(await timesOf(store, 'inventory_metric_log', place.organization), []);
    t.ok(written >= 20, `${written} writes during 25 steps`);
  });
}
