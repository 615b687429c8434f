import { sql, type RawBuilder } from 'kysely';
import type { Store } from '../../../store/store.ts';
import {
  computeCredit,
  isCountedBySessions,
  type Credit,
  type Voucher,
} from '../../voucher/voucher.ts';
import { startOfPeriod, type QuotaPeriod } from './quota-period.ts';

/** The usage of a user in a period. */
export interface Usage {
  readonly seconds: number;
  readonly octets: number;
}

interface UsageFilter {
  readonly periods: readonly QuotaPeriod[];
  readonly now: Date;
  /** The time zone of the periods; null: that of the gateway. */
  readonly timeZone: string | null;
  /** True: `now` is a time in the past. Accounting received after it is ignored, and a session with later accounting counts by the clock alone. */
  readonly isPast?: boolean;
  /** True: sessions that are open do not count. */
  readonly isOver?: boolean;
}

/**
 * Sums up a user's sessions in each of some periods, open ones until now. A session that began before a period counts with
 * its part inside; its octets are taken to be spread evenly over its time.
 */
export async function readUsage(
  store: Store,
  { user, periods, ...filter }: UsageFilter & { readonly user: number },
): Promise<ReadonlyMap<QuotaPeriod, Usage>> {
  if (periods.length === 0) return new Map();
  const { rows } = await usageQuery([user], { periods, ...filter }).execute(store.db);
  return readPeriods(rows[0], periods);
}

/** The usage of a user, and the number of its open sessions. */
export interface UserUsage {
  readonly usage: ReadonlyMap<QuotaPeriod, Usage>;
  readonly openSessions: number;
}

/** Sums up the sessions of several users, off the event loop. Users without sessions have no entry. */
export async function readUsageOfUsers(
  store: Store,
  { users, ...filter }: UsageFilter & { readonly users: readonly number[] },
): Promise<ReadonlyMap<number, UserUsage>> {
  if (users.length === 0) return new Map();
  const rows = await store.readLong({
    compile: () => usageQuery(users, filter).compile(store.db),
  });
  return new Map(
    rows.map((row) => [
      row['user'] ?? 0,
      { usage: readPeriods(row, filter.periods), openSessions: row['open'] ?? 0 },
    ]),
  );
}

/** Reads what each user has ever used. Users without sessions have no entry. */
export async function readTotalUsage(
  store: Store,
  users: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, Usage>> {
  if (users.length === 0) return new Map();
  const filter = { periods: ['all'], now, timeZone: null } as const;
  const { rows } = await usageQuery(users, filter).execute(store.db);
  return new Map(
    rows.map((row) => [
      row['user'] ?? 0,
      { seconds: row['all_seconds'] ?? 0, octets: row['all_octets'] ?? 0 },
    ]),
  );
}

/**
 * Reads the remaining credit of a user's voucher; null: no voucher.
 *
 * @throws Fault if the store cannot be read
 */
export async function readCredit(
  store: Store,
  { id, voucher }: { readonly id: number; readonly voucher: Voucher | null },
  now: Date,
): Promise<Credit | null> {
  if (voucher === null) return null;
  const usage = isCountedBySessions(voucher)
    ? await readUsage(store, { user: id, periods: ['all'], now, timeZone: null })
    : new Map<QuotaPeriod, Usage>();
  return computeCredit(voucher, usage.get('all'), now);
}

type UsageRow = Readonly<Record<string, number | null>>;

function readPeriods(
  row: UsageRow | undefined,
  periods: readonly QuotaPeriod[],
): ReadonlyMap<QuotaPeriod, Usage> {
  return new Map(
    periods.map((period) => [
      period,
      { seconds: row?.[`${period}_seconds`] ?? 0, octets: row?.[`${period}_octets`] ?? 0 },
    ]),
  );
}

/** The time of a session is its Acct-Session-Time; of an open one the time since its start, if that is longer. */
function usageQuery(
  users: readonly number[],
  { periods, now, timeZone, isPast = false, isOver = false }: UsageFilter,
): RawBuilder<UsageRow> {
  const sums = [...new Set(periods)].flatMap((period) =>
    sumsSince(startOfPeriod(period, { now, timeZone }), period),
  );
  const known = (value: RawBuilder<unknown>) =>
    isPast ? sql`case when coalesce(heard_at, 0) <= ${now.getTime()} then ${value} end` : value;
  const elapsed = sql`(cast(${now.getTime()} as bigint) - begun) / 1000`;
  const octets = sql`cast(coalesce(acctinputoctets, 0) as double precision) + coalesce(acctoutputoctets, 0)`;
  return sql<UsageRow>`
    select ${sql.join([sql`"user"`, sql`count(*) - count(stopped) as open`, ...sums])} from (
      select "user", begun, stopped, octets, case when stopped is null and ${elapsed} > counted then ${elapsed} else counted end as took
      from (
        select "user", coalesce(acctstarttime, cast(${now.getTime()} as bigint)) as begun, ${known(sql`acctstoptime`)} as stopped,
          coalesce(${known(sql`acctsessiontime`)}, 0) as counted, coalesce(${known(octets)}, 0) as octets
        from aaa_accounting where "user" in (${sql.join(users)}) ${isOver ? sql`and acctstoptime is not null` : sql``}
        ${periods.includes('all') ? deletedSessions(users) : sql``}
      ) as sessions
    ) as used group by "user"`;
}

/** Adds the deleted sessions of each user as one session that ended before every period but `all`. */
function deletedSessions(users: readonly number[]): RawBuilder<unknown> {
  return sql`union all
    select "user", 0, 0, seconds, octets from aaa_usage where "user" in (${sql.join(users)})`;
}

function sumsSince(start: number, period: QuotaPeriod) {
  const since = sql`cast(${start} as bigint)`;
  const ended = sql`(begun + took * 1000)`;
  const inside = sql`(case when begun >= ${since} then took when ${ended} <= ${since} or begun = 0 then 0 else (${ended} - ${since}) / 1000 end)`;
  const share = sql`(case when begun >= ${since} then octets when took = 0 then 0 else octets * ${inside} / took end)`;
  return [
    sql`cast(sum(${inside}) as bigint) as ${sql.ref(`${period}_seconds`)}`,
    sql`cast(sum(${share}) as double precision) as ${sql.ref(`${period}_octets`)}`,
  ];
}
