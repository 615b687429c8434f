import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Fault } from '../../errors.ts';
import type { Statement, StatementResult } from '../store.ts';
import type { WriteRequest, IndexedStatement, BatchResult } from './worker-messages.ts';

interface Waiting {
  /** Empty once it has been handed over: what is under way is kept in one place only. */
  unit: readonly Statement[];
  readonly resolve: (written: readonly StatementResult[]) => void;
  readonly reject: (error: Error) => void;
}

/** Units in the queue and with the thread together; above it callers are told to come back. */
const bound = 16_384;
/** Units with the thread at a time, and so in one transaction: bounds how long the first of them waits for the last. */
const mostPosted = 1_024;
/** Units that are not kept back until the event loop has seen what else there is. */
const batch = 16;
/** Texts of SQL that the thread is told once. */
const mostTexts = 500;
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };

/**
 * The event loop's side of the writer thread. It hands over what it has while the thread is at work, and the thread takes
 * for its next transaction whatever has come by then: so neither waits for the other, and the slower the disk the larger
 * the groups.
 */
export class WriteWorker {
  readonly #thread: Worker;
  readonly #places = new Map<string, number>();
  #queue: Waiting[] = [];
  #posted: Waiting[] = [];
  #isDue = false;
  #dead: Error | null = null;

  constructor(file: string) {
    this.#thread = new Worker(new URL('./write-worker-thread.js', import.meta.url), {
      workerData: { file },
      resourceLimits,
    });
    this.#thread.on('message', (results: readonly BatchResult[]) => {
      this.#settle(results);
    });
    this.#thread.on('error', (error) => {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
    });
  }

  /** How many units wait or are being written. */
  get pendingBatches(): number {
    return this.#queue.length + this.#posted.length;
  }

  write(unit: readonly Statement[]): Promise<readonly StatementResult[]> {
    if (this.#dead)
      return Promise.reject(
        new Fault('unavailable', 'the store has stopped', { cause: this.#dead }),
      );
    if (this.pendingBatches >= bound)
      return Promise.reject(new Fault('overloaded', `the store has ${bound} writes waiting`));
    return new Promise((resolve, reject) => {
      this.#queue.push({ unit, resolve, reject });
      if (this.#queue.length >= batch) this.#post();
      else this.#postSoon();
    });
  }

  /** Waits for what is queued, then ends the thread. */
  async close(): Promise<void> {
    while (this.pendingBatches > 0 && !this.#dead) await once(this.#thread, 'message');
    const ended = once(this.#thread, 'exit');
    this.#dead ??= new Error('closed');
    this.#thread.postMessage('close');
    await ended;
  }

  /** Packets that came together are handed over together. */
  #postSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      this.#post();
    });
  }

  #post(): void {
    const next = this.#queue.splice(0, mostPosted - this.#posted.length);
    if (next.length === 0) return;
    const isAnew = this.#places.size > mostTexts;
    if (isAnew) this.#places.clear();
    const texts: string[] = [];
    const units: IndexedStatement[][] = [];
    for (const { unit } of next) units.push(this.#grouped(unit, texts));
    this.#thread.postMessage({
      batches: units,
      newStatements: texts,
      resetsStatements: isAnew,
    } satisfies WriteRequest);
    for (const waiting of next) waiting.unit = [];
    this.#posted.push(...next);
  }

  /** @param texts  grows by those that the thread does not know yet */
  #grouped(unit: readonly Statement[], texts: string[]): IndexedStatement[] {
    const grouped: IndexedStatement[] = [];
    for (const { sql, parameters, mustChange = false } of unit) {
      const known = this.#places.get(sql);
      const text = known ?? this.#places.size;
      if (known === undefined) {
        this.#places.set(sql, text);
        texts.push(sql);
      }
      grouped.push({ statementIndex: text, parameters, mustChange });
    }
    return grouped;
  }

  #settle(results: readonly BatchResult[]): void {
    const settled = this.#posted.splice(0, results.length);
    this.#post();
    for (const [position, { resolve, reject }] of settled.entries()) {
      const result = results[position];
      if (result && 'results' in result) resolve(result.results);
      else reject(result ? failure(result) : new Error('the writer gave no result'));
    }
  }

  #fail(error: Error): void {
    this.#dead = error;
    const lost = [...this.#posted, ...this.#queue];
    this.#posted = [];
    this.#queue = [];
    for (const { reject } of lost)
      reject(new Fault('unavailable', 'the store has stopped', { cause: error }));
  }
}

function failure(result: Exclude<BatchResult, { results: unknown }>): Error {
  if (result.kind === 'defect') return new Error(result.message);
  return new Fault(result.kind, result.message, {
    ...(result.statement !== undefined && { statement: result.statement }),
    ...(result.columns.length > 0 && {
      fields: Object.fromEntries(result.columns.map((column) => [column, [result.message]])),
    }),
  });
}
