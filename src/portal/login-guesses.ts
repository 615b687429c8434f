import { Fault } from '../contract/errors.ts';
import type { Clock } from '../runtime/clock.ts';
import { TtlCache } from '../runtime/cache.ts';

/** Where a login comes from: a portal page, and the customer whose address its request has. */
export interface LoginOrigin {
  readonly organization: number;
  readonly page: number;
  /** Of `customerKey`. */
  readonly host: string;
}

/** A page at which codes or passwords are being guessed. */
export interface GuessedPage {
  readonly organization: number;
  readonly page: number;
  /** Wrong logins above what guests mistype, as of now. */
  readonly excess: number;
}

/** Guests of a busy page may mistype as many in a row, and one more every three seconds. */
const usualErrors = 60;
const decayMs = 3_000;
const firstDelayMs = 250;
const maxDelayMs = 10_000;
/** The delay doubles with as many further wrong logins. */
const errorsToDouble = 30;
/** Further wrong logins do not count, since they would only make the delay last longer. */
const maxErrors = usualErrors + Math.ceil(errorsToDouble * Math.log2(maxDelayMs / firstDelayMs));
const maxWaiting = 256;
const maxWaitingOfHost = 8;
const retryAfterSeconds = 10;
const maxKeys = 10_000;
const trustMs = 3_600_000;

interface Errors extends Omit<LoginOrigin, 'host'> {
  /** When there are none left, by the monotonic clock. */
  clearAt: number;
}

/**
 * Delays the logins of a portal page while codes or passwords are being guessed there: the more wrong ones, the longer.
 * An address that a guest has logged in from within the hour is not delayed, so that a guesser elsewhere does not stop a site;
 * the wrong logins of one address have limits of their own.
 */
export class LoginGuesses {
  readonly #clock: Pick<Clock, 'monotonicMs' | 'sleep'>;
  readonly #errors = new Map<number, Errors>();
  readonly #trusted: TtlCache<true>;
  readonly #waiting = new Map<string, number>();
  #allWaiting = 0;

  constructor(clock: Pick<Clock, 'monotonicMs' | 'sleep'>) {
    this.#clock = clock;
    this.#trusted = new TtlCache({
      ttlMs: trustMs,
      maxEntries: maxKeys,
      clock: clock.monotonicMs,
    });
  }

  /** Waits before a login is checked, as long as its page demands. @throws Fault `throttled` if too many wait */
  async admit(origin: LoginOrigin): Promise<void> {
    const delayMs = this.#trusted.get(keyOf(origin)) ? 0 : delayOf(this.#excess(origin.page));
    if (delayMs === 0) return;
    const { host } = origin;
    const ofHost = this.#waiting.get(host) ?? 0;
    if (this.#allWaiting >= maxWaiting || ofHost >= maxWaitingOfHost)
      throw new Fault('throttled', 'Request was throttled: wrong logins are being tried.', {
        retryAfter: retryAfterSeconds,
      });
    this.#count(host, 1);
    try {
      await this.#clock.sleep(delayMs);
    } finally {
      this.#count(host, -1);
    }
  }

  /** Counts a wrong code or password. */
  wrong({ organization, page }: LoginOrigin): void {
    const now = this.#clock.monotonicMs();
    const begin = Math.max(this.#errors.get(page)?.clearAt ?? 0, now);
    const clearAt = Math.min(begin, now + (maxErrors - 1) * decayMs) + decayMs;
    // The page used longest ago is the first of the map.
    this.#errors.delete(page);
    this.#errors.set(page, { organization, page, clearAt });
    const [oldest] = this.#errors.keys();
    if (oldest !== undefined && this.#errors.size > maxKeys) this.#errors.delete(oldest);
  }

  /** Remembers that a guest has logged in from an address. */
  right(origin: LoginOrigin): void {
    this.#trusted.set(keyOf(origin), true);
  }

  /** Returns the pages at which logins are delayed. */
  guessedPages(): readonly GuessedPage[] {
    return [...this.#errors.values()]
      .map(({ organization, page }) => ({ organization, page, excess: this.#excess(page) }))
      .filter(({ excess }) => excess > 0);
  }

  #excess(page: number): number {
    const clearMs = (this.#errors.get(page)?.clearAt ?? 0) - this.#clock.monotonicMs();
    return Math.max(0, Math.ceil(clearMs / decayMs) - usualErrors);
  }

  #count(host: string, by: 1 | -1): void {
    this.#allWaiting += by;
    const ofHost = (this.#waiting.get(host) ?? 0) + by;
    if (ofHost > 0) this.#waiting.set(host, ofHost);
    else this.#waiting.delete(host);
  }
}

function keyOf({ page, host }: LoginOrigin): string {
  return `${page} ${host}`;
}

function delayOf(excess: number): number {
  if (excess === 0) return 0;
  return Math.min(maxDelayMs, firstDelayMs * 2 ** (excess / errorsToDouble));
}
