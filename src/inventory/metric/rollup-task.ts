import { sql, type RawBuilder } from 'kysely';
import type { StoreAndClock } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import { claimRows } from '../../store/claim.ts';
import { firstIdAt, timeOfEntry, timeOfId } from './metric-log-id.ts';

const intervalMs = 60_000;
/** Delay before the next run while there is more to do. */
const continueAfterMs = 250;
const leaseMs = 120_000;
/** A result is stored at most this long after its time. */
const graceMs = 60_000;
/** Periods of a run. */
const maxPeriods = 12;
/** Devices times periods of a read: pages of lists are counted behind it. */
const devicePeriodsPerRead = 100;
const rowsPerWrite = 200;

interface Level {
  readonly seconds: number;
  readonly table: 'inventory_metric_5min' | 'inventory_metric_hour' | 'inventory_metric_day';
  readonly source: 'inventory_metric_log' | 'inventory_metric_5min' | 'inventory_metric_hour';
}

const levels: readonly Level[] = [
  { seconds: 300, table: 'inventory_metric_5min', source: 'inventory_metric_log' },
  { seconds: 3600, table: 'inventory_metric_hour', source: 'inventory_metric_5min' },
  { seconds: 86_400, table: 'inventory_metric_day', source: 'inventory_metric_hour' },
];

/** Results of the metric log with the columns of a rollup: each is its own least, greatest and last one. */
const rawResults = (devices: RawBuilder<unknown>, { from, to }: Span) => sql`(
  select l.organization, l.device, s.metric, s.parameter, s.interface, ${timeOfEntry('l')} as datetime, l.id,
    1 as "count", l.result as "min", l.result as "max", l.result as "sum", l.result as "last"
  from inventory_metric_log l join inventory_metric_source s on s.id = l.source
  where l.device in (${devices}) and l.id >= ${firstIdAt(from)} and l.id < ${firstIdAt(to)} and l.result is not null
) as entries`;

/**
 * Returns the task that computes the rollups: five minutes from the metric log, hours from five minutes, days (UTC) from hours.
 * The read worker sums up the results, so that a poll does not write rollups.
 */
export function createRollupTask(gateway: StoreAndClock): PeriodicTask {
  return {
    name: 'metric rollups',
    intervalMs,
    initialDelayMs: intervalMs,
    failureMessage: 'metrics: cannot compute rollups; retrying in 60 s',
    run: async (signal) => ((await computeRollups(gateway, signal)) ? continueAfterMs : undefined),
  };
}

/** Computes a part of the due rollups. @returns true if more are due */
export async function computeRollups(
  gateway: StoreAndClock,
  signal: AbortSignal,
): Promise<boolean> {
  let limit = gateway.now().getTime() - graceMs;
  let hasMore = false;
  for (const level of levels) {
    const progress = await computeLevel(gateway, level, { limit, signal });
    if (progress === null) return hasMore;
    hasMore ||= progress.hasMore;
    limit = Math.min(limit, progress.until);
  }
  return hasMore;
}

