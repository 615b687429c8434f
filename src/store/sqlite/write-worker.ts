import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Fault } from '../../errors.ts';
import { storeMessages } from '../store-messages.ts';
import type { Statement, StatementResult } from '../store.ts';
import type { WriteRequest, IndexedStatement, BatchResult } from './worker-messages.ts';

interface Waiting {
  /** Empty once it was posted, so that its statements are held once. */
  statements: readonly Statement[];
  readonly resolve: (written: readonly StatementResult[]) => void;
  readonly reject: (error: Error) => void;
}

/** Batches in the queue and in the worker; above it writes are rejected as overloaded. */
const maxPending = 16_384;
/** Batches in the worker, and so in one transaction: limits how long the first waits for the last. */
const maxPosted = 1_024;
/** A queue of this length is posted at once; a shorter one waits for the rest of the event loop's turn. */
const postAtOnce = 16;
/** SQL texts that the worker remembers. */
const maxTexts = 500;
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };

/**
 * The event loop's side of the write worker. It posts batches while the worker commits, and the worker's next transaction
 * takes all that arrived by then: neither waits for the other, and a slower disk makes larger groups.
 */
export class WriteWorker {
  readonly #thread: Worker;
  readonly #textIndexes = new Map<string, number>();
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

  /** Batches that wait or are being written. */
  get pendingBatches(): number {
    return this.#queue.length + this.#posted.length;
  }

  write(statements: readonly Statement[]): Promise<readonly StatementResult[]> {
    if (this.#dead)
      return Promise.reject(new Fault('unavailable', storeMessages.stopped, { cause: this.#dead }));
    if (this.pendingBatches >= maxPending)
      return Promise.reject(new Fault('overloaded', `the store has ${maxPending} writes waiting`));
    return new Promise((resolve, reject) => {
      this.#queue.push({ statements, resolve, reject });
      if (this.#queue.length >= postAtOnce) this.#post();
      else this.#postSoon();
    });
  }

  /** Waits for the queue, then ends the worker. */
  async close(): Promise<void> {
    while (this.pendingBatches > 0 && !this.#dead) await once(this.#thread, 'message');
    const ended = once(this.#thread, 'exit');
    this.#dead ??= new Error('closed');
    this.#thread.postMessage('close');
    await ended;
  }

  /** Posts at the end of the event loop's turn, so that batches of packets received together are posted together. */
  #postSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      this.#post();
    });
  }

  #post(): void {
    const next = this.#queue.splice(0, maxPosted - this.#posted.length);
    if (next.length === 0) return;
    const resetsStatements = this.#textIndexes.size > maxTexts;
    if (resetsStatements) this.#textIndexes.clear();
    const texts: string[] = [];
    const batches: IndexedStatement[][] = [];
    for (const { statements } of next) batches.push(this.#indexed(statements, texts));
    this.#thread.postMessage({
      batches,
      newStatements: texts,
      resetsStatements,
    } satisfies WriteRequest);
    for (const waiting of next) waiting.statements = [];
    this.#posted.push(...next);
  }

  /** @param texts  grows by those that the worker does not know yet */
  #indexed(statements: readonly Statement[], texts: string[]): IndexedStatement[] {
    const indexed: IndexedStatement[] = [];
    for (const { sql, parameters, mustChange = false } of statements) {
      const known = this.#textIndexes.get(sql);
      const text = known ?? this.#textIndexes.size;
      if (known === undefined) {
        this.#textIndexes.set(sql, text);
        texts.push(sql);
      }
      indexed.push({ statementIndex: text, parameters, mustChange });
    }
    return indexed;
  }

  #settle(results: readonly BatchResult[]): void {
    const settled = this.#posted.splice(0, results.length);
    this.#post();
    for (const [position, { resolve, reject }] of settled.entries()) {
      const result = results[position];
      if (result && 'results' in result) resolve(result.results);
      else reject(result ? failure(result) : new Error('the write worker gave no result'));
    }
  }

  #fail(error: Error): void {
    this.#dead = error;
    const lost = [...this.#posted, ...this.#queue];
    this.#posted = [];
    this.#queue = [];
    for (const { reject } of lost)
      reject(new Fault('unavailable', storeMessages.stopped, { cause: error }));
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
