import { setImmediate as nextTurn } from 'node:timers/promises';

/** Divides long work into turns of the event loop, so that requests and packets are served in between. */
export class Turns {
  readonly #turnMs: number;
  #endsAt: number;

  /** @param turnMs  milliseconds of a turn */
  constructor(turnMs = 10) {
    this.#turnMs = turnMs;
    this.#endsAt = performance.now() + turnMs;
  }

  /** True if this turn has taken its time. */
  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** Waits for the next turn if this one is over. */
  async pass(): Promise<void> {
    if (!this.isOver) return;
    await nextTurn();
    this.#endsAt = performance.now() + this.#turnMs;
  }
}

/** Maps a list in turns. */
export async function mapInTurns<T, R>(list: readonly T[], work: (item: T) => R): Promise<R[]> {
  const done: R[] = [];
  const turns = new Turns();
  for (const item of list) {
    done.push(work(item));
    await turns.pass();
  }
  return done;
}
