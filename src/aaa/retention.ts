import { sql } from 'kysely';
import type { Gateway } from '../gateway.ts';
import type { Statement, Store } from '../store/store.ts';
import { runPeriodically } from '../runtime/periodic-task.ts';

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

const msBetweenTurns = 60_000;
const mostAtOnce = 500;
/** Of a turn; what is left then is ended by the next. */
const mostUnits = 100;

/** Ends old rows of the logs whether or not new ones come. */
export class Retention {
  readonly #gateway: Pick<Gateway, 'store' | 'config' | 'log' | 'now'>;
  readonly #stop = new AbortController();
  #loop: Promise<void> = Promise.resolve();

  constructor(gateway: Pick<Gateway, 'store' | 'config' | 'log' | 'now'>) {
    this.#gateway = gateway;
  }

  start(): void {
    const turns = {
      signal: this.#stop.signal,
      intervalMs: msBetweenTurns,
      // A start has more urgent work.
      initialDelayMs: msBetweenTurns,
      log: this.#gateway.log,
      failureMessage: 'cannot end old rows of the logs',
    };
    this.#loop = runPeriodically(() => this.trimLogs(), turns);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
  }

  /** @throws Fault as `Store.write` does; what was ended before stays so */
  async trimLogs(): Promise<void> {
    for (const log of [packetLogRetention, decisionLogRetention(this.#gateway), changesKept])
      await this.#trim(log);
  }

  async #trim(log: LogRetention): Promise<void> {
    const { store, now } = this.#gateway;
    for (let unit = 0; unit < mostUnits && !this.#stop.signal.aborted; unit += 1) {
      const written = await store.write(
        trimStatements(store, log, { now: now().getTime(), most: mostAtOnce }),
      );
      if (written.every(({ changes }) => changes < mostAtOnce)) return;
    }
  }
}
