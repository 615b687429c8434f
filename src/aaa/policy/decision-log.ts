import { setTimeout as sleep } from 'node:timers/promises';
import type { Insertable } from 'kysely';
import { Counter } from 'prom-client';
import { asFault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import type { Statement } from '../../store/store.ts';
import type { Tables } from '../../tables.ts';
import { decisionLogRetention, trimStatements } from '../retention.ts';

export type DecisionRow = Insertable<Tables['aaa_decision']>;

const mostWaiting = 4_096;
const batch = 200;
const msBetweenBatches = 250;
/** Units of the store that may wait before this one stands back: accounting must not wait for a trace of logins. */
const busyAt = 64;

/**
 * Keeps decisions for a while, behind the answers: no login waits for it. What comes faster than it can be written
 * pushes the oldest out, and is counted.
 */
export class DecisionLog {
  readonly #gateway: Gateway;
  readonly #dropped: Counter;
  readonly #closed = new AbortController();
  #waiting: DecisionRow[] = [];
  #writing: Promise<void> | null = null;

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
    this.#dropped = new Counter({
      name: 'gatehouse_radius_decisions_dropped_total',
      help: 'decisions over RADIUS logins that were made but not kept',
      registers: [gateway.metrics],
    });
  }

  add(row: DecisionRow): void {
    if (this.#closed.signal.aborted) return;
    this.#waiting.push(row);
    this.#dropBeyond(mostWaiting);
    this.#writing ??= this.#work().finally(() => (this.#writing = null));
  }

  /** Takes no more, and writes what waits as long as the store takes it. */
  async close(): Promise<void> {
    this.#closed.abort();
    await this.#writing;
    while (this.#waiting.length > 0) if (!(await this.#writeBatch())) return;
  }

  async #work(): Promise<void> {
    const { signal } = this.#closed;
    while (this.#waiting.length > 0) {
      await sleep(msBetweenBatches, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      if (this.#gateway.store.pendingWrites < busyAt) await this.#writeBatch();
    }
  }

  /** @returns false: the store can not take it now, and it waits */
  async #writeBatch(): Promise<boolean> {
    const rows = this.#waiting.splice(0, batch);
    try {
      await this.#gateway.store.write(unitOf(this.#gateway, rows));
      return true;
    } catch (error) {
      const kind = asFault(error)?.kind;
      if (kind === 'overloaded' || kind === 'unavailable') {
        this.#waiting.unshift(...rows);
        this.#dropBeyond(mostWaiting);
        return false;
      }
      this.#gateway.log.error(
        { err: error, rows: rows.length },
        'decisions over logins could not be kept',
      );
      this.#dropped.inc(rows.length);
      return true;
    }
  }

  #dropBeyond(most: number): void {
    // One by one: of a long array `shift` moves the beginning, and `splice` all that is left.
    while (this.#waiting.length > most) {
      this.#waiting.shift();
      this.#dropped.inc();
    }
  }
}

/** The decisions, when their users came in last, and the end of twice as many old ones: so the table stays within its bounds. */
function unitOf(gateway: Gateway, rows: readonly DecisionRow[]): Statement[] {
  const { db } = gateway.store;
  return [
    db.insertInto('aaa_decision').values(rows).compile(),
    ...loginsOf(rows).map(([user, at]) =>
      db.updateTable('user').set({ last_login: at }).where('id', '=', user).compile(),
    ),
    ...trimStatements(gateway.store, decisionLogRetention(gateway), {
      now: gateway.now().getTime(),
      most: 2 * batch,
    }),
  ];
}

/** Always in the same order, so that two gateways do not wait for each other. */
function loginsOf(rows: readonly DecisionRow[]): [user: number, at: number][] {
  const accepted = rows.filter(({ outcome }) => outcome === 'accept');
  const latest = new Map(
    accepted.flatMap(({ user, datetime }) =>
      typeof user === 'number' ? [[user, datetime] as const] : [],
    ),
  );
  return [...latest].sort(([one], [other]) => one - other);
}
