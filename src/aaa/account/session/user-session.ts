import { randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import { Fault } from '../../../contract/errors.ts';
import { dateTime, id, nullable, text } from '../../../contract/fields.ts';
import { readOnlyResource, resource } from '../../../contract/resource.ts';
import type { Gateway, StoreAndClock } from '../../../gateway/gateway.ts';
import { mustChange, type Statement, type Store } from '../../../store/store.ts';
import { hashToken } from '../api-token.ts';

/** A user who has signed in to the console. A trigger deletes the row with a new password or a deactivation. */
export const userSession = resource({
  name: 'user_session',
  relation: () => `
    select s.id, s."user", u.organization, s.created, s.last_used, s.remote_address, s.user_agent
    from user_session s join "user" u on u.id = s."user"`,
  title: 'a session of the console',
  plural: 'sessions of the console',
  schema: Type.Object({
    id: id(),
    user: Type.Integer({ description: 'id of the user' }),
    organization: Type.Integer({ description: "the user's" }),
    created: dateTime(),
    last_used: dateTime(),
    remote_address: nullable(text()),
    user_agent: nullable(text()),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  filters: {},
  computed: ['organization'],
  columns: {
    /** SHA-256 of 256 random bits. */
    token_hash: text(),
  },
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../../contract/tables.ts' {
  interface Tables {
    user_session: TableOf<typeof userSession>;
  }
}

/** How long sessions last. */
export type SessionRules = Pick<
  Gateway['config']['console'],
  'enabled' | 'idle_minutes' | 'max_hours' | 'require_totp'
>;

/** A session as it is stored. Times in milliseconds since 1970. */
export interface UserSession {
  readonly id: number;
  readonly created: number;
  readonly last_used: number;
  readonly remote_address: string | null;
  readonly user_agent: string | null;
}

/** Sessions of one user; a sign-in beyond them ends the one that was used least recently. */
const maxSessionsOfUser = 50;
const maxUserAgentLength = 255;

/** The time at which a session ends. */
interface SessionEnd {
  /** At the latest. */
  readonly expiration: number;
  /** Unless it is used before. */
  readonly idleExpiration: number;
}

/** Returns when a session ends, in milliseconds since 1970. */
export function endOfSession(
  { created, last_used }: Pick<UserSession, 'created' | 'last_used'>,
  { idle_minutes, max_hours }: Pick<SessionRules, 'idle_minutes' | 'max_hours'>,
): SessionEnd {
  const expiration = created + max_hours * 3_600_000;
  const idleExpiration = Math.min(last_used + idle_minutes * 60_000, expiration);
  return { expiration, idleExpiration };
}

/** A user who has proved who it is. */
interface SignedIn {
  readonly user: number;
  /** `last_change` of the user as it was before its password was checked. */
  readonly lastChange: number;
  readonly remoteAddress: string;
  readonly userAgent: string | null;
}

/**
 * Starts a session.
 *
 * @returns its token, which only the cookie of the browser has
 * @throws Fault `conflict` the user has been changed since its password was checked
 */
export async function startSession(
  { store, now }: StoreAndClock,
  rules: SessionRules,
  { user, lastChange, remoteAddress, userAgent }: SignedIn,
): Promise<string> {
  const token = `ghs_${randomBytes(32).toString('base64url')}`;
  const at = now().getTime();
  const row = {
    token_hash: hashToken(token),
    created: at,
    last_used: at,
    remote_address: remoteAddress,
    user_agent: userAgent?.slice(0, maxUserAgentLength) ?? null,
  };
  const { db } = store;
  const unchanged = db
    .updateTable('user')
    .set({ last_login: at })
    .where('id', '=', user)
    .where('is_active', '=', 1)
    .where('last_change', '=', lastChange);
  await store.write([
    mustChange(unchanged),
    deleteEndedSessions(store, rules, at),
    deleteOldestSessions(store, user),
    db.insertInto('user_session').values({ ...row, user }),
  ]);
  return token;
}

/** Returns a statement that deletes the sessions of all users that have ended by their age. */
function deleteEndedSessions({ db }: Store, rules: SessionRules, at: number): Statement {
  const { idle_minutes, max_hours } = rules;
  return db
    .deleteFrom('user_session')
    .where((where) =>
      where.or([
        where('created', '<=', at - max_hours * 3_600_000),
        where('last_used', '<=', at - idle_minutes * 60_000),
      ]),
    )
    .compile();
}

/** Returns a statement that makes room for one more session. */
function deleteOldestSessions({ db }: Store, user: number): Statement {
  const kept = db
    .selectFrom('user_session')
    .select('id')
    .where('user', '=', user)
    .orderBy('last_used', 'desc')
    .orderBy('id', 'desc')
    .limit(maxSessionsOfUser - 1);
  return db
    .deleteFrom('user_session')
    .where('user', '=', user)
    .where('id', 'not in', kept)
    .compile();
}

/** Returns the sessions of a user that have not ended, the one that was used last first. */
export async function listSessions(
  { store, now }: StoreAndClock,
  rules: SessionRules,
  user: number,
): Promise<readonly UserSession[]> {
  const rows = await store.db
    .selectFrom('user_session')
    .select(['id', 'created', 'last_used', 'remote_address', 'user_agent'])
    .where('user', '=', user)
    .orderBy('last_used', 'desc')
    .orderBy('id', 'desc')
    .limit(maxSessionsOfUser)
    .execute();
  const at = now().getTime();
  return rows.filter((row) => endOfSession(row, rules).idleExpiration > at);
}

/** Ends a session of a user. @throws Fault `not_found` the user has no such session */
export async function endSession(
  store: Store,
  { id, user }: { readonly id: number; readonly user: number },
): Promise<void> {
  const ended = store.db.deleteFrom('user_session').where('id', '=', id).where('user', '=', user);
  const [result] = await store.write([ended]);
  if (result?.changes === 0) throw new Fault('not_found', 'Not found.');
}
