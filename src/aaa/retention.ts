import { sql } from 'kysely';
import type { Gateway } from '../gateway.ts';
import type { PeriodicTask } from '../job.ts';
import type { Statement, Store } from '../store/store.ts';

/* Logs grow, and so each is bounded twice: by days, and by rows. */

const day = 86_400_000;

/** A log, and how much of it is kept. */
export interface LogRetention {
  readonly table: 'aaa_decision' | 'aaa_packet' | 'aaa_authorization_change';
  /** The column of its time. */
  readonly timeColumn: 'datetime' | 'created';
  readonly maxDays: number;
  readonly maxRows: number;
}

type Settings = Pick<Gateway, 'config'>;

export const packetLogRetention: LogRetention = {
  table: 'aaa_packet',
  timeColumn: 'datetime',
  maxDays: 30,
  maxRows: 100_000,
};
export const decisionLogRetention = ({ config }: Settings): LogRetention => ({
  ...{
    table: 'aaa_decision',
    timeColumn: 'datetime',
    maxDays: config.radius.decision_days,
    maxRows: 200_000,
  },
});
const changesKept: LogRetention = {
  table: 'aaa_authorization_change',
  timeColumn: 'created',
  maxDays: 90,
  maxRows: 200_000,
};

interface Trim {
  readonly now: number;
  /** Rows that each statement ends at most. */
  readonly most: number;
}

/** Statements that end what a log has too much of, the oldest first. What is still to be done is no log yet. */
export function trimStatements(
  { db }: Store,
  { table, timeColumn, maxDays, maxRows }: LogRetention,
  { now, most }: Trim,
): Statement[] {
  const of = sql.table(table);
  const isEnded = table === 'aaa_authorization_change' ? sql`next_try is null and` : sql``;
  const oldest = [
    sql`${sql.ref(timeColumn)} < ${now - maxDays * day} order by ${sql.ref(timeColumn)}`,
    sql`id <= (select max(id) from ${of}) - cast(${maxRows} as bigint) order by id`,
  ];
  return oldest.map((which) =>
    sql`delete from ${of} where id in (select id from ${of} where ${isEnded} ${which} limit ${most})`.compile(
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
    // A start has more urgent work.
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
  for (const log of [packetLogRetention, decisionLogRetention(gateway), changesKept])
    await trimLog(gateway, log, signal);
}

async function trimLog(
  { store, now }: RetentionContext,
  log: LogRetention,
  signal: AbortSignal,
): Promise<void> {
  for (let batch = 0; batch < maxBatchesPerRun && !signal.aborted; batch += 1) {
    const written = await store.write(
      trimStatements(store, log, { now: now().getTime(), most: maxRowsPerStatement }),
    );
    if (written.every(({ changes }) => changes < maxRowsPerStatement)) return;
  }
}
