import { hash } from '@node-rs/argon2';
import { passwordQueue } from '../policy/password-queue.ts';
import type { Secret } from '../../secret.ts';
import type { Vault } from '../../vault.ts';

export interface PasswordColumns {
  readonly password: string;
  readonly reversible_password: string | null;
}

export interface NewPassword {
  readonly password: Secret;
  readonly isReversible: boolean;
  /** The caller that waits: its passwords take turns with those of others. */
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
    password: await passwordQueue.run({ lane: 'save', client }, () => hash(password.reveal())),
    reversible_password: isReversible ? vault.seal(password, 'user.reversible_password') : null,
  };
}
