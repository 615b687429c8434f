import { hash, randomBytes } from 'node:crypto';
import { customerKey } from '../../runtime/ip-address.ts';
import { RateLimiter } from '../../runtime/rate-limiter.ts';
import { TtlCache } from '../../runtime/cache.ts';
import type { Secret } from '../../contract/secret.ts';

/** A try to log in with a password that may be wrong. */
export interface PasswordAttempt {
  /** The user by id, however the login spells it, or an unknown name. */
  readonly person: string;
  /** Where the person logs in: a RADIUS client, or the organization of a caller. */
  readonly place: string;
  /** The device that logs in; null: not known. */
  readonly device: string | null;
  /** The IP address of the device; null: not known. */
  readonly host: string | null;
  /** The password; null: it is not presented in clear, or all devices of a NAS have the same. */
  readonly password: Secret | null;
  /** True where a login without a device is usual, as on a NAS. */
  readonly mayLackDevice: boolean;
}

/** An attempt that was admitted, and counts as wrong until it is accepted. */
export interface AdmittedAttempt {
  accept(): void;
  /** Ends an attempt without a password check. */
  withdraw(): void;
}

type Bucket = readonly [limiter: RateLimiter, key: string];

/** How many wrong attempts are admitted at a time, and how long it takes until one more is. */
type Rate = readonly [burst: number, refillMs: number];

/** Limits of wrong attempts. */
export interface AttemptRates {
  readonly ofPersonOnDevice: Rate;
  readonly ofPersonAnywhere: Rate;
  readonly ofPerson: Rate;
  readonly ofDevice: Rate;
  readonly ofHost: Rate;
  readonly ofPassword: Rate;
}

const passwordRates: AttemptRates = {
  ofPersonOnDevice: [10, 6_000],
  ofPersonAnywhere: [10, 6_000],
  ofPerson: [50, 6_000],
  ofDevice: [30, 2_000],
  ofHost: [100, 600],
  ofPassword: [30, 2_000],
};

/**
 * Limits of wrong codes of a second factor. Three of a million codes are right at a time: who knows the password and guesses
 * from an address where the user has never signed in finds one in a day with a probability of 0.1 percent (RFC 4226 section
 * 7.3).
 */
export const codeRates: AttemptRates = {
  ...passwordRates,
  ofPersonOnDevice: [5, 120_000],
  ofPersonAnywhere: [5, 300_000],
  ofPerson: [10, 300_000],
};

const trustMs = 30 * 86_400_000;
const maxKeys = 100_000;

/**
 * Limits wrong passwords: of a person on one device, of a person in all, of a device, of an IP address (of IPv6: its /64), and of one password
 * with many names. A device that has logged the person in before is limited by its own attempts only, so guesses from
 * elsewhere do not lock the person out.
 */
export class PasswordAttempts {
  readonly #ofPersonOnDevice: RateLimiter;
  readonly #ofPerson: RateLimiter;
  readonly #ofPersonAnywhere: RateLimiter;
  readonly #ofDevice: RateLimiter;
  readonly #ofHost: RateLimiter;
  readonly #ofPassword: RateLimiter;
  readonly #trusted: TtlCache<true>;
  readonly #key = randomBytes(32).toString('hex');

  /** @param clock  returns milliseconds that never go backwards */
  constructor(clock: () => number, rates: AttemptRates = passwordRates) {
    const limiter = ([burst, refillMs]: Rate) =>
      new RateLimiter({ burst, refillMs, maxKeys, clock });
    this.#ofPersonOnDevice = limiter(rates.ofPersonOnDevice);
    this.#ofPersonAnywhere = limiter(rates.ofPersonAnywhere);
    this.#ofPerson = limiter(rates.ofPerson);
    this.#ofDevice = limiter(rates.ofDevice);
    this.#ofHost = limiter(rates.ofHost);
    this.#ofPassword = limiter(rates.ofPassword);
    this.#trusted = new TtlCache({ ttlMs: trustMs, maxEntries: maxKeys, clock });
  }

  /** Admits an attempt before its password is checked. @throws Fault `throttled`, with the seconds until the next one */
  admit(attempt: PasswordAttempt): AdmittedAttempt {
    const { person, place, device } = attempt;
    const taken: Bucket[] = [];
    const refund = () => {
      for (const [limiter, key] of taken) limiter.refund(key);
    };
    try {
      for (const [limiter, key] of this.#bucketsOf(attempt)) {
        limiter.take(key);
        taken.push([limiter, key]);
      }
    } catch (error) {
      refund();
      throw error;
    }
    if (device !== null) this.#ofPersonAnywhere.takeIfAny(`${place} ${person}`);
    const withdraw = () => {
      refund();
      if (device !== null) this.#ofPersonAnywhere.refund(`${place} ${person}`);
    };
    return {
      accept: () => {
        withdraw();
        if (device !== null) this.#trusted.set(`${person} ${device}`, true);
      },
      withdraw,
    };
  }

  #bucketsOf(attempt: PasswordAttempt): readonly Bucket[] {
    const { person, place, device, mayLackDevice } = attempt;
    const personHere = `${place} ${person}`;
    if (device === null)
      return [
        [mayLackDevice ? this.#ofPerson : this.#ofPersonAnywhere, personHere],
        ...this.#sharedBucketsOf(attempt),
      ];
    const own: Bucket = [this.#ofPersonOnDevice, `${person} ${device}`];
    if (this.#trusted.get(`${person} ${device}`)) return [own];
    return [
      own,
      [this.#ofPerson, personHere],
      [this.#ofDevice, `${place} ${device}`],
      ...this.#sharedBucketsOf(attempt),
    ];
  }

  /** Returns the buckets of values that many persons may share. */
  #sharedBucketsOf({ place, host, password }: PasswordAttempt): readonly Bucket[] {
    const ofHost: Bucket[] = host === null ? [] : [[this.#ofHost, `${place} ${customerKey(host)}`]];
    return password === null
      ? ofHost
      : [...ofHost, [this.#ofPassword, `${place} ${this.#digest(password)}`]];
  }

  /** Digests never leave the process. */
  #digest(password: Secret): string {
    return hash('sha256', `${this.#key}${password.reveal()}`, 'base64');
  }
}

/** Returns the person of a login: the user, by whichever of its names, or an unknown name. */
export function personOf(user: number | null | undefined, name: string): string {
  return typeof user === 'number' ? `user ${user}` : `name ${name.toLowerCase()}`;
}

interface NamedDevice {
  readonly mac: string;
  /** False: only the sender names the device. */
  readonly isReported: boolean;
  readonly host: string | null;
}

/** Returns the device of an attempt: its MAC address, together with the IP address if only the sender has named it. */
export function deviceKey({ mac, isReported, host }: NamedDevice): string {
  return isReported || host === null ? mac : `${mac} at ${customerKey(host)}`;
}