interface Bounds {
  /** Time before which the source is complete. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

interface Progress {
  readonly until: number;
  readonly hasMore: boolean;
}

/** @returns null: another gateway computes it */
async function computeLevel(
  gateway: StoreAndClock,
  level: Level,
  { limit, signal }: Bounds,
): Promise<Progress | null> {
  const until = await claimLevel(gateway, level);
  if (until === undefined) return null;
  const ms = level.seconds * 1000;
  const end = floorTo(limit, ms);
  const first = await firstAfter(gateway, level, until);
  // A time that lies ahead of the clock stays: the clock was set back.
  const from = first === null ? end : Math.min(end, floorTo(first, ms));
  const to = Math.max(until ?? from, Math.min(end, from + maxPeriods * ms));
  if (to > from) await sumUp(gateway, level, { from, to, signal });
  await release(gateway, level, signal.aborted ? until : to);
  return { until: to, hasMore: to < end };
}

const floorTo = (time: number, ms: number) => time - (((time % ms) + ms) % ms);

/** @returns the end of the computed time of a level; null: not computed yet; undefined: another gateway computes it */
async function claimLevel(
  { store, now }: StoreAndClock,
  { seconds }: Level,
): Promise<number | null | undefined> {
  const at = now().getTime();
  const [claimed] = await claimRows<{ until: number | null }>(store, {
    table: 'inventory_metric_rollup',
    candidates: sql`select id from inventory_metric_rollup where id = ${seconds} and lease_until < ${at}`,
    set: sql`lease_until = ${at + leaseMs}`,
    returning: sql`until`,
  });
  return claimed === undefined ? undefined : claimed.until;
}

async function release({ store }: StoreAndClock, { seconds }: Level, until: number | null) {
  const query = store.db
    .updateTable('inventory_metric_rollup')
    .set({ until, lease_until: 0 })
    .where('id', '=', seconds);
  await store.write([query]);
}

async function firstAfter({ store }: StoreAndClock, { source }: Level, until: number | null) {
  if (source === 'inventory_metric_log') {
    const entry = await store.db
      .selectFrom(source)
      .select('id')
      .where('id', '>=', firstIdAt(until ?? 0))
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return entry ? timeOfId(entry.id) : null;
  }
  const found = await store.db
    .selectFrom(source)
    .select('datetime')
    .where('datetime', '>=', until ?? 0)
    .orderBy('datetime')
    .limit(1)
    .executeTakeFirst();
  return found?.datetime ?? null;
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly signal: AbortSignal;
}

interface Sum {
  readonly organization: number;
  readonly device: number;
  readonly metric: number;
  readonly parameter: number;
  readonly interface: string;
  readonly datetime: number;
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly sum: number;
  readonly last: number;
}

async function sumUp(gateway: StoreAndClock, level: Level, span: Span): Promise<void> {
  const { store } = gateway;
  const periods = (span.to - span.from) / (level.seconds * 1000);
  const devicesPerRead = Math.ceil(devicePeriodsPerRead / periods);
  for (let after = 0; !span.signal.aborted;) {
    const devices = await store.db
      .selectFrom('inventory_device')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(devicesPerRead)
      .execute();
    const ids = devices.map(({ id }) => id);
    const query = sumsOf(level, span, ids);
    if (ids.length > 0)
      await writeSums(
        gateway,
        level,
        await store.readLong({ compile: () => query.compile(store.db) }),
      );
    if (ids.length < devicesPerRead) return;
    after = ids.at(-1) ?? after;
  }
}

function sumsOf({ source, seconds }: Level, span: Span, ids: readonly number[]) {
  const devices = sql.join(ids);
  const results =
    source === 'inventory_metric_log'
      ? rawResults(devices, span)
      : sql`${sql.table(source)} where device in (${devices}) and datetime >= ${span.from} and datetime < ${span.to}`;
  const period = sql`datetime - datetime % ${sql.lit(seconds * 1000)}`;
  return sql<Sum>`
    select max(organization) as organization, device, metric, parameter, interface, period as datetime,
      sum("count") as "count", min("min") as "min", max("max") as "max", sum("sum") as "sum",
      max(case when place = 1 then "last" end) as "last"
    from (
      select organization, device, metric, parameter, interface, ${period} as period, "count", "min", "max", "sum", "last",
        row_number() over (partition by device, metric, parameter, interface, ${period} order by datetime desc, id desc) as place
      from ${results}
    ) as results
    group by device, metric, parameter, interface, period`;
}

const sumColumns = ['count', 'min', 'max', 'sum', 'last'] as const;
const excluded = (column: (typeof sumColumns)[number]) => sql<number>`excluded.${sql.ref(column)}`;

/** A run that is repeated after a crash computes the same again. */
async function writeSums({ store }: StoreAndClock, { table }: Level, sums: readonly Sum[]) {
  for (let start = 0; start < sums.length; start += rowsPerWrite) {
    const rows = sums.slice(start, start + rowsPerWrite);
    const insert = store.db.insertInto(table).values(rows);
    await store.write([
      insert.onConflict((conflict) =>
        conflict
          .columns(['device', 'metric', 'parameter', 'datetime', 'interface'])
          .doUpdateSet(Object.fromEntries(sumColumns.map((column) => [column, excluded(column)]))),
      ),
    ]);
  }
}
