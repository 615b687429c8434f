import { randomBytes } from 'node:crypto';
import { NtHash, type Secret } from '../../contract/secret.ts';
import type { Vault } from '../../store/vault.ts';

/** The columns of a user's password. */
export interface PasswordColumns {
  /** The hash; null: the user has no password. */
  readonly password: string | null;
  /** The sealed password; null: only the hash is stored. */
  readonly reversiblePassword: string | null;
}

const sealedScheme = '{sealed}';
const sealedNtScheme = '{sealed-nt}';
const place = 'user.reversible_password';

/** Returns the columns of a password that is sealed and not hashed yet; a tag stands where the hash would be. @param password  in clear, or its NT hash */
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

/** True if the only copy of a password is the sealed one: it was taken over from another system. */
export function isSealedOnly(stored: unknown): boolean {
  return typeof stored === 'string' && /^\{sealed(?:-nt)?\}/.test(stored);
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
