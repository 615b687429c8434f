import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Fault } from '../../errors.ts';
import type { WorkerReadResult } from './worker-messages.ts';

interface Waiting {
  readonly resolve: (rows: readonly Record<string, unknown>[]) => void;
  readonly reject: (error: Error) => void;
}

const bound = 256;
const idleMs = 10_000;
/** A thread that only passes rows on needs little of its own. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 };

/**
 * The event loop's side of the thread of long reads. It starts with the first of them and ends when none has come for a
 * while: a thread of its own costs as much memory as the rest of the store.
 */
export class ReadWorker {
  readonly #file: string;
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;

  constructor(file: string) {
    this.#file = file;
  }

  read(sql: string, parameters: readonly unknown[]): Promise<readonly Record<string, unknown>[]> {
    if (this.#waiting.size >= bound)
      return Promise.reject(new Fault('overloaded', `the store has ${bound} long reads waiting`));
    const id = ++this.#lastId;
    const thread = (this.#thread ??= this.#begin());
    clearTimeout(this.#idle);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      thread.postMessage({ id, sql, parameters });
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    if (!thread) return;
    this.#thread = null;
    const ended = once(thread, 'exit');
    thread.postMessage('close');
    await ended;
  }

  #begin(): Worker {
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
        this.#idle = setTimeout(() => void this.close(), idleMs).unref();
    });
    thread.on('error', (error) => {
      for (const { reject } of this.#waiting.values()) {
        reject(new Fault('unavailable', 'the store has stopped', { cause: error }));
      }
      this.#waiting.clear();
      this.#thread = null;
    });
    return thread;
  }
}
