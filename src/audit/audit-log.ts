import { Counter } from 'prom-client';
import { asFault } from '../errors.ts';
import type { AuditRecord, AuditTrail, Gateway } from '../gateway.ts';

const maxPending = 4_096;
const batchSize = 200;
const batchIntervalMs = 250;

type Context = Pick<Gateway, 'store' | 'log' | 'metrics' | 'clock'>;

/**
 * Logs each request that was to change something, and writes it to the table `audit` after the reply, in batches. If more
 * are pending than the limit, the oldest ones are in the log only, and counted.
 */
export class AuditLog implements AuditTrail {
  readonly #gateway: Context;
  readonly #dropped: Counter;
  readonly #closed = new AbortController();
  #pending: AuditRecord[] = [];
  #writing: Promise<void> | null = null;

  constructor(gateway: Context) {
    this.#gateway = gateway;
    this.#dropped = new Counter({
      name: 'gatehouse_audit_dropped_total',
      help: 'Requests that are in the log, but not in the list of the audit.',
      registers: [gateway.metrics],
    });
  }

  add(record: AuditRecord): void {
    this.#gateway.log.info({ audit: record }, 'audit');
    if (this.#closed.signal.aborted) return;
    this.#pending.push(record);
    this.#dropOverflow();
    this.#writing ??= this.#writePending().finally(() => (this.#writing = null));
  }

  /** Writes the pending records unless the store refuses; later ones are in the log only. */
  async close(): Promise<void> {
    this.#closed.abort();
    await this.#writing;
    while (this.#pending.length > 0) if (!(await this.#writeBatch())) return;
  }

  async #writePending(): Promise<void> {
    const { signal } = this.#closed;
    while (this.#pending.length > 0) {
      await this.#gateway.clock.sleep(batchIntervalMs, signal).catch(() => undefined);
      if (signal.aborted) return;
      await this.#writeBatch();
    }
  }

  /** @returns false: the store cannot write now, and the records stay pending */
  async #writeBatch(): Promise<boolean> {
    const records = this.#pending.splice(0, batchSize);
    try {
      await this.#write(records);
    } catch (error) {
      if (isTemporary(error)) {
        this.#pending.unshift(...records);
        this.#dropOverflow();
        return false;
      }
      for (const record of records) await this.#writeAlone(record);
    }
    return true;
  }

  /** Writes a record whose user or organization may have been deleted meanwhile. */
  async #writeAlone(record: AuditRecord): Promise<void> {
    await this.#write([record])
      .catch(() => this.#write([{ ...record, user: null }]))
      .catch(() => {
        this.#dropped.inc();
      });
  }

  async #write(records: readonly AuditRecord[]): Promise<void> {
    const { store } = this.#gateway;
    const rows = records.map(({ fields, ...others }) => ({
      ...others,
      fields: JSON.stringify(fields),
    }));
    await store.write([store.db.insertInto('audit').values(rows).compile()]);
  }

  #dropOverflow(): void {
    const overflow = this.#pending.splice(0, Math.max(0, this.#pending.length - maxPending));
    if (overflow.length > 0) this.#dropped.inc(overflow.length);
  }
}

function isTemporary(error: unknown): boolean {
  const kind = asFault(error)?.kind;
  return kind === 'overloaded' || kind === 'unavailable';
}
