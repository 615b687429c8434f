import { sql, type RawBuilder } from 'kysely';
import { compileStatement, type Store } from '../../store/store.ts';

/** A device whose guest accepts the terms of a page, and has no name. */
interface TermsDevice {
  /** Id of the user of the terms. */
  readonly termsUser: number;
  /** Those whose users may log in on the page. */
  readonly organizations: readonly number[];
  /** Canonical. */
  readonly mac: string;
}

const copied = sql.raw(
  'organization, profile, profiles, attributes, klass, language, expiration, is_active',
);

/**
 * Finds the user of a device, or adds it with the limits of the user of the terms, which it follows from then on: what it uses
 * counts for this device alone.
 *
 * @returns null: there is no such user of the terms, or a user of another kind has the name
 */
export async function findOrAddTermsDevice(
  store: Store,
  { termsUser, organizations, mac }: TermsDevice,
  at: Date,
): Promise<{ readonly id: number; readonly username: string } | null> {
  const username = `terms:${mac}:${termsUser}`;
  const find = () =>
    store.db
      .selectFrom('user')
      .select(['id', 'username'])
      .where('username', '=', username)
      .where('terms_user', '=', termsUser)
      .where('organization', 'in', organizations)
      .executeTakeFirst();
  if (organizations.length === 0) return null;
  const known = await find();
  if (known) return known;
  const time = at.getTime();
  const added = sql`
    insert into "user" (username, role, terms_user, created, last_change, last_login, ${copied})
    select ${username}, 'subscriber', id, cast(${time} as bigint), cast(${time} as bigint), cast(${time} as bigint), ${copied}
    from "user" where id = ${termsUser} and terms_user is null
      and organization in (${sql.join(organizations)})
    on conflict (username) do nothing`;
  await store.write([compileStatement({ compile: () => added.compile(store.db) })]);
  return (await find()) ?? null;
}

const dayMs = 86_400_000;
/** Longer than the longest period of a quota. */
const idleMs = 90 * dayMs;
/** Devices that a user of terms keeps: in a redirect, anybody may write addresses. */
const mostDevices = 50_000;
const maxDeleted = 500;

/**
 * Deletes users of devices that have not logged in for 90 days, and of too many of a user of terms those that have not for the
 * longest time; none that is on line.
 *
 * @returns how many
 */
export async function deleteIdleTermsDevices(
  store: Store,
  at: Date,
  maxDevices = mostDevices,
): Promise<number> {
  const oldest = at.getTime() - idleMs;
  const crowds = await findCrowds(store, maxDevices);
  const batches = await store.write([
    deletion(store, sql`last_login < cast(${oldest} as bigint)`),
    ...crowds.map((crowd) => deletion(store, isBeyond(crowd, maxDevices))),
  ]);
  return batches.reduce((sum, { rows }) => sum + rows.length, 0);
}

/** Finds the users of terms that have too many devices. */
async function findCrowds(store: Store, maxDevices: number): Promise<readonly number[]> {
  const query = sql<{ terms_user: number }>`
    select terms_user from "user" where terms_user is not null
    group by terms_user having count(*) > ${sql.lit(maxDevices)}`;
  const rows = await store.readLong({ compile: () => query.compile(store.db) });
  return rows.map(({ terms_user }) => terms_user);
}

function isBeyond(termsUser: number, maxDevices: number): RawBuilder<unknown> {
  return sql`terms_user = ${termsUser} and last_login <= (
    select d.last_login from "user" as d where d.terms_user = ${termsUser}
    order by d.last_login desc limit 1 offset ${sql.lit(maxDevices)})`;
}

function deletion({ db }: Store, condition: RawBuilder<unknown>) {
  const ids = sql`select u.id from "user" as u
    where u.terms_user is not null and ${condition} and not exists (
      select 1 from aaa_accounting as a where a."user" = u.id and a.acctstoptime is null)
    limit ${sql.lit(maxDeleted)}`;
  return db
    .deleteFrom('user')
    .where(sql<boolean>`id in (${ids})`)
    .returning('id');
}
