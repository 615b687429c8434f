import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Compilable } from 'kysely';
import { Fault } from '../../contract/errors.ts';
import { siblingModule } from '../../runtime/package-root.ts';
import { storeMessages } from '../store-messages.ts';
import type { OpenOptions, Statement, StatementResult, WriteOptions } from '../store.ts';
import { packBatches } from './packed-batches.ts';
import { endSnapshots } from './sqlite-connection.ts';
import type { WriteRequest, BatchFailure, BatchResult } from './worker-messages.ts';

interface Waiting {
  /** Empty once it was posted, so that its statements are held once. */
  statements: readonly Statement[];
  readonly octets: number;
  readonly resolve: (written: readonly StatementResult[]) => void;
  readonly reject: (error: Error) => void;
}

/** Batches in the queue and in the worker; above it writes are rejected as overloaded. */
const maxPending = 16_384;
/** Limit of their octets: a quarter of the worker's memory. A larger batch is written alone. */
const maxPendingOctets = 64 * 2 ** 20;
/** Batches in the worker, and so in one transaction: limits how long the first waits for the last. */
const maxPosted = 1_024;
const maxPostedOctets = 16 * 2 ** 20;
/** A queue of this length is posted immediately; a shorter one waits for the rest of the event loop's turn. */
const postAtOnce = 16;
/** Batches that may wait are posted with the next urgent one, at this number, or after this time. */
const postWaitingAtOnce = 32;
const msToWait = 20;
/** SQL texts that the worker remembers. */
const maxTexts = 500;
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };
/** A thread that ends again within this time is started again only after it. */
const msBetweenStarts = 1_000;
/** Time for the connection of a thread that has ended to be closed. */
const msBeforeStart = 200;
const noRows: StatementResult['rows'] = [];
/** Estimated octets of a value other than text and blobs, and of the overhead of a value. */
const octetsOfValue = 16;

/**
 * The event loop's side of the write worker. It posts batches while the worker commits, and the worker's next transaction
 * takes all that arrived by then: neither waits for the other, and a slower disk makes larger groups. A worker that crashes is
 * started again; its pending batches are rejected, since it is unknown whether they were written.
 */
export class WriteWorker {
  readonly #file: string;
  readonly #report: OpenOptions['report'];
  #thread: Worker;
  #startedAt = performance.now();
  readonly #textIndexes = new Map<string, number>();
  #queue: Waiting[] = [];
  #posted: Waiting[] = [];
  #pendingOctets = 0;
  #postedOctets = 0;
  #isDue = false;
  #waitTimer: NodeJS.Timeout | null = null;
  /** Why no thread runs; null while one does. */
  #dead: Error | null = null;
  #isClosed = false;

  /** @param report  called when a thread has ended */
  constructor(file: string, report?: OpenOptions['report']) {
    this.#file = file;
    this.#report = report;
    this.#thread = this.#start();
  }

  /** Batches that wait or are being written. */
  get pendingBatches(): number {
    return this.#queue.length + this.#posted.length;
  }

