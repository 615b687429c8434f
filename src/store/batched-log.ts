import { isTemporary } from '../contract/errors.ts';

const maxPending = 4_096;
const batchSize = 200;
const batchIntervalMs = 250;

/** How the rows of a log are written. */
export interface BatchedLogOptions<Row> {
  /** Writes rows in one transaction. */
  readonly write: (rows: readonly Row[]) => Promise<unknown>;
  /**
   * Takes rows that the store refuses for another reason than that it cannot write now.
   *
   * @returns the rows that it could not write; they stay pending
   */
  readonly onRefused: (
    rows: readonly Row[],
    error: unknown,
  ) => Promise<readonly Row[]> | readonly Row[];
  /** Counts a row that was dropped, because more were pending than the limit. */
  readonly onDropped: () => void;
  /** Resolves after `ms`, and rejects when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** Returns false while batches must wait; default: they never wait. */
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
    this.#writing ??= this.#writePending();
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
    try {
      while (this.#pending.length > 0) {
        await sleep(batchIntervalMs, signal).catch(() => undefined);
        if (signal.aborted) return;
        if (mayWrite?.() ?? true) await this.#writeBatch();
      }
    } finally {
      // Cleared in the tick that emptied the queue, so a row added later starts a new run.
      this.#writing = null;
    }
  }

  /** @returns false: the store cannot write now, and rows of the batch stay pending */
  async #writeBatch(): Promise<boolean> {
    const rows = this.#pending.splice(0, batchSize);
    this.#count(rows, -1);
    const waiting = await this.#write(rows);
    this.#pending.unshift(...waiting);
    this.#count(waiting, 1);
    this.#dropOverflow();
    return waiting.length === 0;
  }

  /** @returns the rows that the store cannot write now */
  async #write(rows: readonly Row[]): Promise<readonly Row[]> {
    try {
      await this.#options.write(rows);
      return [];
    } catch (error) {
      return isTemporary(error) ? rows : this.#options.onRefused(rows, error);
    }
  }

  #dropOverflow(): void {
    while (this.#pending.length > maxPending) {
      const [largest] = [...this.#counts].reduce((one, other) => (other[1] > one[1] ? other : one));
      const oldest = this.#pending.findIndex(({ organization }) => organization === largest);
      // V8 moves all other rows for `splice`, but not for `shift`.
      const row = oldest === 0 ? this.#pending.shift() : this.#pending.splice(oldest, 1)[0];
      if (row) this.#count([row], -1);
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
