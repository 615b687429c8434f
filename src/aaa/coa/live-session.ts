import { sql, type RawBuilder } from 'kysely';
import type { Store } from '../../store/store.ts';

/** Which session, at which NAS, and how that NAS is reached. */
export type LiveSession = NonNullable<Awaited<ReturnType<typeof findLiveSession>>>;

/** A session that has not ended; undefined where it has, or there is none. */
export async function findLiveSession(store: Store, radacctid: number) {
  return store.db
    .selectFrom('aaa_accounting as a')
    .innerJoin('aaa_client as c', 'c.id', 'a.client')
    .select([
      'a.radacctid',
      'a.nasipaddress',
      'a.nasidentifier',
      'a.username',
      'a.acctsessionid',
      'a.callingstationid',
    ])
    .select(['a.framedipaddress', 'a.attributes', 'a.acctuniqueid'])
    .select(['c.id as client', 'c.address', 'c.transport', 'c.secret', 'c.coa_port'])
    .where('a.radacctid', '=', radacctid)
    .where('a.acctstoptime', 'is', null)
    .executeTakeFirst();
}

const mostAtOnce = 200;

/**
 * Open sessions that are to be looked at: new ones of users of ours, those whose user is gone, and those whose time may
 * be over. Each comes from an index that holds nothing else.
 */
export async function findSessionsDueForCheck(store: Store, now: Date): Promise<readonly number[]> {
  const open = (index: string) =>
    sql`select radacctid from aaa_accounting ${by(store, index)} where acctstoptime is null`;
  const query = sql<{ radacctid: number }>`
    select radacctid from (
      ${open('aaa_accounting_new')} and "user" is not null and authorized_user is null limit ${mostAtOnce}) as fresh
    union select radacctid from (
      ${open('aaa_accounting_orphaned')} and authorized_user is not null and ("user" is null or "user" <> authorized_user)
      limit ${mostAtOnce}) as orphaned
    union select radacctid from (
      ${open('aaa_accounting_due')} and check_at is not null and check_at <= ${now.getTime()}
      order by check_at limit ${mostAtOnce}) as due`;
  return (await query.execute(store.db)).rows.map(({ radacctid }) => radacctid);
}

/** SQLite, which has counted nothing, would take an index of all sessions; the other engine knows which one is small. */
function by({ engine }: Store, index: string) {
  return engine === 'sqlite' ? sql`indexed by ${sql.ref(index)}` : sql``;
}

/** Where a change is looked for, what is few first. */
const sources = {
  user: sql`from "user" u cross join aaa_accounting a left join aaa_profile p on p.id = u.profile where`,
  aaa_profile: sql`from aaa_profile p cross join "user" u cross join aaa_accounting a where u.profile = p.id and`,
  aaa_accounting: sql`from aaa_accounting a cross join "user" u left join aaa_profile p on p.id = u.profile where`,
};

const isStale = sql`a.authorized_user = u.id and a.acctstoptime is null and a.authorized_user is not null
  and u.last_change + coalesce(p.last_change, 0) <> a.authorized_version`;

/**
 * Open sessions whose user, or the user's profile, has changed since they were last looked at, off the event loop.
 *
 * @param since  changes before that are not looked for; null: all, session by session
 */
export async function findSessionsWithStaleGrant(
  store: Store,
  since: Date | null,
): Promise<readonly number[]> {
  if (since === null)
    return (await hasAuthorized(store))
      ? stale(store, sql`${sources.aaa_accounting} ${isStale}`)
      : [];
  const at = since.getTime();
  const [users, profiles] = await Promise.all([
    hasChanged(store, 'user', at),
    hasChanged(store, 'aaa_profile', at),
  ]);
  const found = await Promise.all([
    ...(users ? [stale(store, sql`${sources.user} u.last_change >= ${at} and ${isStale}`)] : []),
    ...(profiles
      ? [stale(store, sql`${sources.aaa_profile} p.last_change >= ${at} and ${isStale}`)]
      : []),
  ]);
  return [...new Set(found.flat())];
}

/** At many sites no session ever is, and then the thread of long reads need not be there. */
async function hasAuthorized({ db }: Store): Promise<boolean> {
  const open = db
    .selectFrom('aaa_accounting')
    .select('radacctid')
    .where('acctstoptime', 'is', null);
  return (await open.where('authorized_user', 'is not', null).limit(1).execute()).length > 0;
}

/** Mostly nothing has, and then no session needs to be looked at. */
async function hasChanged(
  { db }: Store,
  table: 'user' | 'aaa_profile',
  since: number,
): Promise<boolean> {
  return (
    (await db.selectFrom(table).select('id').where('last_change', '>=', since).limit(1).execute())
      .length > 0
  );
}

async function stale(store: Store, from: RawBuilder<unknown>): Promise<readonly number[]> {
  const query = sql<{ radacctid: number }>`select a.radacctid ${from} limit ${mostAtOnce}`;
  return (await store.readLong({ compile: () => query.compile(store.db) })).map(
    ({ radacctid }) => radacctid,
  );
}
