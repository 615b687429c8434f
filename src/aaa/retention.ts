import { sql } from 'kysely';
import type { Gateway } from '../gateway.ts';
import type { Statement, Store } from '../store/store.ts';
import { takeTurns } from '../turns.ts';

/* Logs grow, and so each is bounded twice: by days, and by rows. */

const day = 86_400_000;

/** A log, and how much of it is kept. */
export interface KeptLog {
  readonly table: 'aaa_decision' | 'aaa_packet' | 'aaa_authorization_change';
  /** The column of its time. */
  readonly time: 'datetime' | 'created';
  readonly days: number;
  readonly rows: number;
}

type Settings = Pick<Gateway, 'config'>;

export const packetsKept: KeptLog = { table: 'aaa_packet', time: 'datetime', days: 30, rows: 100_000 };
export const decisionsKept = ({ config }: Settings): KeptLog => ({
  ...{ table: 'aaa_decision', time: 'datetime', days: config.radius.decision_days, rows: 200_000 },
});
const changesKept: KeptLog = { table: 'aaa_authorization_change', time: 'created', days: 90, rows: 200_000 };

interface Trim {
  readonly now: number;
  /** Rows that each statement ends at most. */
  readonly most: number;
}

/** Statements that end what a log has too much of, the oldest first. What is still to be done is no log yet. */
export function trimmed({ db }: Store, { table, time, days, rows }: KeptLog, { now, most }: Trim): Statement[] {
  const of = sql.table(table);
  const isEnded = table === 'aaa_authorization_change' ? sql`next_try is null and` : sql``;
  const oldest = [
    sql`${sql.ref(time)} < ${now - days * day} order by ${sql.ref(time)}`,
    sql`id <= (select max(id) from ${of}) - cast(${rows} as bigint) order by id`,
  ];
  return oldest.map((which) =>
    sql`delete from ${of} where id in (select id from ${of} where ${isEnded} ${which} limit ${most})`.compile(db),
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
      ms: msBetweenTurns,
      // A start has more urgent work.
      firstMs: msBetweenTurns,
      log: this.#gateway.log,
      words: 'cannot end old rows of the logs',
    };
    this.#loop = takeTurns(() => this.turn(), turns);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
  }

  /** @throws Fault as `Store.write` does; what was ended before stays so */
  async turn(): Promise<void> {
    for (const log of [packetsKept, decisionsKept(this.#gateway), changesKept]) await this.#trim(log);
  }

  async #trim(log: KeptLog): Promise<void> {
    const { store, now } = this.#gateway;
    for (let unit = 0; unit < mostUnits && !this.#stop.signal.aborted; unit += 1) {
      const written = await store.write(trimmed(store, log, { now: now().getTime(), most: mostAtOnce }));
      if (written.every(({ changes }) => changes < mostAtOnce)) return;
    }
  }
}
