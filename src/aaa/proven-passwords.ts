import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../secret.ts';
import { isRightPassword } from './proof.ts';

interface Known {
  readonly mark: Buffer;
  readonly until: number;
}

const mostKnown = 16_384;
const msKnown = 3_600_000;

/**
 * Remembers for an hour which passwords were right: a device logs in again each time it roams, and argon2id takes tens of
 * milliseconds of a core on purpose. Kept are marks by a key that only this process has, under the very hash that was
 * checked, so a password that is changed is forgotten. A wrong password costs what it always did.
 */
export class ProvenPasswords {
  readonly #key = randomBytes(32);
  readonly #most: number;
  readonly #check: typeof isRightPassword;
  /** By hash. */
  readonly #known = new Map<string, Known>();

  /** @param check  how a password is compared with its hash */
  constructor({ most = mostKnown, check = isRightPassword } = {}) {
    this.#most = most;
    this.#check = check;
  }

  /** @param hash  argon2id; null or undefined: there is no such user, or none with a password, which takes as long to find out */
  async isRight(hash: string | null | undefined, password: Secret): Promise<boolean> {
    const mark = createHmac('sha256', this.#key)
      .update(`${hash ?? ''}\0${password.reveal()}`)
      .digest();
    if (typeof hash === 'string' && this.#isKnown(hash, mark)) return true;
    const isRight = await this.#check(hash, password);
    if (isRight && typeof hash === 'string') this.#keep(hash, mark);
    return isRight;
  }

  #isKnown(hash: string, mark: Buffer): boolean {
    const known = this.#known.get(hash);
    return known !== undefined && known.until > performance.now() && timingSafeEqual(known.mark, mark);
  }

  #keep(hash: string, mark: Buffer): void {
    this.#known.delete(hash);
    this.#known.set(hash, { mark, until: performance.now() + msKnown });
    const [oldest] = this.#known.keys();
    if (this.#known.size > this.#most && oldest !== undefined) this.#known.delete(oldest);
  }
}
