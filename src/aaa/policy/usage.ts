import { sql, type RawBuilder } from 'kysely';
import { canonicalMac } from '../../fields.ts';
import type { Store } from '../../store/store.ts';
import type { QuotaPeriod } from './control-items.ts';

/** What a user has used in a period. */
export interface Usage {
  readonly seconds: number;
  readonly octets: number;
}

interface Counting {
  readonly periods: readonly QuotaPeriod[];
  readonly now: Date;
  /** `now` is past: what has been heard since is left out, and a session that was heard of counts by the clock alone. */
  readonly isPast?: boolean;
}

/**
 * What a user's sessions took in each of some periods, open ones until now. Of a session that began before a period
 * the part inside counts; its octets are taken to be spread evenly over its time.
 */
export async function readUsage(
  store: Store,
  { user, periods, ...counting }: Counting & { readonly user: number },
): Promise<ReadonlyMap<QuotaPeriod, Usage>> {
  if (periods.length === 0) return new Map();
  const { rows } = await usageQuery([user], { periods, ...counting }).execute(store.db);
  return usageFrom(rows[0], periods);
}

/** What users have used, and how many sessions are at it. */
export interface UserUsage {
  readonly usage: ReadonlyMap<QuotaPeriod, Usage>;
  readonly openSessions: number;
}

/** The same of several users, off the event loop: each has a history. Users without any are left out. */
export async function readUsageOfUsers(
  store: Store,
  { users, periods, now }: Counting & { readonly users: readonly number[] },
): Promise<ReadonlyMap<number, UserUsage>> {
  if (users.length === 0) return new Map();
  const rows = await store.readLong({
    compile: () => usageQuery(users, { periods, now }).compile(store.db),
  });
  return new Map(
    rows.map((row) => [
      row['user'] ?? 0,
      { usage: usageFrom(row, periods), openSessions: row['open'] ?? 0 },
    ]),
  );
}

type Row = Readonly<Record<string, number | null>>;

function usageFrom(
  row: Row | undefined,
  periods: readonly QuotaPeriod[],
): ReadonlyMap<QuotaPeriod, Usage> {
  return new Map(
    periods.map((period) => [
      period,
      { seconds: row?.[`${period}_seconds`] ?? 0, octets: row?.[`${period}_octets`] ?? 0 },
    ]),
  );
}

function usageQuery(
  users: readonly number[],
  { periods, now, isPast = false }: Counting,
): RawBuilder<Row> {
  const sums = [...new Set(periods)].flatMap((period) =>
    sumsSince(startOfPeriod(period, now), period),
  );
  const heard = (what: RawBuilder<unknown>) =>
    isPast ? sql`case when coalesce(heard_at, 0) <= ${now.getTime()} then ${what} end` : what;
  const passed = sql`(cast(${now.getTime()} as bigint) - begun) / 1000`;
  const octets = sql`cast(coalesce(acctinputoctets, 0) as double precision) + coalesce(acctoutputoctets, 0)`;
  return sql<Row>`
    select ${sql.join([sql`"user"`, sql`count(*) - count(stopped) as open`, ...sums])} from (
      select "user", begun, stopped, octets, case when stopped is null and ${passed} > told then ${passed} else told end as took
      from (
        select "user", coalesce(acctstarttime, 0) as begun, ${heard(sql`acctstoptime`)} as stopped,
          coalesce(${heard(sql`acctsessiontime`)}, 0) as told, coalesce(${heard(octets)}, 0) as octets
        from aaa_accounting where "user" in (${sql.join(users)})
      ) as sessions
    ) as used group by "user"`;
}

function sumsSince(begin: number, period: QuotaPeriod) {
  const since = sql`cast(${begin} as bigint)`;
  const ended = sql`(begun + took * 1000)`;
  const inside = sql`(case when begun >= ${since} then took when ${ended} <= ${since} then 0 else (${ended} - ${since}) / 1000 end)`;
  const share = sql`(case when begun >= ${since} then octets when took = 0 then 0 else octets * ${inside} / took end)`;
  return [
    sql`cast(sum(${inside}) as bigint) as ${sql.ref(`${period}_seconds`)}`,
    sql`cast(sum(${share}) as double precision) as ${sql.ref(`${period}_octets`)}`,
  ];
}

/** When a period began by the gateway's own clock; weeks begin on Sunday, as sqlcounter's do. */
export function startOfPeriod(period: QuotaPeriod, now: Date): number {
  return edges[period](now, 0);
}

/** When it ends, and the next begins; null: never. */
export function endOfPeriod(period: QuotaPeriod, now: Date): number | null {
  return period === 'all' ? null : edges[period](now, 1);
}

/** When the period that is so many after the current one begins. */
const edges: Readonly<Record<QuotaPeriod, (now: Date, after: number) => number>> = {
  all: () => 0,
  daily: (now, after) => dayOf(now, now.getDate() + after),
  weekly: (now, after) => dayOf(now, now.getDate() - now.getDay() + 7 * after),
  monthly: (now, after) => new Date(now.getFullYear(), now.getMonth() + after, 1).getTime(),
};

function dayOf(now: Date, day: number): number {
  return new Date(now.getFullYear(), now.getMonth(), day).getTime();
}

/** An open session of a user. */
export interface OpenSession {
  readonly radacctid: number;
  readonly user: number | null;
  readonly callingstationid: string | null;
  readonly acctstarttime: number | null;
}

const mostOpen = 1_000;

/** Open sessions of users, the oldest first. */
export async function findOpenSessions(
  store: Store,
  users: readonly number[],
): Promise<readonly OpenSession[]> {
  if (users.length === 0) return [];
  return store.db
    .selectFrom('aaa_accounting')
    .select(['radacctid', 'user', 'callingstationid', 'acctstarttime'])
    .where('user', 'in', users)
    .where('acctstoptime', 'is', null)
    .orderBy('acctstarttime')
    .orderBy('radacctid')
    .limit(mostOpen * users.length)
    .execute();
}

/** Open sessions of a user on other devices than this one: a device that comes again has lost its old session. */
export async function countOtherSessions(
  store: Store,
  user: number,
  station: string | null,
): Promise<number> {
  return filterOtherDevices(await findOpenSessions(store, [user]), station).length;
}

/** Those sessions that are not the station's; a station that is not known is another one. */
export function filterOtherDevices(
  sessions: readonly OpenSession[],
  station: string | null,
): readonly OpenSession[] {
  const own = station === null ? null : plain(station);
  return sessions.filter(
    ({ callingstationid }) =>
      own === null || callingstationid === null || plain(callingstationid) !== own,
  );
}

/** Vendors spell an address in many ways. */
function plain(station: string): string {
  return canonicalMac(station) ?? station;
}
