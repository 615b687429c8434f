import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Fault } from '../errors.ts';
import type { LongReadResult } from './writer-protocol.ts';

interface Waiting {
  readonly resolve: (rows: readonly Record<string, unknown>[]) => void;
  readonly reject: (error: Error) => void;
}

const bound = 256;
/** A thread that only passes rows on needs little of its own. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 };

/** The event loop's side of the thread of long reads, which starts with the first of them. */
export class LongReads {
  readonly #file: string;
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | null = null;
  #lastId = 0;

  constructor(file: string) {
    this.#file = file;
  }

  read(sql: string, parameters: readonly unknown[]): Promise<readonly Record<string, unknown>[]> {
    if (this.#waiting.size >= bound) return Promise.reject(new Fault('overloaded', `the store has ${bound} long reads waiting`));
    const id = ++this.#lastId;
    const thread = (this.#thread ??= this.#begin());
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      thread.postMessage({ id, sql, parameters });
    });
  }

  async close(): Promise<void> {
    if (!this.#thread) return;
    const ended = once(this.#thread, 'exit');
    this.#thread.postMessage('close');
    await ended;
  }

  #begin(): Worker {
    const thread = new Worker(new URL('./reader-thread.js', import.meta.url), {
      workerData: { file: this.#file },
      resourceLimits,
    });
    thread.on('message', (result: LongReadResult) => {
      const waiting = this.#waiting.get(result.id);
      this.#waiting.delete(result.id);
      if ('rows' in result) waiting?.resolve(result.rows);
      else waiting?.reject(new Error(result.message));
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
