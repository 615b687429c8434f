import { hashPassword } from '../password/password-queue.ts';
import { sealPassword } from '../password/stored-password.ts';
import { readPasswordHash } from '../password/password-hash.ts';
import type { Secret } from '../../contract/secret.ts';
import type { Vault } from '../../store/vault.ts';

export interface PasswordColumns {
  readonly password: string;
  readonly reversible_password: string | null;
}

export interface NewPassword {
  readonly password: Secret;
  readonly isReversible: boolean;
  /** The waiting caller: password checks are scheduled round-robin by caller. */
  readonly client?: string;
}

/**
 * Creates the columns of a user's new password: an argon2id hash, and the sealed password if a protocol needs it in clear
 * (CHAP, MS-CHAPv2).
 */
export async function createPasswordColumns(
  vault: Vault,
  { password, isReversible, client = '' }: NewPassword,
): Promise<PasswordColumns> {
  return {
    password: await hashPassword(password, { client }),
    reversible_password: isReversible ? vault.seal(password, 'user.reversible_password') : null,
  };
}

/**
 * Creates the columns of a password of another system, as it is: the first login that proves it replaces it by an
 * argon2id hash.
 *
 * @param text  as `readPasswordHash` reads it
 * @returns a text: why it cannot be used
 */
export function importPasswordColumns(vault: Vault, text: string): PasswordColumns | string {
  const read = readPasswordHash(text);
  if (typeof read === 'string') return read;
  if (read.kind === 'hash') return { password: read.stored, reversible_password: null };
  return sealPassword(vault, read.kind === 'nt' ? read.hash : read.password);
}
