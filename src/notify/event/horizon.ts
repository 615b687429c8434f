import { sql } from 'kysely';
import { prepareQuery } from '../../store/prepared-statement.ts';
import type { Store } from '../../store/store.ts';

/*
 * Which transactions can still commit. The ids of transactions are those of all databases of a PostgreSQL server: an open one
 * in another database holds the oldest running id of a snapshot back, and cannot add an event here.
 */

const asNumber = (transaction: string) =>
  sql`cast(cast(${sql.ref(transaction)} as text) as bigint)`;

const here = sql`current_database()`;

/**
 * True for a running transaction whose backend, or which if it is prepared, belongs to another database. A lock names the lower
 * 32 bits of the id.
 */
const isForeign = sql`
  exists (
    select 1 from pg_locks as l
      join pg_stat_activity as a on a.pid = l.pid
      join pg_database as d on d.oid = a.datid
    where l.locktype = 'transactionid' and l.granted and l.mode = 'ExclusiveLock'
      and ${asNumber('l.transactionid')} = running.id % 4294967296 and d.datname <> ${here})
  or exists (
    select 1 from pg_prepared_xacts as p
    where ${asNumber('p.transaction')} = running.id % 4294967296 and p.database <> ${here})`;

const selectHorizon = prepareQuery<{ readonly horizon: number }>((db) =>
  sql<{ horizon: number }>`
    select coalesce(
      (select min(running.id)
        from (select ${asNumber('xip')} as id from pg_snapshot_xip(current.snapshot) as xip) as running
        where not (${isForeign})),
      cast(cast(pg_snapshot_xmax(current.snapshot) as text) as bigint)) as horizon
    from (select pg_current_snapshot() as snapshot) as current`.compile(db),
);

/**
 * Returns the id below which every transaction of this database has ended. A transaction that ended since the snapshot was taken
 * counts as running: its rows may be missing in it.
 *
 * @see PostgreSQL, functions and operators, transaction ID and snapshot information; pg_locks
 */
export async function readHorizon(store: Store): Promise<number> {
  const [found] = await selectHorizon(store, {});
  return found?.horizon ?? 0;
}
