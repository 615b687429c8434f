import { hash } from '@node-rs/argon2';
import type { Secret } from '../../secret.ts';
import type { Vault } from '../../vault.ts';

export interface PasswordColumns {
  readonly password: string;
  readonly reversible_password: string | null;
}

/**
 * Creates the columns of a user's new password: an argon2id hash, and the sealed password if a protocol needs it in clear
 * (CHAP, MS-CHAPv2).
 */
export async function createPasswordColumns(
  vault: Vault,
  options: { readonly password: Secret; readonly isReversible: boolean },
): Promise<PasswordColumns> {
  return {
    password: await hash(options.password.reveal()),
    reversible_password: options.isReversible
      ? vault.seal(options.password, 'user.reversible_password')
      : null,
  };
}
