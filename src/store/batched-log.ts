import { asFault } from '../errors.ts';

const maxPending = 4_096;
const batchSize = 200;
const batchIntervalMs = 250;

/** How the rows of a log are written. */
export interface BatchedLogOptions<Row> {
  /** Writes rows in one transaction. */
  readonly write: (rows: readonly Row[]) => Promise<unknown>;
  /** Takes rows that the store refuses for another reason than that it cannot write now. */
  readonly onRefused: (rows: readonly Row[], error: unknown) => Promise<void> | void;
  /** Counts a row that was dropped, because more were pending than the limit. */
  readonly onDropped: () => void;
  /** Resolves after `ms`, and rejects when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** Returns false while batches have to wait; without it none has to. */
  readonly mayWrite?: () => boolean;
}

/**
 * Writes rows of organizations in batches, after the replies that they are about: no request waits for the write. If rows come
 * faster than they can be written, the oldest pending ones of the organization that has the most are dropped, so that a flood
 * displaces no other organization's.
 */
export class BatchedLog<Row extends { readonly organization: number }> {
  readonly #options: BatchedLogOptions<Row>;
  readonly #closed = new AbortController();
  #pending: Row[] = [];
  /** Pending rows by organization. */
  readonly #counts = new Map<number, number>();
  #writing: Promise<void> | null = null;

  constructor(options: BatchedLogOptions<Row>) {
    this.#options = options;
  }

  add(row: Row): void {
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
    const { sleep, mayWrite } = this.#options;
    const { signal } = this.#closed;
    while (this.#pending.length > 0) {
      await sleep(batchIntervalMs, signal).catch(() => undefined);
      if (signal.aborted) return;
      if (mayWrite?.() ?? true) await this.#writeBatch();
    }
  }

  /** @returns false: the store cannot write now, and the batch stays pending */
  async #writeBatch(): Promise<boolean> {
    const rows = this.#pending.splice(0, batchSize);
    this.#count(rows, -1);
    try {
      await this.#options.write(rows);
    } catch (error) {
      const kind = asFault(error)?.kind;
      if (kind === 'overloaded' || kind === 'unavailable') {
        this.#pending.unshift(...rows);
        this.#count(rows, 1);
        this.#dropOverflow();
        return false;
      }
      await this.#options.onRefused(rows, error);
    }
    return true;
  }

  #dropOverflow(): void {
    while (this.#pending.length > maxPending) {
      const [largest] = [...this.#counts].reduce((one, other) => (other[1] > one[1] ? other : one));
      const oldest = this.#pending.findIndex(({ organization }) => organization === largest);
      this.#count(this.#pending.splice(oldest, 1), -1);
      this.#options.onDropped();
    }
  }

  #count(rows: readonly Row[], change: 1 | -1): void {
    for (const { organization } of rows) {
      const count = (this.#counts.get(organization) ?? 0) + change;
      if (count > 0) this.#counts.set(organization, count);
      else this.#counts.delete(organization);
    }
  }
}
