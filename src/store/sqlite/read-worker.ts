import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Fault } from '../../errors.ts';
import { storeMessages } from '../store-messages.ts';
import type { WorkerReadResult } from './worker-messages.ts';

interface Waiting {
  readonly resolve: (rows: readonly Record<string, unknown>[]) => void;
  readonly reject: (error: Error) => void;
}

const maxReads = 256;
const idleMs = 10_000;
/** The thread only passes rows on, so it needs little memory. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 };

/**
 * The event loop's side of the read worker. The thread starts with the first long read and ends after an idle time, since it
 * takes as much memory as the rest of the store.
 */
export class ReadWorker {
  readonly #file: string;
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | null = null;
  #idleTimer: NodeJS.Timeout | undefined;
  #lastId = 0;

  constructor(file: string) {
    this.#file = file;
  }

  read(sql: string, parameters: readonly unknown[]): Promise<readonly Record<string, unknown>[]> {
    if (this.#waiting.size >= maxReads)
      return Promise.reject(
        new Fault('overloaded', `the store has ${maxReads} long reads waiting`),
      );
    const id = ++this.#lastId;
    const thread = (this.#thread ??= this.#start());
    clearTimeout(this.#idleTimer);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      thread.postMessage({ id, sql, parameters });
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const thread = this.#thread;
    if (!thread) return;
    this.#thread = null;
    const ended = once(thread, 'exit');
    thread.postMessage('close');
    await ended;
  }

  #start(): Worker {
    const thread = new Worker(new URL('./read-worker-thread.js', import.meta.url), {
      workerData: { file: this.#file },
      resourceLimits,
    });
    thread.on('message', (result: WorkerReadResult) => {
      const waiting = this.#waiting.get(result.id);
      this.#waiting.delete(result.id);
      if ('rows' in result) waiting?.resolve(result.rows);
      else waiting?.reject(new Error(result.message));
      if (this.#waiting.size === 0)
        this.#idleTimer = setTimeout(() => void this.close(), idleMs).unref();
    });
    thread.on('error', (error) => {
      for (const { reject } of this.#waiting.values()) {
        reject(new Fault('unavailable', storeMessages.stopped, { cause: error }));
      }
      this.#waiting.clear();
      this.#thread = null;
    });
    return thread;
  }
}
