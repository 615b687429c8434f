import { setImmediate as nextTurn } from 'node:timers/promises';

const turnMs = 10;

/** Divides long work into turns of the event loop, so that requests and packets are served in between. */
export class Turns {
  #endsAt = performance.now() + turnMs;

  /** Waits for the next turn if this one has taken ten milliseconds. */
  async pass(): Promise<void> {
    if (performance.now() < this.#endsAt) return;
    await nextTurn();
    this.#endsAt = performance.now() + turnMs;
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
