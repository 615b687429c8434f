import { hash } from '@node-rs/argon2';
import type { Secret } from '../../secret.ts';
import type { Vault } from '../../vault.ts';

export interface PasswordColumns {
  readonly password: string;
  readonly reversible_password: string | null;
}

/**
 * A new password as a user's columns: an argon2id hash, and where a protocol will need it in clear (CHAP, MS-CHAPv2)
 * sealed as well.
 */
export async function createPasswordColumns(
  vault: Vault,
  given: { readonly password: Secret; readonly isReversible: boolean },
): Promise<PasswordColumns> {
  return {
    password: await hash(given.password.reveal()),
    reversible_password: given.isReversible
      ? vault.seal(given.password, 'user.reversible_password')
      : null,
  };
}
