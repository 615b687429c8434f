import { Fault } from '../../contract/errors.ts';

interface SemaphoreLimits {
  /** Works that run at a time. */
  readonly max: number;
  /** Works that may wait for the others to end; default: all. */
  readonly maxWaiting?: number;
  /** Names the work in the fault, such as `pings`. */
  readonly name?: string;
}

const retryAfterSeconds = 5;

/** Limits how much of a kind of work runs at a time; more waits in order, up to a limit if there is one, and the rest is refused. */
export class Semaphore {
  readonly #limits: SemaphoreLimits;
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits;
  }

  /** @throws errors of the work; Fault `overloaded` if too many wait already */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.max) this.#running += 1;
    else await this.#wait();
    try {
      return await work();
    } finally {
      // The place goes to the work that has waited longest.
      const next = this.#queue.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  #wait(): Promise<void> {
    const { maxWaiting = Infinity, name = 'tasks' } = this.#limits;
    if (this.#queue.length >= maxWaiting)
      throw new Fault('overloaded', `Too many ${name} are waiting.`, {
        retryAfter: retryAfterSeconds,
      });
    return new Promise((resolve) => this.#queue.push(resolve));
  }
}
