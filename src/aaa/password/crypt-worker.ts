import { Worker } from 'node:worker_threads';
import { Fault } from '../../contract/errors.ts';
import { costOfHash } from './hash-cost.ts';
import { siblingModule } from '../../runtime/package-root.ts';

export interface CryptCheck {
  readonly id: number;
  readonly password: string;
  readonly stored: string;
}

export type CryptResult =
  | { readonly id: number; readonly isRight: boolean }
  | { readonly id: number; readonly message: string };

interface Waiting {
  readonly resolve: (isRight: boolean) => void;
  readonly reject: (error: Error) => void;
}

const idleMs = 10_000;
/** Above the time of a hash at the highest cost that is accepted, on a slow box. */
const limitMs = 30_000;
const maxWaiting = 256;
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 };

/**
 * The event loop's side of the thread that verifies hashes of crypt and bcrypt. The thread starts with the first one and
 * ends after an idle time, or when one check exceeds its time.
 */
class CryptWorker {
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | null = null;
  #timer: NodeJS.Timeout | undefined;
  #lastId = 0;

  /** @throws Fault `overloaded` if too many wait */
  verify(password: string, stored: string): Promise<boolean> {
    if (this.#waiting.size >= maxWaiting)
      return Promise.reject(new Fault('overloaded', `${maxWaiting} password checks wait`));
    const id = ++this.#lastId;
    const thread = (this.#thread ??= this.#start());
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      thread.ref();
      thread.postMessage({ id, password, stored } satisfies CryptCheck);
      this.#schedule(limitMs);
    });
  }

  #start(): Worker {
    const thread = new Worker(siblingModule('./crypt-thread', import.meta.url), { resourceLimits });
    thread.on('message', (result: CryptResult) => {
      this.#settle(result);
    });
    thread.on('error', (error: unknown) => {
      this.#end(new Error('the thread for password checks failed', { cause: error }));
    });
    return thread;
  }

  #settle(result: CryptResult): void {
    const waiting = this.#waiting.get(result.id);
    this.#waiting.delete(result.id);
    if ('message' in result) waiting?.reject(new Error(result.message));
    else waiting?.resolve(result.isRight);
    if (this.#waiting.size === 0) this.#thread?.unref();
    this.#schedule(this.#waiting.size === 0 ? idleMs : limitMs);
  }

  /** Ends the thread unless it answers, or is asked, within a time. */
  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#end(new Fault('overloaded', `a password check took longer than ${limitMs / 1000} s`));
    }, ms);
    this.#timer.unref();
  }

  #end(error: Error): void {
    clearTimeout(this.#timer);
    const thread = this.#thread;
    this.#thread = null;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    thread?.removeAllListeners();
    // Ignore errors of a thread that is being terminated.
    thread?.on('error', () => undefined);
    void thread?.terminate();
  }
}

/** A thread for each kind of hash, so that a cheap one does not wait behind a costly one. */
const workers = { usual: new CryptWorker(), costly: new CryptWorker() };

/** Verifies a password against a hash of crypt or bcrypt, off the event loop. */
export function verifyCrypt(password: string, stored: string): Promise<boolean> {
  return workers[costOfHash(stored).isCostly ? 'costly' : 'usual'].verify(password, stored);
}
