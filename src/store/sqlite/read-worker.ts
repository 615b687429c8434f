import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Fault } from '../../contract/errors.ts';
import { siblingModule } from '../../runtime/package-root.ts';
import { storeMessages } from '../store-messages.ts';
import type { WorkerRead, WorkerReadResult } from './worker-messages.ts';

interface Waiting {
  readonly read: WorkerRead;
  readonly resolve: (rows: readonly Record<string, unknown>[]) => void;
  readonly reject: (error: Error) => void;
}

const maxReads = 256;
const idleMs = 10_000;
/** The limit of a long read of PostgreSQL. */
const longReadMs = 60_000;
/** Limit of threads that are still busy with an abandoned read, each with a core and memory; at the limit reads are refused. */
const maxAbandoned = 2;
/** The thread only passes rows on, so it needs little memory. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 };

/**
 * The event loop's side of the read worker. The thread starts with the first long read and ends after an idle time, since it
 * takes as much memory as the rest of the store. A read that exceeds its time limit is rejected, and its thread replaced.
 * A statement of SQLite cannot be interrupted by this driver: the old thread ends with it, and so does its hold on the
 * write-ahead log.
 */
export class ReadWorker {
  readonly #file: string;
  readonly #limitMs: number;
  /** The first one is being read. */
  readonly #waiting = new Map<number, Waiting>();
  readonly #abandoned = new Set<Worker>();
  #thread: Worker | null = null;
  #idleTimer: NodeJS.Timeout | undefined;
  #limitTimer: NodeJS.Timeout | undefined;
  #lastId = 0;

  /** @param limitMs  time of one read, without its wait for those before it */
  constructor(file: string, limitMs = longReadMs) {
    this.#file = file;
    this.#limitMs = limitMs;
  }

  read(sql: string, parameters: readonly unknown[]): Promise<readonly Record<string, unknown>[]> {
    if (this.#waiting.size >= maxReads)
      return Promise.reject(
        new Fault('overloaded', `the store has ${maxReads} long reads waiting`),
      );
    if (this.#abandoned.size >= maxAbandoned) return Promise.reject(this.#lateFault());
    const read = { id: ++this.#lastId, sql, parameters };
    const thread = (this.#thread ??= this.#start());
    clearTimeout(this.#idleTimer);
    return new Promise((resolve, reject) => {
      this.#waiting.set(read.id, { read, resolve, reject });
      thread.postMessage(read);
      if (this.#waiting.size === 1) this.#limitFirst();
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    clearTimeout(this.#limitTimer);
    const thread = this.#thread;
    if (!thread) return;
    this.#thread = null;
    const ended = once(thread, 'exit');
    thread.postMessage('close');
    await ended;
  }

  #start(): Worker {
    const thread = new Worker(siblingModule('./read-worker-thread', import.meta.url), {
      workerData: { file: this.#file },
      resourceLimits,
    });
    // The start of the thread is no part of the first read.
    thread.on('online', () => {
      if (thread === this.#thread && this.#waiting.size > 0) this.#limitFirst();
    });
    thread.on('message', (result: WorkerReadResult) => {
      if (!this.#abandoned.has(thread)) this.#settle(result);
    });
    thread.on('error', (error) => {
      if (!this.#abandoned.has(thread)) this.#fail(error);
    });
    thread.on('exit', (code) => {
      if (this.#abandoned.delete(thread) || thread !== this.#thread) return;
      this.#fail(new Error(`the read worker ended with ${code}`));
    });
    return thread;
  }

  #settle(result: WorkerReadResult): void {
    const waiting = this.#waiting.get(result.id);
    this.#waiting.delete(result.id);
    if ('rows' in result) waiting?.resolve(result.rows);
    else waiting?.reject(new Error(result.message));
    clearTimeout(this.#limitTimer);
    if (this.#waiting.size > 0) this.#limitFirst();
    else this.#idleTimer = setTimeout(() => void this.close(), idleMs).unref();
  }

  #fail(cause: unknown): void {
    this.#thread = null;
    this.#rejectAll(new Fault('unavailable', storeMessages.stopped, { cause }));
  }

  /** Limits the time of the read that is first in the queue. */
  #limitFirst(): void {
    clearTimeout(this.#limitTimer);
    this.#limitTimer = setTimeout(() => {
      this.#abandonFirst();
    }, this.#limitMs).unref();
  }

  /** Rejects the read that exceeds its limit, and gives those behind it to another thread. */
  #abandonFirst(): void {
    const thread = this.#thread;
    const [late] = this.#waiting.values();
    if (!thread || !late) return;
    this.#waiting.delete(late.read.id);
    this.#abandoned.add(thread);
    this.#thread = null;
    void thread.terminate();
    late.reject(this.#lateFault());
    if (this.#waiting.size === 0) return;
    if (this.#abandoned.size >= maxAbandoned) {
      this.#rejectAll(this.#lateFault());
      return;
    }
    const next = this.#start();
    this.#thread = next;
    for (const { read } of this.#waiting.values()) next.postMessage(read);
    this.#limitFirst();
  }

  #rejectAll(fault: Fault): void {
    clearTimeout(this.#limitTimer);
    const lost = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of lost) reject(fault);
  }

  #lateFault(): Fault {
    return new Fault(
      'unavailable',
      `${storeMessages.cannotRead}: a read takes longer than ${this.#limitMs / 1000} s`,
    );
  }
}
