import { sql } from 'kysely';
import { asFault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import {
  compileStatement,
  mustChange,
  type Statement,
  type Store,
  parseJsonColumn,
} from '../../store/store.ts';
import { namedParameter } from '../../store/prepared-statement.ts';
import { prepareStatement } from '../../store/prepare-statement.ts';
import type { AuthorizationAttributes } from '../policy/attribute-lists.ts';
import type { ChangeKind, ChangeTrigger } from './authorization-change.ts';
import { cancelChange, scheduleChange } from './authorization-change-queue.ts';
import { canChangeByCoa, computeGrant } from '../policy/grant.ts';
import {
  computeAdmission,
  formatRejectReason,
  isQuota,
  limitKindOf,
  type Limit,
  type LimitKind,
} from '../policy/limits.ts';
import { readSessionLimits, wasOverQuotaAtLogin, type SessionLimits } from './session-limits.ts';
import { deserializeAttributeLists } from '../policy/subscriber.ts';

/**
 * Looks at open sessions again: whether their users may still be in, with what they have been granted, and whether a limit
 * has been reached. What has changed is written down together with the request that tells the NAS, so it is told once,
 * whoever looks. A session that is looked at for the first time counts as let in with what its user is granted now, but
 * for a quota that has been used up since.
 *
 * @param sessions  radacctid of each
 */
export async function reauthorize(gateway: Gateway, sessions: readonly number[]): Promise<void> {
  if (sessions.length === 0) return;
  const found = await read(gateway, sessions);
  const standings = await readSessionLimits(
    gateway,
    found.flatMap((session) => (session.user === null ? [] : [{ ...session, user: session.user }])),
  );
  const looks = await Promise.all(
    found.map((session) => lookAt(gateway, session, standings.get(session.radacctid) ?? unbounded)),
  );
  const [quiet, telling] = [looks.filter(isQuiet), looks.filter((look) => !isQuiet(look))];
  if (quiet.length > 0) await gateway.store.write(quiet.flatMap((look) => quietly(gateway, look)));
  await Promise.all(telling.map((look) => tell(gateway, look)));
}

const unbounded: SessionLimits = { limits: [], openSessions: 1, checkAt: null, checkOctets: null };

type Session = Awaited<ReturnType<typeof read>>[number];

async function read(gateway: Gateway, sessions: readonly number[]) {
  const rows = await query(gateway, sessions).execute();
  return rows.map((row) => ({
    ...row,
    ...deserializeAttributeLists(row),
    octets: Number(row.acctinputoctets ?? 0) + Number(row.acctoutputoctets ?? 0),
  }));
}

/** A user of another id than the one who was let in is another user, whatever its name. */
function query({ store }: Gateway, sessions: readonly number[]) {
  const isLetIn = sql<boolean>`u.id = coalesce(a.authorized_user, a."user") and (a.authorized_user is null or a."user" = a.authorized_user)`;
  return store.db
    .selectFrom('aaa_accounting as a')
    .innerJoin('aaa_client as c', 'c.id', 'a.client')
    .leftJoin('user as u', (join) => join.on(isLetIn))
    .leftJoin('aaa_profile as p', 'p.id', 'u.profile')
    .select([
      'a.radacctid',
      'a.organization',
      'a.client',
      'a.username',
      'a.granted',
      'a.authorized_user',
      'a.authorized_version',
    ])
    .select([
      'a.callingstationid',
      'a.acctstarttime',
      'a.acctinputoctets',
      'a.acctoutputoctets',
      'a.counters_at',
    ])
    .select(['a.heard_at', 'a.check_at', 'a.standing', 'c.accepts_coa'])
    .select([
      'u.id as user',
      'u.is_active',
      'u.expiration',
      'u.attributes',
      'u.last_change',
      'p.last_change as profile_change',
    ])
    .select(['p.reply_attributes', 'p.check_attributes', 'p.on_limit', 'p.limit_attributes'])
    .where('a.radacctid', 'in', sessions)
    .where('a.acctstoptime', 'is', null);
}

/** What is to be told to the NAS. */
interface Telling {
  readonly kind: ChangeKind;
  readonly trigger: ChangeTrigger;
  readonly reason?: string;
  readonly attributes: AuthorizationAttributes;
}

interface Look {
  readonly session: Session;
  readonly bounds: SessionLimits;
  readonly granted: AuthorizationAttributes;
  /** Null: the user is gone. */
  readonly version: number | null;
  /** See `AccountingTable`. */
  readonly standing: 'limited' | 'ended' | null;
  readonly telling: Telling | null;
}

async function lookAt({ store }: Gateway, session: Session, bounds: SessionLimits): Promise<Look> {
  const version =
    session.last_change === null ? null : session.last_change + (session.profile_change ?? 0);
  const { reachedLimit, exhaustedQuota } = computeAdmission(bounds.limits, session);
  const granted =
    session.user === null ? [] : computeGrant(session, { isLimited: exhaustedQuota !== null });
  const look = { session, bounds, granted, version };
  const gone = exclusionOf(session, reachedLimit);
  if (gone) {
    const isTold = session.standing === 'ended' && version === session.authorized_version;
    return {
      ...look,
      standing: 'ended',
      telling: isTold ? null : { kind: 'disconnect', attributes: [], ...gone },
    };
  }
  const standing = exhaustedQuota ? 'limited' : null;
  const isAsItIs = await isLetInWith(store, session, exhaustedQuota);
  return {
    ...look,
    standing,
    telling: isAsItIs ? null : changeTo(granted, session, exhaustedQuota),
  };
}

type Cause = Pick<Telling, 'trigger' | 'reason'>;

/** Why the user may not be in any longer; null: it may. */
function exclusionOf({ user, is_active }: Session, over: Limit | null): Cause | null {
  if (user === null) return { trigger: 'user_deleted' };
  if (is_active === 0) return { trigger: 'user_disabled' };
  return over ? causeOf(over) : null;
}

const triggers: Readonly<Record<LimitKind, ChangeTrigger>> = {
  expiration: 'expired',
  balance: 'balance',
  login_time: 'login_time',
  simultaneous_use: 'simultaneous_use',
  quota: 'quota',
};

function causeOf(limit: Limit): Cause {
  return { trigger: triggers[limitKindOf(limit)], reason: formatRejectReason(limit) };
}

/** Whether it is new, and goes by what its login was granted. Of one that has counted already the login may be long ago. */
async function isLetInWith(
  store: Store,
  session: Session,
  limiting: Limit | null,
): Promise<boolean> {
  const { granted, user, counters_at } = session;
  if (granted !== null || !limiting) return granted === null;
  return counters_at === null && user !== null && wasOverQuotaAtLogin(store, { ...session, user });
}

/** A client that refuses CoA, and a change that no CoA can say, leave the Disconnect: the next login gets what is granted now. */
function changeTo(
  granted: AuthorizationAttributes,
  session: Session,
  limiting: Limit | null,
): Telling | null {
  const { granted: known, standing } = session;
  if (known === JSON.stringify(granted)) return null;
  const cause: Cause = limiting
    ? causeOf(limiting)
    : { trigger: standing === 'limited' ? 'renewed' : 'profile' };
  return { ...cause, ...requestFor(granted, session) };
}

function requestFor(
  granted: AuthorizationAttributes,
  session: Session,
): Pick<Telling, 'kind' | 'attributes'> {
  const { granted: known, accepts_coa } = session;
  const before =
    known === null ? computeGrant(session) : parseJsonColumn<AuthorizationAttributes>(known);
  const isPossible = accepts_coa !== 'no' && canChangeByCoa(before, granted);
  return isPossible ? { kind: 'coa', attributes: granted } : { kind: 'disconnect', attributes: [] };
}

/** Nothing to say, and nothing that was said and could be pending has become untrue. */
function isQuiet({ session, telling, version, granted, standing }: Look): boolean {
  if (telling !== null) return false;
  const isAsBefore =
    session.authorized_version === version && session.granted === JSON.stringify(granted);
  return session.authorized_version === null || (isAsBefore && session.standing === standing);
}

function quietly(gateway: Gateway, look: Look): Statement[] {
  const isNew = look.session.authorized_user === null;
  const isShared = look.bounds.openSessions > 1 && look.bounds.limits.some(isQuota);
  return [noted(gateway, look), ...(isNew && isShared ? [othersOf(gateway, look)] : [])];
}

/** What is known of a session from here on; nothing changes where it has ended, or somebody else has looked meanwhile. */
function noted(
  { store }: Gateway,
  { session, bounds, granted, version, standing }: Look,
): Statement {
  return notedOnce(store, {
    radacctid: session.radacctid,
    user: session.user,
    version,
    standing,
    granted: session.user === null ? null : JSON.stringify(granted),
    check_at: bounds.checkAt,
    check_octets: standing === 'ended' ? null : bounds.checkOctets,
    user_before: session.authorized_user,
    version_before: session.authorized_version,
    check_at_before: session.check_at,
    standing_before: session.standing,
  });
}

const notedOnce = prepareStatement((db) =>
  db
    .updateTable('aaa_accounting')
    .set({
      authorized_user: namedParameter<number | null>('user'),
      authorized_version: namedParameter<number | null>('version'),
      standing: namedParameter<string | null>('standing'),
      granted: namedParameter<string | null>('granted'),
      check_at: namedParameter<number | null>('check_at'),
      check_octets: namedParameter<number | null>('check_octets'),
    })
    .where('radacctid', '=', namedParameter<number>('radacctid'))
    .where('acctstoptime', 'is', null)
    .where('authorized_user', 'is not distinct from', namedParameter<number | null>('user_before'))
    .where(
      'authorized_version',
      'is not distinct from',
      namedParameter<number | null>('version_before'),
    )
    .where('check_at', 'is not distinct from', namedParameter<number | null>('check_at_before'))
    .where('standing', 'is not distinct from', namedParameter<string | null>('standing_before'))
    .compile(),
);

async function tell(gateway: Gateway, look: Look): Promise<void> {
  const { session, telling } = look;
  const { radacctid, organization, client, user, username } = session;
  const who = { session: radacctid, organization, client, user, username };
  const unit: Statement[] = [
    mustChange(noted(gateway, look)),
    telling
      ? scheduleChange(gateway, { ...who, ...telling, requestedBy: null })
      : cancelChange(gateway, radacctid),
    ...(telling?.trigger === 'balance' || telling?.trigger === 'quota'
      ? [othersOf(gateway, look)]
      : []),
  ];
  try {
    await gateway.store.write(unit);
  } catch (error) {
    if (asFault(error)?.kind !== 'conflict') throw error;
  }
}

/** Sessions share their user's quotas: what is used up for one is for the others, and what is left is divided anew. */
function othersOf({ store }: Gateway, { session: { user, radacctid } }: Look): Statement {
  return compileStatement(
    store.db
      .updateTable('aaa_accounting')
      .set({ check_at: 0 })
      .where('authorized_user', '=', user)
      .where('radacctid', '<>', radacctid)
      .where('acctstoptime', 'is', null)
      .where('standing', 'is', null)
      .where(sql<boolean>`(coalesce(check_at, check_octets, 0) > 0 or check_octets = 0)`),
  );
}
