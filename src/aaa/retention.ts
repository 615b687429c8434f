import { sql } from 'kysely';
import type { Gateway } from '../gateway.ts';
import type { PeriodicTask } from '../job.ts';
import type { Statement, Store } from '../store/store.ts';

/* Every log has two limits: a number of days and a number of rows. */

const msPerDay = 86_400_000;

/** The limits of a log. */
export interface LogRetention {
  readonly table: 'aaa_decision' | 'aaa_packet' | 'aaa_authorization_change';
  /** The column of the row's time. */
  readonly timeColumn: 'datetime' | 'created';
  readonly maxDays: number;
  readonly maxRows: number;
}

export const packetLogRetention: LogRetention = {
  table: 'aaa_packet',
  timeColumn: 'datetime',
  maxDays: 30,
  maxRows: 100_000,
};
export const decisionLogRetention = ({ config }: Pick<Gateway, 'config'>): LogRetention => ({
  table: 'aaa_decision',
  timeColumn: 'datetime',
  maxDays: config.radius.decision_days,
  maxRows: 200_000,
});
const changeRetention: LogRetention = {
  table: 'aaa_authorization_change',
  timeColumn: 'created',
  maxDays: 90,
  maxRows: 200_000,
};

interface TrimOptions {
  readonly now: number;
  /** Limit of each statement. */
  readonly maxRows: number;
}

/** Returns statements that delete the rows beyond the limits of a log, the oldest first. Pending changes are not part of a log. */
export function trimStatements(
  { db }: Store,
  { table, timeColumn, maxDays, maxRows }: LogRetention,
  { now, maxRows: maxDeleted }: TrimOptions,
): Statement[] {
  const log = sql.table(table);
  const isComplete = table === 'aaa_authorization_change' ? sql`next_try is null and` : sql``;
  const conditions = [
    sql`${sql.ref(timeColumn)} < ${now - maxDays * msPerDay} order by ${sql.ref(timeColumn)}`,
    sql`id <= (select max(id) from ${log}) - cast(${maxRows} as bigint) order by id`,
  ];
  return conditions.map((condition) =>
    sql`delete from ${log} where id in (select id from ${log} where ${isComplete} ${condition} limit ${maxDeleted})`.compile(
      db,
    ),
  );
}

const trimIntervalMs = 60_000;
const maxRowsPerStatement = 500;
/** Limit of one run; the next run deletes the rest. */
const maxBatchesPerRun = 100;

type RetentionContext = Pick<Gateway, 'store' | 'config' | 'now'>;

/** Returns the task that deletes old rows of the logs, even while no new rows are added. */
export function retentionTask(gateway: RetentionContext): PeriodicTask {
  return {
    name: 'log retention',
    intervalMs: trimIntervalMs,
    // Other work has priority at start.
    initialDelayMs: trimIntervalMs,
    failureMessage: 'cannot delete old rows of the logs; retrying in 60 s',
    run: async (signal) => {
      await trimLogs(gateway, signal);
      return undefined;
    },
  };
}

/** @throws Fault as `Store.write` does; rows deleted before stay deleted */
export async function trimLogs(gateway: RetentionContext, signal: AbortSignal): Promise<void> {
  for (const log of [packetLogRetention, decisionLogRetention(gateway), changeRetention])
    await trimLog(gateway, log, signal);
}

async function trimLog(
  { store, now }: RetentionContext,
  log: LogRetention,
  signal: AbortSignal,
): Promise<void> {
  for (let batch = 0; batch < maxBatchesPerRun && !signal.aborted; batch += 1) {
    const written = await store.write(
      trimStatements(store, log, { now: now().getTime(), maxRows: maxRowsPerStatement }),
    );
    if (written.every(({ changes }) => changes < maxRowsPerStatement)) return;
  }
}
