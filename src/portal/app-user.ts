import type { CallerScope } from '../caller.ts';
import type { Gateway } from '../gateway.ts';
import type { Secret } from '../secret.ts';
import { authenticate } from '../aaa/policy/authentication.ts';
import { insertPortalLogEntry } from './portal-log.ts';
import { findUserByName } from '../aaa/account/user-lookup.ts';

interface Login {
  readonly username: string;
  readonly password: Secret;
}

/**
 * Checks the name and password that an app was given, and writes down in the portal's log that it was asked.
 *
 * @returns id of the user, or null: refused, without saying why
 */
export async function authenticateAppUser(
  gateway: Gateway,
  caller: CallerScope,
  login: Login,
): Promise<number | null> {
  const { store } = gateway;
  const at = gateway.now();
  const verdict = await authenticate(store, { ...login, organization: caller.organizations, at });
  const known = await findVisibleUser(gateway, caller, login.username);
  const entry = {
    ...{ at, type: 'ua' as const, organization: known?.organization ?? caller.organization },
    ...{ user: known?.id ?? null, username: login.username },
  };
  if (!verdict.isAccepted) {
    await store.write([
      insertPortalLogEntry(store, { ...entry, status: 400, detail: verdict.rejectReason }),
    ]);
    return null;
  }
  await store.write([
    insertPortalLogEntry(store, { ...entry, status: 200 }),
    store.db.updateTable('user').set({ last_login: at.getTime() }).where('id', '=', verdict.user),
  ]);
  return verdict.user;
}

/** The user of this name, where the caller may see it. */
export async function findVisibleUser(gateway: Gateway, caller: CallerScope, username: string) {
  const found = await findUserByName(gateway.store, username);
  return found && caller.organizations.includes(found.organization) ? found : undefined;
}

interface Outside {
  readonly external_id?: string | null;
  readonly username?: string;
}

/**
 * The subscriber whom an app names by the outside id, else by name. Others are out of an app's reach: it could take
 * their rights by giving them a password.
 */
export async function findSubscriberId(
  gateway: Gateway,
  caller: CallerScope,
  by: Outside,
): Promise<number | null> {
  const column = by.external_id ? 'external_id' : 'username';
  const value = by.external_id ?? by.username;
  if (value === undefined) return null;
  const found = await gateway.store.db
    .selectFrom('user')
    .select('id')
    .where(column, '=', value)
    .where('organization', 'in', caller.organizations)
    .where('role', '=', 'subscriber')
    .limit(2)
    .execute();
  if (found.length === 1) return found[0]?.id ?? null;
  return column === 'external_id' && by.username !== undefined
    ? findSubscriberId(gateway, caller, { username: by.username })
    : null;
}

/** Whether an app may change this user. */
export async function isVisibleSubscriber(
  gateway: Gateway,
  caller: CallerScope,
  id: number,
): Promise<boolean> {
  const found = await gateway.store.db
    .selectFrom('user')
    .select('id')
    .where('id', '=', id)
    .where('organization', 'in', caller.organizations)
    .where('role', '=', 'subscriber')
    .executeTakeFirst();
  return found !== undefined;
}
