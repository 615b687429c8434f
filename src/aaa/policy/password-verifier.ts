import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { verifyHash } from '../password/hash-verifier.ts';
import { ntPasswordHash } from '../../protocol/radius/nt-hash.ts';
import type { AdmittedAttempt } from './password-attempts.ts';
import { passwordQueue } from './password-queue.ts';
import { TtlCache } from '../../runtime/ttl-cache.ts';
import { NtHash, type Secret } from '../../secret.ts';
import type { Verifier } from './credential/stored-password.ts';

/** The hash that is verified if there is no user or password, so that timing does not reveal who exists. No password fits. */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$Z2F0ZWhvdXNlIG5vYm9keQ$pl76W22hd5pd43MrDgokQWDA2bBXzWcJErPYpAIWZb0';

/**
 * Verifies a password against what is stored, when it is the client's turn. A wrong one takes as long as with argon2id
 * at least.
 *
 * @param stored  null or undefined: takes as long, and resolves to false
 * @param client  the NAS or caller that waits: its checks take turns with those of others
 * @throws Fault  `overloaded` too many passwords of the client wait
 */
export function verifyPassword(stored: Verifier, password: Secret, client = ''): Promise<boolean> {
  return passwordQueue.run({ lane: 'login', client }, async () => {
    if (isOwnHash(stored)) return verifyHash(stored, password.reveal());
    if (await isPasswordOf(stored, password)) return true;
    await verifyHash(dummyHash, password.reveal());
    return false;
  });
}

function isOwnHash(stored: Verifier): stored is string {
  return typeof stored === 'string' && stored.startsWith('$argon2');
}

async function isPasswordOf(stored: Verifier, password: Secret): Promise<boolean> {
  if (typeof stored === 'string') return verifyHash(stored, password.reveal());
  const sealed = stored?.open();
  if (!sealed) return false;
  const [expected, presented] = [sealed, password].map((secret) =>
    sealed instanceof NtHash ? ntPasswordHash(secret) : hash('sha256', secret.reveal(), 'buffer'),
  );
  return expected !== undefined && presented !== undefined && timingSafeEqual(expected, presented);
}

/** Caller that presents a password to a cache. */
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
    verifier: Verifier,
    password: Secret,
    presented: PresentedBy = {},
  ): Promise<boolean> {
    const stored = typeof verifier === 'object' ? verifier?.tag : verifier;
    if (stored === undefined) return this.#verifyAttempt(verifier, password, presented);
    // Digests never leave the process, so one that begins with the key is as good as an HMAC.
    const digest = hash('sha256', `${this.#key}${stored}\0${password.reveal()}`, 'buffer');
    const known = this.#digests.get(stored);
    if (known && timingSafeEqual(known, digest)) return true;
    const key = digest.toString('latin1');
    const pending = this.#pending.get(key) ?? this.#verifyAttempt(verifier, password, presented);
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
    verifier: Verifier,
    password: Secret,
    { client, admit }: PresentedBy,
  ): Promise<boolean> {
    const attempt = admit?.();
    const isRight = await this.#verify(verifier, password, client);
    if (isRight) attempt?.accept();
    return isRight;
  }
}
