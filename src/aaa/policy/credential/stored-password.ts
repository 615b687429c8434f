import { randomBytes } from 'node:crypto';
import { NtHash, type Secret } from '../../../secret.ts';
import type { Vault } from '../../../vault.ts';

/** The columns of a user's password. */
export interface PasswordColumns {
  /** The hash; null: the user has no password. */
  readonly password: string | null;
  /** The sealed password; null: only the hash is stored. */
  readonly reversiblePassword: string | null;
}

/** A password that is stored sealed only, without a hash: it was taken over from another system. */
export interface SealedPassword {
  /** Stands for the password where the hash would be. */
  readonly tag: string;
  /** Returns the password or its NT hash; null: the key that sealed it is not loaded. */
  readonly open: () => Secret | null;
}

/** What a password is verified with; null or undefined: there is none. */
export type Verifier = string | SealedPassword | null | undefined;

const sealedScheme = '{sealed}';
const sealedNtScheme = '{sealed-nt}';
const place = 'user.reversible_password';

/** Returns the columns of a password that is sealed and not hashed yet. @param password  in clear, or its NT hash */
export function sealPassword(
  vault: Vault,
  password: Secret,
): { readonly password: string; readonly reversible_password: string } {
  const scheme = password instanceof NtHash ? sealedNtScheme : sealedScheme;
  return {
    password: `${scheme}${randomBytes(12).toString('base64url')}`,
    reversible_password: vault.seal(password, place),
  };
}

/** True if the only copy of a password is the sealed one. */
export function isSealedOnly(stored: unknown): boolean {
  return typeof stored === 'string' && /^\{sealed(?:-nt)?\}/.test(stored);
}

/** True if a login that proves the password replaces what is stored. */
export function isImprovable(stored: string): boolean {
  return !stored.startsWith('$argon2id$');
}

/** Returns what verifies the password of a user. */
export function verifierOf(vault: Vault, user: PasswordColumns | null | undefined): Verifier {
  const { password } = user ?? {};
  return user && isSealedOnly(password)
    ? { tag: password ?? '', open: () => openPassword(vault, user) }
    : password;
}

/**
 * Opens the sealed password of a user.
 *
 * @returns the password, or its NT hash if only that is known; null: it is not stored, or its key is not loaded
 */
export function openPassword(
  vault: Vault,
  { password, reversiblePassword }: PasswordColumns,
): Secret | null {
  if (reversiblePassword === null) return null;
  try {
    const opened = vault.open(reversiblePassword, place);
    return password?.startsWith(sealedNtScheme)
      ? new NtHash(Buffer.from(opened.reveal(), 'hex'))
      : opened;
  } catch {
    return null;
  }
}
