import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import type { AdmittedAttempt } from './password-attempts.ts';
import { passwordQueue } from './password-queue.ts';
import { TtlCache } from '../../runtime/ttl-cache.ts';
import type { Secret } from '../../secret.ts';

/** The hash that is verified if there is no user or password, so that timing does not reveal who exists. No password fits. */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$Z2F0ZWhvdXNlIG5vYm9keQ$pl76W22hd5pd43MrDgokQWDA2bBXzWcJErPYpAIWZb0';

/**
 * Verifies a password against its hash, when it is the client's turn.
 *
 * @param stored  argon2id; null or undefined: takes as long, and resolves to false
 * @param client  the NAS or caller that waits: its checks take turns with those of others
 * @throws Fault  `overloaded` too many passwords of the client wait
 */
export function verifyPassword(
  stored: string | null | undefined,
  password: Secret,
  client = '',
): Promise<boolean> {
  return passwordQueue.run({ lane: 'login', client }, () =>
    verify(stored ?? dummyHash, password.reveal()),
  );
}

/** Who presents a password to a cache. */
interface PresentedBy {
  readonly client?: string;
  /** Admits a verification that the cache cannot spare. @throws Fault `throttled` */
  readonly admit?: () => AdmittedAttempt;
}

const maxVerified = 16_384;
const verifiedTtlMs = 3_600_000;

/**
 * Remembers for an hour which passwords were right: a device logs in again each time it roams, and argon2id takes tens of
 * milliseconds of a core on purpose. An entry is a digest with a key of this process under the verified hash, so a changed
 * password evicts it. A wrong password is never cached.
 */
export class VerifiedPasswordCache {
  readonly #key = randomBytes(32).toString('hex');
  readonly #verify: typeof verifyPassword;
  /** Digests of verified passwords by stored hash. */
  readonly #digests: TtlCache<Buffer>;
  /** Verifications in progress by digest. */
  readonly #pending = new Map<string, Promise<boolean>>();

  constructor({ maxEntries = maxVerified, verify = verifyPassword } = {}) {
    this.#digests = new TtlCache({ ttlMs: verifiedTtlMs, maxEntries });
    this.#verify = verify;
  }

  /** Verifies a password as `verifyPassword` does; the same password presented meanwhile waits for the same result. */
  async verify(
    stored: string | null | undefined,
    password: Secret,
    presented: PresentedBy = {},
  ): Promise<boolean> {
    if (typeof stored !== 'string') return this.#verifyAttempt(stored, password, presented);
    // Digests never leave the process, so one that begins with the key is as good as an HMAC.
    const digest = hash('sha256', `${this.#key}${stored}\0${password.reveal()}`, 'buffer');
    const known = this.#digests.get(stored);
    if (known && timingSafeEqual(known, digest)) return true;
    const key = digest.toString('latin1');
    const pending = this.#pending.get(key) ?? this.#verifyAttempt(stored, password, presented);
    this.#pending.set(key, pending);
    try {
      const isRight = await pending;
      if (isRight) this.#digests.set(stored, digest);
      return isRight;
    } finally {
      this.#pending.delete(key);
    }
  }

  async #verifyAttempt(
    stored: string | null | undefined,
    password: Secret,
    { client, admit }: PresentedBy,
  ): Promise<boolean> {
    const attempt = admit?.();
    const isRight = await this.#verify(stored, password, client);
    if (isRight) attempt?.accept();
    return isRight;
  }
}
