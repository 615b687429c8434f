import type { Vault } from '../../store/vault.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Secret } from '../../contract/secret.ts';
import { isNotSkipped, type SkippedTime } from '../../gateway/trusted-clock.ts';
import { namedParameter, prepareQuery } from '../../store/prepared-statement.ts';
import type { Engine, Store } from '../../store/store.ts';
import { userVersion } from './granted-session.ts';

/** An open session, its NAS, and how that NAS is reached. */
export type LiveSession = NonNullable<Awaited<ReturnType<typeof findLiveSession>>>;

/** Finds a session that is open. @returns undefined if it has ended or does not exist */
export async function findLiveSession(store: Store, radacctid: number) {
  return store.db
    .selectFrom('aaa_accounting as a')
    .innerJoin('aaa_client as c', 'c.id', 'a.client')
    .select([
      'a.radacctid',
      'a.nasipaddress',
      'a.source',
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

/** Opens the shared secret of a session's client. @throws Error if it was sealed with another key */
export function openClientSecret(vault: Vault, { secret }: Pick<LiveSession, 'secret'>): Secret {
  return vault.open(secret, 'aaa_client.secret');
}

const maxSessions = 200;

const isKnown = isNotSkipped(sql`check_at`, {
  from: namedParameter('skipped_from'),
  until: namedParameter('skipped_until'),
});

/**
 * Finds open sessions that are due for a check: new sessions of local users, sessions of deleted users, and sessions that may
 * have reached a time limit. Each kind has a partial index of its own.
 */
export async function findSessionsDueForCheck(
  store: Store,
  { now, ...skipped }: { readonly now: Date } & SkippedTime,
): Promise<readonly number[]> {
  const due = await selectDueForCheck(store, { now: now.getTime(), ...skipped });
  return due.map(({ radacctid }) => radacctid);
}

const selectDueForCheck = prepareQuery<{ readonly radacctid: number }>((db, engine) => {
  const open = (index: string) =>
    sql`select radacctid from aaa_accounting ${indexHint(engine, index)} where acctstoptime is null`;
  const query = sql<{ radacctid: number }>`
    select radacctid from (
      ${open('aaa_accounting_unchecked')} and "user" is distinct from authorized_user limit ${maxSessions}) as unchecked
    union select radacctid from (
      ${open('aaa_accounting_due')} and check_at is not null and check_at <= ${namedParameter('now')} and ${isKnown}
      order by check_at limit ${maxSessions}) as due`;
  return query.compile(db);
});

/** Names the index on SQLite, which without statistics would choose an index of all sessions. */
function indexHint(engine: Engine, index: string) {
  return engine === 'sqlite' ? sql`indexed by ${sql.ref(index)}` : sql``;
}

/** Join orders: the table with the fewest matches comes first. */
const joins = {
  user: sql`from "user" u cross join aaa_accounting a left join aaa_profile p on p.id = u.profile where`,
  aaa_profile: sql`from aaa_profile p cross join "user" u cross join aaa_accounting a where u.profile = p.id and`,
  user_profile_entry: sql`from aaa_profile c cross join user_profile_entry l cross join "user" u cross join aaa_accounting a
    left join aaa_profile p on p.id = u.profile where l.profile = c.id and u.id = l."user" and`,
  aaa_accounting: sql`from aaa_accounting a cross join "user" u left join aaa_profile p on p.id = u.profile where`,
};

const isStale = sql`a.authorized_user = u.id and a.acctstoptime is null and a.authorized_user is not null
  and ${userVersion} <> a.authorized_version`;

/**
 * Finds open sessions whose user or one of its profiles has changed since the last check, off the event loop.
 *
 * @param since  searches changes after this time; null: compares all open sessions
 */
export async function findSessionsWithStaleGrant(
  store: Store,
  since: Date | null,
): Promise<readonly number[]> {
  if (since === null)
    return (await hasAuthorizedSessions(store))
      ? readStale(store, sql`${joins.aaa_accounting} ${isStale}`)
      : [];
  const at = since.getTime();
  const [changed] = await findChanges(store, { since: at });
  const found = await Promise.all([
    ...(changed?.users != null
      ? [readStale(store, sql`${joins.user} u.last_change >= ${at} and ${isStale}`)]
      : []),
    ...(changed?.profiles != null
      ? [
          readStale(store, sql`${joins.aaa_profile} p.last_change >= ${at} and ${isStale}`),
          readStale(store, sql`${joins.user_profile_entry} c.last_change >= ${at} and ${isStale}`),
        ]
      : []),
  ]);
  return [...new Set(found.flat())];
}

/** True if an open session has been authorized. At many sites that never happens, and the read worker need not start. */
async function hasAuthorizedSessions({ db }: Store): Promise<boolean> {
  const open = db
    .selectFrom('aaa_accounting')
    .select('radacctid')
    .where('acctstoptime', 'is', null);
  return (await open.where('authorized_user', 'is not', null).limit(1).execute()).length > 0;
}

/** Finds out whether a row has changed; usually not, and no session needs to be read. */
const findChanges = prepareQuery<{ readonly users: unknown; readonly profiles: unknown }>((db) => {
  const exists = (table: 'user' | 'aaa_profile') =>
    sql`(select id from ${sql.table(table)} where last_change >= ${namedParameter('since')} limit 1)`;
  return sql<{ users: unknown; profiles: unknown }>`
    select ${exists('user')} as users, ${exists('aaa_profile')} as profiles`.compile(db);
});

async function readStale(store: Store, from: RawBuilder<unknown>): Promise<readonly number[]> {
  const query = sql<{ radacctid: number }>`select a.radacctid ${from} limit ${maxSessions}`;
  return (await store.readLong({ compile: () => query.compile(store.db) })).map(
    ({ radacctid }) => radacctid,
  );
}
