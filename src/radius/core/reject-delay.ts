import { randomInt } from 'node:crypto';

const jitter = 0.1;

/** Holds answers back for a while, a bounded number of them at a time. */
export class RejectDelay {
  readonly #ms: number;
  readonly #most: number;
  readonly #held = new Set<() => void>();

  constructor(ms: number, most: number) {
    this.#ms = ms;
    this.#most = most;
  }

  /**
   * Waits, and up to a tenth more: the length of the wait must tell nothing.
   *
   * @returns false: there are too many waiting, or the gateway stops; the answer must not be sent
   */
  wait(): Promise<boolean> {
    if (this.#held.size >= this.#most) return Promise.resolve(false);
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => {
          this.#held.delete(release);
          resolve(true);
        },
        this.#ms + randomInt(1 + Math.round(this.#ms * jitter)),
      );
      const release = () => {
        clearTimeout(timer);
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
