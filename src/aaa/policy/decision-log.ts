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
 * they can be written, the oldest pending ones of the organization that has the most are dropped and counted, so that a
 * flood displaces no other organization's.
 */
export class DecisionLog {
  readonly #gateway: Gateway;
  readonly #dropped: Counter;
  readonly #closed = new AbortController();
  #pending: DecisionRow[] = [];
  /** Pending rows by organization. */
  readonly #counts = new Map<number, number>();
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
    this.#count([row], 1);
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
    this.#count(rows, -1);
    try {
      await this.#gateway.store.write(batchStatements(this.#gateway, rows));
      return true;
    } catch (error) {
      const kind = asFault(error)?.kind;
      if (kind === 'overloaded' || kind === 'unavailable') {
        this.#pending.unshift(...rows);
        this.#count(rows, 1);
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
    while (this.#pending.length > maxPending) {
      const [largest] = [...this.#counts].reduce((one, other) => (other[1] > one[1] ? other : one));
      const oldest = this.#pending.findIndex(({ organization }) => organization === largest);
      this.#count(this.#pending.splice(oldest, 1), -1);
      this.#dropped.inc();
    }
  }

  #count(rows: readonly DecisionRow[], change: 1 | -1): void {
    for (const { organization } of rows) {
      const count = (this.#counts.get(organization) ?? 0) + change;
      if (count > 0) this.#counts.set(organization, count);
      else this.#counts.delete(organization);
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
