import tap, { test } from 'tap';
import { openStore } from '../../src/store/database.ts';
import type { Store } from '../../src/store/store.ts';
import { startPgbouncer } from '../peers/pgbouncer.ts';
import { startPostgres } from '../peers/postgres.ts';

/* Both kinds of pooling by PgBouncer serve as a PostgreSQL of one's own. */

const postgres = await startPostgres({ fsync: false, isEmpty: true });
tap.teardown(() => postgres.stop());

const organization = (name: string) => ({ name, short_name: name, created: 1, last_change: 1 });

/** Writes as gateways do: many batches at once, of one statement and of several, the same texts again and again. */
async function writeAtOnce(store: Store, label: string, count: number): Promise<void> {
  const insert = (name: string) => store.db.insertInto('organization').values(organization(name));
  await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      await store.write([insert(`${label}-${number}`)]);
      await store.write([insert(`${label}-${number}-a`), insert(`${label}-${number}-b`)]);
    }),
  );
}

for (const mode of ['session', 'transaction'] as const)
  test(`pooling by ${mode}: gateways start, write and read`, { timeout: 60_000 }, async (t) => {
    const pgbouncer = await startPgbouncer(await postgres.createDatabase(mode), mode);
    t.teardown(() => pgbouncer.stop());
    const stores = await Promise.all([1, 2].map(() => openStore(pgbouncer.url, '/')));
    await Promise.all(stores.map((one, number) => writeAtOnce(one, `gateway-${number}`, 60)));
    for (const one of stores) {
      const query = one.db
        .selectFrom('organization')
        .select('short_name')
        .where('short_name', 'like', 'gateway-%');
      t.equal((await query.execute()).length, 360);
      t.equal((await one.readLong(query)).length, 360);
      await one.checkWritable();
    }
    for (const one of stores)
      await t.rejects(writeAtOnce(one, 'gateway-0', 1), {
        kind: 'conflict',
        message: 'already exists',
      });
    for (const one of stores) await one.close();
  });