  /** @throws Fault `unavailable` while no thread runs */
  checkAlive(): void {
    if (this.#dead) throw new Fault('unavailable', storeMessages.stopped, { cause: this.#dead });
  }

  /** Writes a batch as `Store.write` does. */
  write(
    batch: readonly (Compilable | Statement)[],
    { mayWait = false }: WriteOptions = {},
  ): Promise<readonly StatementResult[]> {
    const statements: Statement[] = [];
    let octets = 0;
    for (const written of batch) {
      const statement = 'sql' in written ? written : written.compile();
      statements.push(statement);
      for (const parameter of statement.parameters) octets += octetsOfValue + sizeOf(parameter);
    }
    return new Promise((resolve, reject) => {
      this.checkAlive();
      this.#checkSpace(octets);
      this.#pendingOctets += octets;
      this.#queue.push({ statements, octets, resolve, reject });
      if (this.#queue.length >= (mayWait ? postWaitingAtOnce : postAtOnce)) this.#post();
      else if (mayWait) this.#postLater();
      else this.#postSoon();
    });
  }

  /** Waits for the queue, then ends the worker. */
  async close(): Promise<void> {
    while (this.pendingBatches > 0 && !this.#dead) await once(this.#thread, 'message');
    this.#isClosed = true;
    if (this.#dead) return;
    const ended = once(this.#thread, 'exit');
    this.#dead = new Error('closed');
    this.#thread.postMessage('close');
    await ended;
  }

  #checkSpace(octets: number): void {
    if (this.pendingBatches >= maxPending)
      throw new Fault('overloaded', `the store has ${maxPending} writes waiting`);
    if (this.#pendingOctets > 0 && this.#pendingOctets + octets > maxPendingOctets)
      throw new Fault('overloaded', `the store has ${this.#pendingOctets} octets waiting`);
  }

  #start(): Worker {
    const thread = new Worker(siblingModule('./write-worker-thread', import.meta.url), {
      workerData: { file: this.#file },
      resourceLimits,
    });
    thread.on('message', (results: readonly BatchResult[]) => {
      this.#settle(results);
    });
    thread.on('error', (error) => {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
    });
    thread.on('exit', (code) => {
      if (!this.#isClosed) this.#fail(new Error(`the write worker ended with ${code}`));
    });
    return thread;
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

  #postLater(): void {
    this.#waitTimer ??= setTimeout(() => {
      this.#post();
    }, msToWait);
  }

  #post(): void {
    if (this.#waitTimer !== null) clearTimeout(this.#waitTimer);
    this.#waitTimer = null;
    const next = this.#queue.splice(0, this.#batchesToPost());
    if (next.length === 0) return;
    const resetsStatements = this.#textIndexes.size > maxTexts;
    if (resetsStatements) this.#textIndexes.clear();
    const texts: string[] = [];
    const statements: (readonly Statement[])[] = [];
    for (const waiting of next) statements.push(waiting.statements);
    const packed = packBatches(statements, (sql) => this.#indexOf(sql, texts));
    const request = { ...packed, newStatements: texts, resetsStatements } satisfies WriteRequest;
    this.#thread.postMessage(request, [packed.octets.buffer]);
    for (const waiting of next) waiting.statements = [];
    this.#posted.push(...next);
  }

  /** Returns how many batches of the queue the worker has space for, and counts their octets. */
  #batchesToPost(): number {
    const space = maxPosted - this.#posted.length;
    let count = 0;
    for (const { octets } of this.#queue) {
      const isBeyond = this.#postedOctets > 0 && this.#postedOctets + octets > maxPostedOctets;
      if (count >= space || isBeyond) break;
      this.#postedOctets += octets;
      count += 1;
    }
    return count;
  }

  /** @param texts  grows by the text if the worker does not know it yet */
  #indexOf(sql: string, texts: string[]): number {
    const known = this.#textIndexes.get(sql);
    if (known !== undefined) return known;
    const index = this.#textIndexes.size;
    this.#textIndexes.set(sql, index);
    texts.push(sql);
    return index;
  }

  #settle(results: readonly BatchResult[]): void {
    endSnapshots();
    const settled = this.#posted.splice(0, results.length);
    for (const { octets } of settled) {
      this.#postedOctets -= octets;
      this.#pendingOctets -= octets;
    }
    this.#post();
    for (const [position, { resolve, reject }] of settled.entries()) {
      const result = results[position];
      if (typeof result === 'number') resolve([{ rows: noRows, changes: result }]);
      else if (!result) reject(new Error('the write worker gave no result'));
      else if ('results' in result) resolve(result.results);
      else reject(failure(result));
    }
  }

  /** Rejects what waits, and starts another thread. */
  #fail(error: Error): void {
    if (this.#dead) return;
    this.#dead = error;
    this.#report?.('the write worker has ended; starting another one', error);
    const lost = [...this.#posted, ...this.#queue];
    this.#posted = [];
    this.#queue = [];
    this.#pendingOctets = 0;
    this.#postedOctets = 0;
    for (const { reject } of lost)
      reject(new Fault('unavailable', storeMessages.stopped, { cause: error }));
    void this.#restart();
  }

  async #restart(): Promise<void> {
    const wait = this.#startedAt + msBetweenStarts - performance.now();
    await sleep(Math.max(wait, msBeforeStart), undefined, { ref: false });
    if (this.#isClosed) return;
    this.#startedAt = performance.now();
    this.#textIndexes.clear();
    this.#thread = this.#start();
    this.#dead = null;
  }
}

/** Estimates the memory of a value while it waits: two octets for each character, as text beyond Latin-1 takes. */
function sizeOf(parameter: unknown): number {
  if (typeof parameter === 'string') return parameter.length * 2;
  return ArrayBuffer.isView(parameter) ? parameter.byteLength : 0;
}

function failure(result: BatchFailure): Error {
  if (result.kind === 'defect') return new Error(result.message);
  return new Fault(result.kind, result.message, {
    ...(result.statement !== undefined && { statement: result.statement }),
    ...(result.columns.length > 0 && {
      fields: Object.fromEntries(result.columns.map((column) => [column, [result.message]])),
    }),
  });
}
