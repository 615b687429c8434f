import { Fault } from '../errors.ts';

interface Allowance {
  /** Tries that one key has at once. */
  readonly burst: number;
  /** After how long it gets one more, in milliseconds. */
  readonly refillMs: number;
  /** Keys that are remembered; the one that was quiet for longest is forgotten first. */
  readonly maxKeys: number;
  /** Milliseconds that only go forward. */
  readonly clock: () => number;
}

/** Bounds how often something is tried, by key: a bucket of tries that fills up again over time. */
export class RateLimiter {
  readonly #allowed: Allowance;
  /** When a key's bucket will be full again. */
  readonly #fullAt = new Map<string, number>();

  constructor(allowed: Allowance) {
    this.#allowed = allowed;
  }

  /** Takes one try. @throws Fault `throttled` where none is left, with the seconds until there is */
  take(key: string): void {
    const { burst, refillMs, maxKeys, clock } = this.#allowed;
    const now = clock();
    const fullAt = Math.max(this.#fullAt.get(key) ?? 0, now) + refillMs;
    const missingMs = fullAt - now - burst * refillMs;
    if (missingMs > 0) {
      const retryAfter = Math.ceil(missingMs / 1000);
      throw new Fault(
        'throttled',
        `Request was throttled. Expected available in ${retryAfter} seconds.`,
        { retryAfter },
      );
    }
    this.#keep(key, fullAt);
    const [quietest] = this.#fullAt.keys();
    if (quietest !== undefined && this.#fullAt.size > maxKeys) this.#fullAt.delete(quietest);
  }

  /** Gives a try back that is not to count. */
  refund(key: string): void {
    const fullAt = this.#fullAt.get(key);
    if (fullAt !== undefined) this.#keep(key, fullAt - this.#allowed.refillMs);
  }

  #keep(key: string, fullAt: number): void {
    this.#fullAt.delete(key);
    this.#fullAt.set(key, fullAt);
  }
}
