import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { TtlCache } from '../../runtime/ttl-cache.ts';
import type { Secret } from '../../secret.ts';
import { verifyPassword } from './credential-check.ts';

const mostKnown = 16_384;
const msKnown = 3_600_000;

/**
 * Remembers for an hour which passwords were right: a device logs in again each time it roams, and argon2id takes tens of
 * milliseconds of a core on purpose. Kept are marks by a key that only this process has, under the very hash that was
 * checked, so a password that is changed is forgotten. A wrong password costs what it always did.
 */
export class VerifiedPasswordCache {
  readonly #key = randomBytes(32).toString('hex');
  readonly #check: typeof verifyPassword;
  /** By hash. */
  readonly #known: TtlCache<Buffer>;

  /** @param check  how a password is compared with its hash */
  constructor({ most = mostKnown, check = verifyPassword } = {}) {
    this.#known = new TtlCache({ ttlMs: msKnown, maxEntries: most });
    this.#check = check;
  }

  /** @param stored  argon2id; null or undefined: there is no such user, or none with a password, which takes as long to find out */
  async verify(stored: string | null | undefined, password: Secret): Promise<boolean> {
    if (typeof stored !== 'string') return this.#check(stored, password);
    // Nobody but us ever sees a mark, so a digest that begins with the key is as good as an HMAC.
    const mark = hash('sha256', `${this.#key}${stored}\0${password.reveal()}`, 'buffer');
    const known = this.#known.get(stored);
    if (known && timingSafeEqual(known, mark)) return true;
    const isRight = await this.#check(stored, password);
    if (isRight) this.#known.set(stored, mark);
    return isRight;
  }
}
