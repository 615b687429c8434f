import { sql } from 'kysely';
import type { Caller } from '../../contract/caller.ts';
import type { Store } from '../../store/store.ts';
import type { PasswordColumns } from '../password/stored-password.ts';
import { selectInactiveOrganizations } from '../../organization/tree-query.ts';

/** Columns of a user that the APIs do not show together. */
const columns = ['id', 'organization', 'role', 'username'] as const;

export async function findUserById(store: Store, id: number) {
  return store.db.selectFrom('user').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Finds a user by name, which is unique on the whole platform. The caller of this function checks who may see it. */
export async function findUserByName(store: Store, username: string) {
  return store.db
    .selectFrom('user')
    .select(columns)
    .where('username', '=', username)
    .executeTakeFirst();
}

/** True if a user is active, and its organization and all above it. */
export async function isServed({ db }: Store, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('user')
    .select('id')
    .where('id', '=', id)
    .where('is_active', '=', 1)
    .where(sql<boolean>`organization not in ${selectInactiveOrganizations()}`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns a user if there is any: the first start has been completed. */
export const anyUserQuery = 'select id from "user" limit 1';

/** True if the store has a user. */
export async function hasUsers(store: Store): Promise<boolean> {
  return (await store.read({ sql: anyUserQuery, parameters: [] })).length > 0;
}

/** Returns the ids of the users that are vouchers, which have a network token. */
export async function findVoucherUsers(store: Store): Promise<ReadonlySet<unknown>> {
  const query = store.db
    .selectFrom('user_token')
    .select('user')
    .distinct()
    .where('kind', '=', 'network');
  return new Set((await store.readLong(query)).map(({ user }) => user));
}

/** Returns a statement that records the last login of a user. */
export function updateLastLogin({ db }: Store, user: number, at: Date) {
  return db.updateTable('user').set({ last_login: at.getTime() }).where('id', '=', user);
}

/** Returns the columns of the password of a user; undefined: there is no such user. */
export async function findPasswordColumns(
  store: Store,
  username: string,
): Promise<PasswordColumns | undefined> {
  return store.db
    .selectFrom('user')
    .select(['password', 'reversible_password as reversiblePassword'])
    .where('username', '=', username)
    .executeTakeFirst();
}

/** Returns an active administrator of the root organization as a caller, or null. */
export async function findRootAdministrator({ db }: Store): Promise<Caller | null> {
  const found = await db
    .selectFrom('user as u')
    .innerJoin('organization as o', 'o.id', 'u.organization')
    .select(['u.id as user', 'u.username', 'u.organization'])
    .where('o.parent', 'is', null)
    .where('u.role', '=', 'admin')
    .where('u.is_active', '=', 1)
    .orderBy('u.id')
    .executeTakeFirst();
  const organizations = await db.selectFrom('organization').select('id').execute();
  return found
    ? {
        ...found,
        role: 'admin',
        organizations: organizations.map(({ id }) => id),
        isRoot: true,
        mayWrite: true,
      }
    : null;
}

/** The name of a user in the organization of its upstream. */
interface UpstreamUser {
  readonly organization: number;
  readonly username: string;
}

/** Finds the user that somebody has whom an upstream authenticates: a subscriber of its name without credentials here. */
export async function findUpstreamUser(
  { db }: Store,
  { organization, username }: UpstreamUser,
): Promise<number | null> {
  const found = await db
    .selectFrom('user as u')
    .leftJoin('user_token as t', (join) =>
      join.onRef('t.user', '=', 'u.id').on('t.kind', '=', 'network'),
    )
    .select('u.id')
    .where('u.username', '=', username)
    .where('u.organization', '=', organization)
    .where('u.role', '=', 'subscriber')
    .where('u.password', 'is', null)
    .where('t.id', 'is', null)
    .executeTakeFirst();
  return found?.id ?? null;
}

/** A guest who becomes a user by a login, without credentials here. */
export interface NewGuest extends UpstreamUser {
  readonly profile: number | null;
  readonly email?: string | null;
  readonly external_id?: string | null;
  readonly first_name?: string | null;
  readonly last_name?: string | null;
  readonly language?: string | null;
  /** Milliseconds since 1970; null: never. */
  readonly expiration?: number | null;
}

/** Returns a statement that adds a guest. */
export function insertGuest({ db }: Store, guest: NewGuest, at: Date) {
  const stamps = { created: at.getTime(), last_change: at.getTime() };
  return db.insertInto('user').values({ ...guest, role: 'subscriber', ...stamps });
}
