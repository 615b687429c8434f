import { verify } from '@node-rs/argon2';
import { canonicalMac } from '../../fields.ts';
import { Secret } from '../../secret.ts';
import type { Vault } from '../../vault.ts';
import type { VerifiedPasswordCache } from './verified-password-cache.ts';
import type { Subscriber } from './subscriber.ts';

/** How somebody proves who they are. */
export type Credential =
  | { readonly kind: 'password'; readonly method: string; readonly password: Secret }
  /** An answer to a challenge, which only the password in clear can check. */
  | { readonly kind: 'challenge'; readonly method: string; verify(password: Secret): boolean }
  | { readonly kind: 'none'; readonly method: string; readonly rejectReason: string };

/** What a password is compared with where there is no user: the time taken must not tell who exists. Nobody's password. */
const nobody =
  '$argon2id$v=19$m=19456,t=2,p=1$Z2F0ZWhvdXNlIG5vYm9keQ$pl76W22hd5pd43MrDgokQWDA2bBXzWcJErPYpAIWZb0';

export function verifyPassword(
  hash: string | null | undefined,
  password: Secret,
): Promise<boolean> {
  return verify(hash ?? nobody, password.reveal());
}

/**
 * Checks a password alone, and that its user may use it; whoever there is not takes as long.
 *
 * @returns why not, in words for the operator; null: it is right
 */
export async function checkPassword(
  user: Pick<Subscriber, 'password' | 'isActive'> | null | undefined,
  password: Secret,
): Promise<string | null> {
  const isRight = await verifyPassword(user?.password, password);
  return user?.isActive === false ? inactiveUserReason : wrongPassword(user, isRight);
}

/** Of a user who is switched off, however they prove who they are. */
export const inactiveUserReason = 'inactive user';

interface Claim {
  readonly proof: Credential;
  /** The user name as it came. */
  readonly username: string;
  /** The device's own address, where the user name is the same. */
  readonly mac: string | null;
}

/** What a proof is checked with. */
interface Means {
  readonly vault: Vault;
  readonly passwords: VerifiedPasswordCache;
}

/** What is known after a proof was checked; `clear` is the password, where a challenge needed it. */
export interface CredentialResult {
  readonly method: string;
  /** null: it is right. */
  readonly rejectReason: string | null;
  readonly cleartextPassword: Secret | null;
}

/**
 * Checks a proof against what is kept of a user. A user without password whose name is a device's address is that
 * device: it needs to show nothing, or its address once more (MAC authentication).
 */
export async function checkCredential(
  { vault, passwords }: Means,
  claim: Claim,
  subscriber: Subscriber | null,
): Promise<CredentialResult> {
  const { proof } = claim;
  if (subscriber?.password === null && claim.mac !== null) return deviceProof(claim, claim.mac);
  const { method } = proof;
  if (proof.kind === 'password') {
    const isRight = await passwords.verify(subscriber?.password, proof.password);
    return { method, rejectReason: wrongPassword(subscriber, isRight), cleartextPassword: null };
  }
  if (!subscriber) return { method, rejectReason: 'unknown user', cleartextPassword: null };
  return proof.kind === 'none'
    ? { method, rejectReason: proof.rejectReason, cleartextPassword: null }
    : challenged(vault, proof, subscriber);
}

function wrongPassword(
  subscriber: Pick<Subscriber, 'password'> | null | undefined,
  isRight: boolean,
): string | null {
  if (!subscriber) return 'unknown user';
  if (subscriber.password === null) return 'no password set';
  return isRight ? null : 'wrong password';
}

function challenged(
  vault: Vault,
  proof: Extract<Credential, { kind: 'challenge' }>,
  subscriber: Subscriber,
): CredentialResult {
  const { method } = proof;
  if (subscriber.password === null)
    return { method, rejectReason: 'no password set', cleartextPassword: null };
  if (subscriber.reversiblePassword === null)
    return {
      method,
      rejectReason: `only a hash of the password is kept, which ${method} can not be checked with`,
      cleartextPassword: null,
    };
  const clear = opened(vault, subscriber.reversiblePassword);
  if (!clear)
    return {
      method,
      rejectReason: 'the password is sealed with a key that this gateway does not have',
      cleartextPassword: null,
    };
  return proof.verify(clear)
    ? { method, rejectReason: null, cleartextPassword: clear }
    : { method, rejectReason: 'wrong password', cleartextPassword: null };
}

function opened(vault: Vault, sealed: string): Secret | null {
  try {
    return vault.open(sealed, 'user.reversible_password');
  } catch {
    return null;
  }
}

function deviceProof({ proof, username }: Claim, mac: string): CredentialResult {
  return {
    method: 'MAC',
    rejectReason: isDevice(proof, username, mac) ? null : 'wrong password',
    cleartextPassword: null,
  };
}

function isDevice(proof: Credential, username: string, mac: string): boolean {
  if (proof.kind === 'none') return proof.method === 'none';
  if (proof.kind === 'challenge') return proof.verify(new Secret(username));
  return proof.password.reveal() === '' || canonicalMac(proof.password.reveal()) === mac;
}
