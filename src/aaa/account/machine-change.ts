import type { Secret } from '../../contract/secret.ts';
import { nextStamp } from '../../store/query/resource-query.ts';
import { mustChange, type Statement, type Store } from '../../store/store.ts';
import type { Vault } from '../../store/vault.ts';
import { createPasswordColumns } from './password-columns.ts';
import { resetTotp } from './totp/totp-store.ts';
import { maxPasswordLength } from './user.ts';

/* Changes of users by whoever has access to the machine. */

/** A change of a user, and the time. */
interface MachineChange {
  readonly username: string;
  readonly now: Date;
  /** Returns statements that are written in the same batch. */
  readonly withIt: (user: number) => readonly Statement[];
}

/**
 * Changes the password of a user, stored as the former one was, and ends its sessions of the console.
 *
 * @throws Error if there is no such user, its directory keeps the password, or the password is empty or too long
 */
export async function changePassword(
  { store, vault }: { readonly store: Store; readonly vault: Vault },
  password: Secret,
  { username, now, withIt }: MachineChange,
): Promise<void> {
  const user = await findUser(store, username);
  if (user.source !== null)
    throw new Error(`user ${JSON.stringify(username)} has its password in a directory`);
  const { length } = password.reveal();
  if (length === 0 || length > maxPasswordLength)
    throw new Error(`a password has 1 to ${maxPasswordLength} characters, this one ${length}`);
  const columns = await createPasswordColumns(vault, {
    password,
    isReversible: user.reversible_password !== null,
  });
  const change = store.db
    .updateTable('user')
    .set({
      ...columns,
      must_change_password: 0,
      last_change: nextStamp({ column: 'last_change', now: now.getTime() }),
    })
    .where('id', '=', user.id);
  const endSessions = store.db.deleteFrom('user_session').where('user', '=', user.id);
  await store.write([mustChange(change), endSessions, ...withIt(user.id)]);
}

/**
 * Removes the second factor of a user who has lost it, and ends its sessions of the console.
 *
 * @returns false: the user had none
 * @throws Error if there is no such user
 */
export async function removeSecondFactor(
  store: Store,
  { username, withIt }: Omit<MachineChange, 'now'>,
): Promise<boolean> {
  const { id, totp } = await findUser(store, username);
  await store.write([...resetTotp(store, id), ...withIt(id)]);
  return totp !== null;
}

/** @throws Error if there is no such user */
async function findUser({ db }: Store, username: string) {
  const found = await db
    .selectFrom('user as u')
    .leftJoin('user_totp as t', 't.user', 'u.id')
    .select(['u.id', 'u.source', 'u.reversible_password', 't.confirmed as totp'])
    .where('u.username', '=', username)
    .executeTakeFirst();
  if (!found) throw new Error(`there is no user ${JSON.stringify(username)}`);
  return found;
}
