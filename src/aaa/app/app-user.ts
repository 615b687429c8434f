import { tenantOf, type CallerScope } from '../../contract/caller.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Secret } from '../../contract/secret.ts';
import { authenticate } from '../policy/authentication.ts';
import { insertPortalLogEntry } from '../portal-log/portal-log.ts';
import { findUserByName, updateLastLogin } from '../account/user-lookup.ts';

interface Login {
  readonly username: string;
  readonly password: Secret;
}

/**
 * Authenticates a user of an app by name and password, and logs the attempt in the portal log.
 *
 * @returns the user's id; null: rejected, for a reason that only the log has
 */
export async function authenticateAppUser(
  gateway: Gateway,
  caller: CallerScope,
  login: Login,
): Promise<number | null> {
  const { store } = gateway;
  const at = gateway.now();
  const result = await authenticate(gateway, {
    ...login,
    organization: caller.organizations,
    client: tenantOf(caller),
    at,
  });
  const user = await findVisibleUser(gateway, caller, login.username);
  const entry = {
    at,
    type: 'ua' as const,
    organization: user?.organization ?? caller.organization,
    user: user?.id ?? null,
    username: login.username,
  };
  if (!result.isAccepted) {
    await store.write([
      insertPortalLogEntry(store, { ...entry, status: 400, detail: result.rejectReason }),
    ]);
    return null;
  }
  await store.write([
    insertPortalLogEntry(store, { ...entry, status: 200 }),
    updateLastLogin(store, result.user, at),
  ]);
  return result.user;
}

/** Finds the user of a name, if the caller may see it. */
export async function findVisibleUser(gateway: Gateway, caller: CallerScope, username: string) {
  const found = await findUserByName(gateway.store, username);
  return found && caller.organizations.includes(found.organization) ? found : undefined;
}

interface SubscriberKey {
  readonly external_id?: string | null;
  readonly username?: string;
}

/**
 * Finds the subscriber that an app names by external id, else by name. An app reaches no other role: it could set a
 * password and so gain the user's rights.
 */
export async function findSubscriberId(
  gateway: Gateway,
  caller: CallerScope,
  by: SubscriberKey,
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

/** True if an app may change the user. */
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
