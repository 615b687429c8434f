import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { costOfHash } from './hash-cost.ts';
import { verifyHash } from './hash-verifier.ts';
import { ntPasswordHash } from '../../protocol/radius/nt-hash.ts';
import type { AdmittedAttempt } from './password-attempts.ts';
import { passwordQueue } from './password-queue.ts';
import { tenantOf } from '../../contract/caller.ts';
import { TtlCache } from '../../runtime/cache.ts';
import { NtHash, type Secret } from '../../contract/secret.ts';
import type { Vault } from '../../store/vault.ts';
import { isSealedOnly, openPassword, type PasswordColumns } from './stored-password.ts';

/** The hash that is verified if there is no user or password, so that timing does not reveal who exists. No password fits. */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$Z2F0ZWhvdXNlIG5vYm9keQ$pl76W22hd5pd43MrDgokQWDA2bBXzWcJErPYpAIWZb0';

/** The user whose password is presented; null or undefined: unknown user. */
type PasswordOwner = PasswordColumns | null | undefined;

/** A password, and the NAS or caller that waits: checks are scheduled round-robin by client. */
interface PresentedPassword {
  readonly password: Secret;
  readonly client?: string;
  /** The organization that the client belongs to, whose clients share its turns. */
  readonly organization?: number;
}

/**
 * Verifies a password against the stored hash, when it is the client's turn. A wrong password takes at least as long as with
 * argon2id, also for an unknown user or a user without a password.
 *
 * @throws Fault  `overloaded` too many passwords of the client wait
 */
export function verifyPassword(
  vault: Vault,
  user: PasswordOwner,
  { password, client = '', organization }: PresentedPassword,
): Promise<boolean> {
  const stored = user?.password ?? null;
  const tenant = organization === undefined ? client : tenantOf({ organization });
  const cost = costOfHash(stored ?? dummyHash);
  return passwordQueue.run({ lane: 'login', client, tenant, ...cost }, async () => {
    if (stored?.startsWith('$argon2') === true) return verifyHash(stored, password.reveal());
    if (user && (await isPasswordOf(vault, user, password))) return true;
    await verifyHash(dummyHash, password.reveal());
    return false;
  });
}

async function isPasswordOf(
  vault: Vault,
  user: PasswordColumns,
  password: Secret,
): Promise<boolean> {
  if (!isSealedOnly(user.password))
    return user.password !== null && verifyHash(user.password, password.reveal());
  const sealed = openPassword(vault, user);
  if (!sealed) return false;
  const [expected, presented] = [sealed, password].map((secret) =>
    sealed instanceof NtHash ? ntPasswordHash(secret) : hash('sha256', secret.reveal(), 'buffer'),
  );
  return expected !== undefined && presented !== undefined && timingSafeEqual(expected, presented);
}

/** A password that is presented to a cache. */
interface PresentedToCache extends PresentedPassword {
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
  readonly #vault: Vault;
  readonly #key = randomBytes(32).toString('hex');
  readonly #verify: typeof verifyPassword;
  /** Digests of verified passwords by stored hash. */
  readonly #digests: TtlCache<Buffer>;
  /** Verifications in progress by digest. */
  readonly #pending = new Map<string, Promise<boolean>>();

  constructor(vault: Vault, { maxEntries = maxVerified, verify = verifyPassword } = {}) {
    this.#vault = vault;
    this.#digests = new TtlCache({ ttlMs: verifiedTtlMs, maxEntries });
    this.#verify = verify;
  }

  /** Verifies a password as `verifyPassword` does; concurrent checks of the same password share the result. */
  async verify(user: PasswordOwner, presented: PresentedToCache): Promise<boolean> {
    const stored = user?.password ?? null;
    if (stored === null) return this.#verifyAttempt(user, presented);
    // Digests never leave the process, so hashing key and text is as good as an HMAC.
    const digest = hash(
      'sha256',
      `${this.#key}${stored}\0${presented.password.reveal()}`,
      'buffer',
    );
    const known = this.#digests.get(stored);
    if (known && timingSafeEqual(known, digest)) return true;
    const key = digest.toString('latin1');
    const pending = this.#pending.get(key) ?? this.#verifyAttempt(user, presented);
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
    user: PasswordOwner,
    { admit, ...presented }: PresentedToCache,
  ): Promise<boolean> {
    const attempt = admit?.();
    const isRight = await this.#verify(this.#vault, user, presented);
    if (isRight) attempt?.accept();
    return isRight;
  }
}
