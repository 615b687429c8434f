import { sql, type RawBuilder } from 'kysely';
import { marginOf, type GrowingTable } from '../../gateway/growing-table.ts';
import type { Statement, Store } from '../../store/store.ts';

declare module '../../contract/tables.ts' {
  interface Tables {
    /** Usage of a user in deleted sessions: quotas and credit without a period still count it. */
    aaa_usage: { user: number; seconds: number; octets: number };
  }
}

/** The longest period of a quota, a month, with a day for the change of clocks. */
export const longestPeriodMs = 32 * 86_400_000;

/**
 * Sessions. Open ones stay, those that ended, or were heard of, within the current period of a quota, and those that are in no
 * sums yet.
 */
export const accountingGrowth: GrowingTable = {
  retention: 'accounting',
  table: 'aaa_accounting',
  key: 'radacctid',
  timeColumn: 'acctstarttime',
  // The times of a NAS whose clock is in doubt may be days too early.
  heardColumn: 'heard_at',
  mayDelete: (now) => {
    const limit = now - longestPeriodMs;
    return sql`acctstoptime < ${limit} and coalesce(heard_at, 0) < ${limit} and local_start is not null`;
  },
  deleteRows: (store, keys) =>
    store.engine === 'postgres' ? moveOnPostgres(store, keys) : moveOnSqlite(store, keys),
};

/** The sums that `readUsage` computes of ended sessions. */
const sums = sql`"user", cast(sum(coalesce(acctsessiontime, 0)) as bigint) as seconds,
  sum(cast(coalesce(acctinputoctets, 0) as double precision) + coalesce(acctoutputoctets, 0)) as octets`;
const addToUsage = sql`on conflict ("user") do update set
  seconds = aaa_usage.seconds + excluded.seconds, octets = aaa_usage.octets + excluded.octets`;

/** One statement: a session that a concurrent late packet changes is either counted and deleted, or neither. */
function moveOnPostgres({ db }: Store, keys: RawBuilder<unknown>): readonly Statement[] {
  return [
    sql`with ended as (delete from aaa_accounting where radacctid in (${keys}) returning *),
      counted as (insert into aaa_usage ("user", seconds, octets)
        select ${sums} from ended where "user" is not null group by "user" order by "user" ${addToUsage})
      select radacctid from ended`.compile(db),
  ];
}

/** Two statements of one transaction; SQLite has no concurrent writer. */
function moveOnSqlite({ db }: Store, keys: RawBuilder<unknown>): readonly Statement[] {
  return [
    sql`insert into aaa_usage ("user", seconds, octets)
      select ${sums} from aaa_accounting where radacctid in (${keys}) and "user" is not null group by "user" ${addToUsage}`.compile(
      db,
    ),
    sql`delete from aaa_accounting where radacctid in (${keys})`.compile(db),
  ];
}

/** Counts the sessions that are stored. */
export async function countStored({ db }: Pick<Store, 'db'>): Promise<number> {
  const [row] = await db
    .selectFrom('aaa_accounting')
    .select((one) => one.fn.countAll<number>().as('rows'))
    .execute();
  return row?.rows ?? 0;
}

/**
 * Finds which sessions of another server would be deleted immediately, because newer sessions fill the limit of their organization.
 *
 * @param starts  start times of all sessions of the source, by organization
 * @param rowsOf  returns the limit of an organization
 * @returns       start of the oldest session that is kept, of each organization above its limit; Infinity: no session is kept
 */
export async function findOldestKept(
  store: Pick<Store, 'db'>,
  starts: ReadonlyMap<number, readonly number[]>,
  rowsOf: (organization: number) => number,
): Promise<ReadonlyMap<number, number>> {
  const oldest = new Map<number, number>();
  for (const [organization, unsorted] of starts) {
    const sorted = Float64Array.from(unsorted).sort();
    const newer = await countNewer(store, organization, sorted.at(-1) ?? 0);
    const limit = rowsOf(organization);
    if (sorted.length + newer <= limit) continue;
    const room = limit - marginOf(limit) - newer;
    oldest.set(organization, (room > 0 ? sorted.at(-room) : undefined) ?? Infinity);
  }
  return oldest;
}

/** Counts the sessions that have begun since the source was read. */
async function countNewer(
  { db }: Pick<Store, 'db'>,
  organization: number,
  start: number,
): Promise<number> {
  const [row] = await db
    .selectFrom('aaa_accounting')
    .select((one) => one.fn.countAll<number>().as('rows'))
    .where('organization', '=', organization)
    .where('acctstarttime', '>', start)
    .execute();
  return row?.rows ?? 0;
}
