import { readPasswordHash } from '../../aaa/password/password-hash.ts';
import {
  isSealedOnly,
  openPassword,
  type PasswordColumns,
} from '../../aaa/password/stored-password.ts';
import { NtHash } from '../../contract/secret.ts';
import type { Vault } from '../../store/vault.ts';

export interface StoredUser extends PasswordColumns {
  readonly vault: Vault;
}

/**
 * True if an import keeps the stored password of a user: it is equal to that in the source, a login has verified it since then,
 * or it was set here.
 *
 * @param source  the password of the source, as `readPasswordHash` reads it
 */
export function isPasswordKept({ vault, ...stored }: StoredUser, source: unknown): boolean {
  const { password } = stored;
  if (typeof source !== 'string') return true;
  if (password === null) return false;
  const read = readPasswordHash(source);
  if (typeof read === 'string') return false;
  if (read.kind === 'hash') return password === read.stored || password.startsWith('$argon2');
  if (!isSealedOnly(password)) return password.startsWith('$argon2');
  const sealed = openPassword(vault, stored);
  const wanted = read.kind === 'nt' ? read.hash : read.password;
  return (
    sealed instanceof NtHash === wanted instanceof NtHash && sealed?.reveal() === wanted.reveal()
  );
}
