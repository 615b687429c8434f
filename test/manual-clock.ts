import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock, Timer } from '../src/runtime/clock.ts';

interface PendingTimer {
  readonly at: number;
  readonly onElapsed: () => void;
}

/** Turns of the event loop after each timer, so that promises settle and the next timer is set. */
const turnsToSettle = 5;

/**
 * Clock that stands still until a test advances it. Only timers of this clock are affected: sockets, files and databases
 * take the time they take, so a test waits for their result before it advances.
 */
export class ManualClock implements Clock {
  readonly #timers = new Set<PendingTimer>();
  #date: number;
  #monotonic = 0;

  constructor(date = new Date()) {
    this.#date = date.getTime();
  }

  readonly now = (): Date => new Date(this.#date);

  readonly monotonicMs = (): number => this.#monotonic;

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const abort = () => {
        timer.cancel();
        reject(new DOMException('The sleep was aborted', 'AbortError'));
      };
      const timer = this.setTimer(ms, () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      });
      if (signal?.aborted === true) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    });

  readonly setTimer = (ms: number, onElapsed: () => void): Timer => {
    const pending = { at: this.#monotonic + Math.max(0, ms), onElapsed };
    this.#timers.add(pending);
    const timer: Timer = { cancel: () => this.#timers.delete(pending), unref: () => timer };
    return timer;
  };

  /** Moves the time forward. Timers elapse in their order, each at its own time. */
  async advance(ms: number): Promise<void> {
    const end = this.#monotonic + ms;
    await settle();
    for (;;) {
      const next = this.#nextUntil(end);
      if (!next) break;
      this.#moveTo(next.at);
      this.#timers.delete(next);
      next.onElapsed();
      await settle();
    }
    this.#moveTo(end);
  }

  /** Moves the date alone, as when the machine's time is set. */
  setDate(date: Date): void {
    this.#date = date.getTime();
  }

  #nextUntil(end: number): PendingTimer | undefined {
    return [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  }

  #moveTo(monotonic: number): void {
    this.#date += monotonic - this.#monotonic;
    this.#monotonic = monotonic;
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < turnsToSettle; turn += 1) await nextTurn();
}

/** Returns a clock whose timers elapse at once, for tests of what happens after a delay. */
export function withoutDelays(clock: Clock): Clock {
  return { ...clock, setTimer: (_ms, onElapsed) => clock.setTimer(0, onElapsed) };
}
