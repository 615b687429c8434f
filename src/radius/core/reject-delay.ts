import { randomInt } from 'node:crypto';
import { systemClock, type Clock } from '../../runtime/clock.ts';

const jitter = 0.1;

/** Holds answers back for a while, a bounded number of them at a time. */
export class RejectDelay {
  readonly #ms: number;
  readonly #most: number;
  readonly #clock: Pick<Clock, 'setTimer'>;
  readonly #held = new Set<() => void>();

  constructor(ms: number, most: number, clock: Pick<Clock, 'setTimer'> = systemClock) {
    this.#ms = ms;
    this.#most = most;
    this.#clock = clock;
  }

  /**
   * Waits, and up to a tenth more: the length of the wait must tell nothing.
   *
   * @returns false: there are too many waiting, or the gateway stops; the answer must not be sent
   */
  wait(): Promise<boolean> {
    if (this.#held.size >= this.#most) return Promise.resolve(false);
    return new Promise((resolve) => {
      const ms = this.#ms + randomInt(1 + Math.round(this.#ms * jitter));
      const timer = this.#clock.setTimer(ms, () => {
        this.#held.delete(release);
        resolve(true);
      });
      const release = () => {
        timer.cancel();
        resolve(false);
      };
      this.#held.add(release);
    });
  }

  /** Gives up what is held. */
  stop(): void {
    for (const release of this.#held) release();
    this.#held.clear();
  }
}
