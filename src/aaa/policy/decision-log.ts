import { setTimeout as sleep } from 'node:timers/promises';
import type { Insertable } from 'kysely';
import { Counter } from 'prom-client';
import { asFault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import type { Statement } from '../../store/store.ts';
import type { Tables } from '../../tables.ts';

export type DecisionRow = Insertable<Tables['aaa_decision']>;

const maxPending = 4_096;
const batchSize = 200;
const batchIntervalMs = 250;
/** Above this many pending writes the log waits: accounting has priority over a log of logins. */
const maxPendingWrites = 64;

/**
 * Writes decisions over logins in batches, after the reply: no login waits for the write. If decisions come faster than
 * they can be written, the oldest pending ones are dropped and counted.
 */
export class DecisionLog {
  readonly #gateway: Gateway;
  readonly #dropped: Counter;
  readonly #closed = new AbortController();
  #pending: DecisionRow[] = [];
  #writing: Promise<void> | null = null;

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
    this.#dropped = new Counter({
      name: 'gatehouse_radius_decisions_dropped_total',
      help: 'Decisions over RADIUS logins that were made but not logged.',
      registers: [gateway.metrics],
    });
  }

  add(row: DecisionRow): void {
    if (this.#closed.signal.aborted) return;
    this.#pending.push(row);
    this.#dropOverflow();
    this.#writing ??= this.#writePending().finally(() => (this.#writing = null));
  }

  /** Stops accepting rows, and writes the pending ones unless the store refuses. */
  async close(): Promise<void> {
    this.#closed.abort();
    await this.#writing;
    while (this.#pending.length > 0) if (!(await this.#writeBatch())) return;
  }

  async #writePending(): Promise<void> {
    const { signal } = this.#closed;
    while (this.#pending.length > 0) {
      await sleep(batchIntervalMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      if (this.#gateway.store.pendingWrites < maxPendingWrites) await this.#writeBatch();
    }
  }

  /** @returns false: the store cannot write now, and the batch stays pending */
  async #writeBatch(): Promise<boolean> {
    const rows = this.#pending.splice(0, batchSize);
    try {
      await this.#gateway.store.write(batchStatements(this.#gateway, rows));
      return true;
    } catch (error) {
      const kind = asFault(error)?.kind;
      if (kind === 'overloaded' || kind === 'unavailable') {
        this.#pending.unshift(...rows);
        this.#dropOverflow();
        return false;
      }
      this.#gateway.log.error(
        { err: error, rows: rows.length },
        'cannot write decisions over RADIUS logins; they are dropped',
      );
      this.#dropped.inc(rows.length);
      return true;
    }
  }

  #dropOverflow(): void {
    // One by one: on a long array `shift` moves the start, `splice` all elements behind.
    while (this.#pending.length > maxPending) {
      this.#pending.shift();
      this.#dropped.inc();
    }
  }
}

/** Inserts the decisions and updates the users' last login. */
function batchStatements(gateway: Gateway, rows: readonly DecisionRow[]): Statement[] {
  const { db } = gateway.store;
  return [
    db.insertInto('aaa_decision').values(rows).compile(),
    ...lastLogins(rows).map(([user, at]) =>
      db.updateTable('user').set({ last_login: at }).where('id', '=', user).compile(),
    ),
  ];
}

/** Returns the latest accepted login of each user, ordered by user: two gateways lock rows in the same order. */
function lastLogins(rows: readonly DecisionRow[]): [user: number, at: number][] {
  const accepted = rows.filter(({ outcome }) => outcome === 'accept');
  const latest = new Map(
    accepted.flatMap(({ user, datetime }) =>
      typeof user === 'number' ? [[user, datetime] as const] : [],
    ),
  );
  return [...latest].sort(([one], [other]) => one - other);
}
