import { verify } from '@node-rs/argon2';
import { canonicalMac } from '../fields.ts';
import { Secret } from '../secret.ts';
import type { Vault } from '../vault.ts';
import type { ProvenPasswords } from './proven-passwords.ts';
import type { Subscriber } from './subscriber.ts';

/** How somebody proves who they are. */
export type Proof =
  | { readonly kind: 'password'; readonly method: string; readonly password: Secret }
  /** An answer to a challenge, which only the password in clear can check. */
  | { readonly kind: 'challenge'; readonly method: string; isRight(password: Secret): boolean }
  | { readonly kind: 'none'; readonly method: string; readonly why: string };

/** What a password is compared with where there is no user: the time taken must not tell who exists. Nobody's password. */
const nobody = '$argon2id$v=19$m=19456,t=2,p=1$Z2F0ZWhvdXNlIG5vYm9keQ$pl76W22hd5pd43MrDgokQWDA2bBXzWcJErPYpAIWZb0';

export function isRightPassword(hash: string | null | undefined, password: Secret): Promise<boolean> {
  return verify(hash ?? nobody, password.reveal());
}

/**
 * Checks a password alone, and that its user may use it; whoever there is not takes as long.
 *
 * @returns why not, in words for the operator; null: it is right
 */
export async function passwordRefusal(
  user: Pick<Subscriber, 'password' | 'isActive'> | null | undefined,
  password: Secret,
): Promise<string | null> {
  const isRight = await isRightPassword(user?.password, password);
  return user?.isActive === false ? inactive : wrongPassword(user, isRight);
}

/** Of a user who is switched off, however they prove who they are. */
export const inactive = 'inactive user';

interface Claim {
  readonly proof: Proof;
  /** The user name as it came. */
  readonly username: string;
  /** The device's own address, where the user name is the same. */
  readonly mac: string | null;
}

/** What a proof is checked with. */
interface Means {
  readonly vault: Vault;
  readonly passwords: ProvenPasswords;
}

/** What is known after a proof was checked; `clear` is the password, where a challenge needed it. */
export interface Proven {
  readonly method: string;
  /** null: it is right. */
  readonly why: string | null;
  readonly clear: Secret | null;
}

/**
 * Checks a proof against what is kept of a user. A user without password whose name is a device's address is that
 * device: it needs to show nothing, or its address once more (MAC authentication).
 */
export async function prove({ vault, passwords }: Means, claim: Claim, subscriber: Subscriber | null): Promise<Proven> {
  const { proof } = claim;
  if (subscriber?.password === null && claim.mac !== null) return deviceProof(claim, claim.mac);
  const { method } = proof;
  if (proof.kind === 'password') {
    const isRight = await passwords.isRight(subscriber?.password, proof.password);
    return { method, why: wrongPassword(subscriber, isRight), clear: null };
  }
  if (!subscriber) return { method, why: 'unknown user', clear: null };
  return proof.kind === 'none' ? { method, why: proof.why, clear: null } : challenged(vault, proof, subscriber);
}

function wrongPassword(subscriber: Pick<Subscriber, 'password'> | null | undefined, isRight: boolean): string | null {
  if (!subscriber) return 'unknown user';
  if (subscriber.password === null) return 'no password set';
  return isRight ? null : 'wrong password';
}

function challenged(vault: Vault, proof: Extract<Proof, { kind: 'challenge' }>, subscriber: Subscriber): Proven {
  const { method } = proof;
  if (subscriber.password === null) return { method, why: 'no password set', clear: null };
  if (subscriber.reversiblePassword === null)
    return { method, why: `only a hash of the password is kept, which ${method} can not be checked with`, clear: null };
  const clear = opened(vault, subscriber.reversiblePassword);
  if (!clear) return { method, why: 'the password is sealed with a key that this gateway does not have', clear: null };
  return proof.isRight(clear) ? { method, why: null, clear } : { method, why: 'wrong password', clear: null };
}

function opened(vault: Vault, sealed: string): Secret | null {
  try {
    return vault.open(sealed, 'user.reversible_password');
  } catch {
    return null;
  }
}

function deviceProof({ proof, username }: Claim, mac: string): Proven {
  return { method: 'MAC', why: isDevice(proof, username, mac) ? null : 'wrong password', clear: null };
}

function isDevice(proof: Proof, username: string, mac: string): boolean {
  if (proof.kind === 'none') return proof.method === 'none';
  if (proof.kind === 'challenge') return proof.isRight(new Secret(username));
  return proof.password.reveal() === '' || canonicalMac(proof.password.reveal()) === mac;
}
