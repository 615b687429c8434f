import { sql } from 'kysely';
import { test } from 'tap';
import type { Store } from '../../../src/store/store.ts';
import { measureStore } from '../../../src/store/store-size.ts';
import { bothStores } from '../../store/stores.ts';
import { addPlace, day, insertRows, retentionOn, timesOf, type Place } from './fixture.ts';

const now = Date.now();

/** Inserts batches of 500 rows that are a day old. */
async function fill(
  store: Store,
  place: Place,
  { table, batches }: { readonly table: string; readonly batches: number },
): Promise<void> {
  for (let batch = 0; batch < batches; batch += 1) {
    const at = now - day + batch * 1_000;
    await store.write([insertRows(store, table, { place, at, count: 500 })]);
  }
}

/** PostgreSQL counts rows with a delay. */
async function measure(store: Store) {
  if (store.engine === 'postgres') {
    await sql`analyze`.execute(store.db);
    await sql`select pg_stat_force_next_flush()`.execute(store.db);
  }
  return measureStore(store);
}

for (const store of await bothStores()) {
  const { engine } = store;

  test(`${engine}: above disk_limit raw metrics go first, and accounting never`, async (t) => {
    const place = await addPlace(store);
    await fill(store, place, { table: 'aaa_accounting', batches: 2 });
    await fill(store, place, { table: 'inventory_device_log', batches: 2 });
    const { used: before } = await measure(store);
    await fill(store, place, { table: 'inventory_metric_log', batches: 16 });
    const { used } = await measure(store);
    const count = async (table: string) => (await timesOf(store, table, place.organization)).length;

    const some = retentionOn(store, { disk_limit: Math.floor((before + used) / 2) });
    some.clock.setDate(new Date(now));
    await some.run();
    const left = await count('inventory_metric_log');
    t.ok(left > 0 && left < 7_000, `${left} of 8000 rows of the metric log are left`);
    const times = await timesOf(store, 'inventory_metric_log', place.organization);
    t.ok((times[0] ?? 0) > now - day, 'the oldest are gone');
    t.equal(await count('inventory_device_log'), 1_000, 'logs stay while there are metrics');
    t.match(some.lines.join(''), 'the store is above disk_limit; deleting the oldest raw metrics');
    t.match(
      await some.metrics.metrics(),
      `gatehouse_retention_deleted_total{table="inventory_metric_log",reason="disk"} ${8_000 - left}`,
    );
    t.match(await some.metrics.metrics(), /gatehouse_store_octets \d{5,}/);

    const most = retentionOn(store, { disk_limit: 1 });
    most.clock.setDate(new Date(now));
    for (let round = 0; round < 8; round += 1) await most.run();
    t.equal(await count('inventory_metric_log'), 0);
    t.equal(await count('inventory_device_log'), 0);
    t.equal(await count('aaa_accounting'), 1_000);
    t.match(most.lines.join(''), 'only accounting is left');
  });
}
