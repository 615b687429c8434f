import { Fault } from '../contract/errors.ts';

interface RateLimit {
  /** Tokens in the full bucket of a key. */
  readonly burst: number;
  /** Time until a key gets one more token. */
  readonly refillMs: number;
  /** Keys in memory; the one used longest ago is evicted. */
  readonly maxKeys: number;
  /** Returns milliseconds that never go backwards. */
  readonly clock: () => number;
}

/** Rate limit by key: a token bucket. */
export class RateLimiter {
  readonly #limit: RateLimit;
  /** When the bucket of each key is full again. */
  readonly #fullAt = new Map<string, number>();

  constructor(limit: RateLimit) {
    this.#limit = limit;
  }

  /** Takes a token. @throws Fault `throttled` without a token, with the seconds until the next one */
  take(key: string): void {
    const missingMs = this.#take(key);
    if (missingMs <= 0) return;
    const retryAfter = Math.ceil(missingMs / 1000);
    throw new Fault(
      'throttled',
      `Request was throttled. Expected available in ${retryAfter} seconds.`,
      { retryAfter },
    );
  }

  /** Takes a token if there is one. @returns whether there was */
  takeIfAny(key: string): boolean {
    return this.#take(key) <= 0;
  }

  /** Returns a token: the attempt does not count. */
  refund(key: string): void {
    const fullAt = this.#fullAt.get(key);
    if (fullAt !== undefined) this.#fullAt.set(key, fullAt - this.#limit.refillMs);
  }

  /** Takes a token if there is one. @returns milliseconds until there is one; 0 or less: it was taken */
  #take(key: string): number {
    const { burst, refillMs, maxKeys, clock } = this.#limit;
    const now = clock();
    const fullAt = Math.max(this.#fullAt.get(key) ?? 0, now) + refillMs;
    const missingMs = fullAt - now - burst * refillMs;
    if (missingMs > 0) return missingMs;
    // The key used longest ago is the first of the map.
    this.#fullAt.delete(key);
    this.#fullAt.set(key, fullAt);
    const [oldest] = this.#fullAt.keys();
    if (oldest !== undefined && this.#fullAt.size > maxKeys) this.#fullAt.delete(oldest);
    return missingMs;
  }
}
