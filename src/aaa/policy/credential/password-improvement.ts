import { hash } from '@node-rs/argon2';
import type { Gateway } from '../../../gateway.ts';
import type { Secret } from '../../../secret.ts';
import { passwordQueue } from '../password-queue.ts';
import { isImprovable, type PasswordColumns } from './stored-password.ts';

/** A user whose password a login has proved. */
export interface ProvenPassword {
  readonly user: PasswordColumns & { readonly id: number };
  readonly password: Secret;
  /** The client that has logged in. */
  readonly client: string;
}

/**
 * Replaces a password that was taken over from another system by an argon2id hash of the same, after the login that proved
 * it. What was sealed stays sealed, in clear from now on. Fails in silence: the next login does it.
 */
export function improvePassword(
  { store, vault }: Pick<Gateway, 'store' | 'vault'>,
  { user, password, client }: ProvenPassword,
): void {
  const { id, password: stored, reversiblePassword } = user;
  if (stored === null || !isImprovable(stored)) return;
  const improve = async () => {
    const improved = await passwordQueue.run({ lane: 'save', client }, () =>
      hash(password.reveal()),
    );
    const reversible_password =
      reversiblePassword === null ? null : vault.seal(password, 'user.reversible_password');
    const update = store.db
      .updateTable('user')
      .set({ password: improved, reversible_password })
      .where('id', '=', id)
      .where('password', '=', stored);
    await store.write([update.compile()]);
  };
  void improve().catch(() => undefined);
}
