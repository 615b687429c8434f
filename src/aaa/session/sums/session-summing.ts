import { sql, type RawBuilder } from 'kysely';
import type { StoreAndClock } from '../../../gateway/gateway.ts';
import type { PeriodicTask } from '../../../gateway/job.ts';
import { readTimeZones } from '../../../organization/time-zone.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { offsetAt } from '../../../runtime/time-zone.ts';
import type { Statement, Store } from '../../../store/store.ts';
import { localDayMs, dimensions, summedCounters, summedKeys } from './accounting-sum.ts';

const intervalMs = 60_000;
/** Shortest delay before the next run while there is more to add. */
const continueAfterMs = 250;
/** The delay as a multiple of what a run took: accounting has nine tenths of a burst, and reports read what waits. */
const restFactor = 9;
/** Sessions of a batch: some milliseconds of the writer, between two groups of accounting. */
const sessionsPerStep = 200;
const stepsPerRun = 5;
/** Above this many pending writes the sums wait: accounting has priority. */
const maxPendingWrites = 64;

/** Returns the task that adds the sessions that are over to the sums of their days. */
export function createSummingTask(
  gateway: Pick<StoreAndClock, 'store'> & { readonly clock: Pick<Clock, 'monotonicMs'> },
): PeriodicTask {
  const { clock } = gateway;
  return {
    name: 'sums of sessions',
    intervalMs,
    failureMessage: 'accounting: cannot add sessions to the sums; retrying in 60 s',
    run: async (signal) => {
      const began = clock.monotonicMs();
      const hasMore = await sumEndedSessions(gateway, signal);
      const tookMs = clock.monotonicMs() - began;
      return hasMore ? Math.max(continueAfterMs, restFactor * tookMs) : undefined;
    },
  };
}

/**
 * Adds sessions to the sums, those that ended first first. @returns true if there may be more
 *
 * @throws Fault as the store does; what was added before stays added
 */
export async function sumEndedSessions(
  { store }: Pick<StoreAndClock, 'store'>,
  signal: AbortSignal,
): Promise<boolean> {
  for (let step = 0; step < stepsPerRun; step += 1) {
    if (signal.aborted || store.pendingWrites > maxPendingWrites) return true;
    const sessions = await readEnded(store);
    if (sessions.length > 0) await add(store, sessions);
    if (sessions.length < sessionsPerStep) return false;
  }
  return true;
}

interface EndedSession {
  readonly radacctid: number;
  readonly organization: number;
  readonly acctstarttime: number | null;
  readonly profile: number | null;
}

/** Reads the next sessions with the profile that their users have. */
async function readEnded(store: Store): Promise<readonly EndedSession[]> {
  const query = sql<EndedSession>`
    select a.radacctid, a.organization, a.acctstarttime, u.profile
    from aaa_accounting a left join "user" u on u.id = a."user"
    where a.acctstoptime is not null and a.local_start is null
    order by a.acctstoptime limit ${sql.lit(sessionsPerStep)}`;
  return (await query.execute(store.db)).rows;
}

/** Adds those of the sessions that are as they were read: one that has changed is read again. */
async function add(store: Store, sessions: readonly EndedSession[]): Promise<void> {
  const zoneOf = await readTimeZones(
    store,
    sessions.map(({ organization }) => ({ organization, location: null })),
  );
  const rows = sessions.map(({ radacctid, organization, acctstarttime: start, profile }) => {
    const zone = zoneOf({ organization, location: null });
    // A session without a start is of no day.
    const localStart = start === null ? 0 : start + offsetAt(zone, start);
    return sql`(${sql.join([radacctid, organization, start, profile, localStart].map(bigint))})`;
  });
  await store.write(store.engine === 'postgres' ? onPostgres(store, rows) : onSqlite(store, rows));
}

const bigint = (value: number | null) => sql`cast(${value} as bigint)`;

type Rows = readonly RawBuilder<unknown>[];

/** Marks the sessions as added. The `case` keeps both engines off the index of all sessions that wait. */
const mark = (rows: Rows) => sql`
  with read(id, organization, start, profile, local_start) as (values ${sql.join(rows)})
  update aaa_accounting set local_start = read.local_start, profile = read.profile from read
  where radacctid = read.id and case when acctstoptime is not null and aaa_accounting.local_start is null
    and aaa_accounting.organization = read.organization and acctstarttime is not distinct from read.start
    then 1 else 0 end = 1`;

/** One statement: a session that a concurrent packet changes is added as it was before, and taken out by its change. */
function onPostgres({ db }: Store, rows: Rows): readonly Statement[] {
  return [
    sql`with added as (${mark(rows)} returning aaa_accounting.*) ${insertSums(sql`added`)}`.compile(
      db,
    ),
  ];
}

/** Two statements of one transaction; SQLite has no concurrent writer. */
function onSqlite({ db }: Store, rows: Rows): readonly Statement[] {
  return [
    mark(rows).compile(db),
    insertSums(sql`(
      select * from aaa_accounting where local_start is not null and radacctid in (
        select column1 from (values ${sql.join(rows)}))) as added`).compile(db),
  ];
}

const key = sql`case dimension ${sql.join(
  dimensions.map((name) => sql`when ${sql.lit(name)} then cast(${summedKeys[name]} as text)`),
  sql` `,
)} end`;
const names = sql.join(
  dimensions.map((name) => sql`select ${sql.lit(name)} as dimension`),
  sql` union all `,
);

const counters = Object.keys(summedCounters);
const sums = sql.join(
  Object.values(summedCounters).map((counter) => sql`cast(sum(${counter}) as bigint)`),
);
const addToSums = sql.join(
  counters.map(
    (name) =>
      sql`${sql.ref(name)} = ${sql.ref(`aaa_accounting_sum.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
  ),
);

/** The order keeps two gateways from waiting for each other. */
function insertSums(added: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into aaa_accounting_sum (organization, dimension, day, key, ${sql.join(counters.map((name) => sql.ref(name)))})
    select organization, dimension, local_start / ${sql.lit(localDayMs)}, coalesce(${key}, ''), ${sums}
    from ${added} cross join (${names}) as dimensions
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (organization, dimension, day, key) do update set ${addToSums}`;
}
