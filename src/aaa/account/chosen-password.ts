import type { Secret } from '../../contract/secret.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { nextStamp } from '../../store/query/resource-query.ts';
import { mustChange } from '../../store/store.ts';
import type { PasswordColumns } from '../password/stored-password.ts';
import { createPasswordColumns } from './password-columns.ts';

/** A user with the password that it had at its login. */
interface Former extends Pick<PasswordColumns, 'password'> {
  readonly id: number;
}

/**
 * Stores the password that a user has chosen by a login, sealed as the former one was, so that it has not to be changed again.
 *
 * @param client  the waiting caller
 * @throws Fault `conflict` the password has been changed since then
 */
export async function storeChosenPassword(
  { store, vault, now }: Pick<Gateway, 'store' | 'vault' | 'now'>,
  { id, password: former }: Former,
  { password, client }: { readonly password: Secret; readonly client: string },
): Promise<void> {
  const columns = await createPasswordColumns(vault, { password, isReversible: true, client });
  const change = store.db
    .updateTable('user')
    .set({
      ...columns,
      must_change_password: 0,
      last_change: nextStamp({ column: 'last_change', now: now().getTime() }),
    })
    .where('id', '=', id)
    .where('password', '=', former)
    .where('must_change_password', '=', 1);
  await store.write([mustChange(change)]);
}
