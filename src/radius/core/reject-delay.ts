import { randomInt } from 'node:crypto';
import { systemClock, type Clock } from '../../runtime/clock.ts';

const jitter = 0.1;

/** Delays rejects, a limited number of them at a time. */
export class RejectDelay {
  readonly #ms: number;
  readonly #maxCount: number;
  readonly #clock: Pick<Clock, 'setTimer'>;
  readonly #delayed = new Set<() => void>();

  constructor(ms: number, maxCount: number, clock: Pick<Clock, 'setTimer'> = systemClock) {
    this.#ms = ms;
    this.#maxCount = maxCount;
    this.#clock = clock;
  }

  /**
   * Waits for the delay plus up to a tenth, so that the time of a reject does not reveal its reason.
   *
   * @returns false: too many rejects are delayed, or the gateway stops; send no reply
   */
  wait(): Promise<boolean> {
    if (this.#delayed.size >= this.#maxCount) return Promise.resolve(false);
    return new Promise((resolve) => {
      const ms = this.#ms + randomInt(1 + Math.round(this.#ms * jitter));
      const timer = this.#clock.setTimer(ms, () => {
        this.#delayed.delete(release);
        resolve(true);
      });
      const release = () => {
        timer.cancel();
        resolve(false);
      };
      this.#delayed.add(release);
    });
  }

  /** Ends all delays; their rejects are not sent. */
  stop(): void {
    for (const release of this.#delayed) release();
    this.#delayed.clear();
  }
}
