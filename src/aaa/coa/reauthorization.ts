import { sql } from 'kysely';
import { asFault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import {
  compileStatement,
  mustChange,
  type Statement,
  type Store,
  parseJsonColumn,
} from '../../store/store.ts';
import { namedParameter, prepareStatement } from '../../store/prepared-statement.ts';
import type { AuthorizationAttributes } from '../policy/attribute-lists.ts';
import type { ChangeKind, ChangeTrigger } from './authorization-change.ts';
import { cancelChange, scheduleChange } from './authorization-change-queue.ts';
import {
  canChangeByCoa,
  computeGrant,
  findNextGrant,
  minimumOrNull,
} from '../policy/authorization/authorization.ts';
import {
  computeAdmission,
  formatRejectReason,
  isQuota,
  limitKindOf,
  type Limit,
  type LimitKind,
} from '../policy/limit/limits.ts';
import { endPortalSessionOf, logChangeOf } from './portal-session-limit.ts';
import { readPlausibleLimits } from './plausible-limits.ts';
import { readGrantedSessions, type GrantedSession } from './granted-session.ts';
import { wasOverQuotaAtLogin, type SessionLimits } from './session-limits.ts';

/**
 * Reauthorizes open sessions: checks if their users may still be connected, if the attributes have changed, and if a limit has
 * been reached. The result and the change for the NAS are written in one transaction, so several gateways send it once. A session
 * that is checked for the first time counts as admitted with the current grant, except for a quota exhausted since its login.
 *
 * @param sessions  radacctid of each
 */
export async function reauthorize(gateway: Gateway, sessions: readonly number[]): Promise<void> {
  if (sessions.length === 0) return;
  const found = await readGrantedSessions(gateway, sessions);
  const limits = await readPlausibleLimits(
    gateway,
    found.flatMap((session) => (session.user === null ? [] : [{ ...session, user: session.user }])),
  );
  const assessments = await Promise.all(
    found.map((session) => assess(gateway, session, limits.get(session.radacctid) ?? unlimited)),
  );
  const unchanged = assessments.filter(needsNoChange);
  const changed = assessments.filter((assessment) => !needsNoChange(assessment));
  if (unchanged.length > 0)
    await gateway.store.write(
      unchanged.flatMap((assessment) => assessmentStatements(gateway, assessment)),
    );
  await Promise.all(changed.map((assessment) => recordChange(gateway, assessment)));
}

const unlimited: SessionLimits = { limits: [], openSessions: 1, checkAt: null, checkOctets: null };

/** A change that the NAS must be sent. */
interface RequiredChange {
  readonly kind: ChangeKind;
  readonly trigger: ChangeTrigger;
  readonly reason?: string;
  readonly attributes: AuthorizationAttributes;
}

/** The current authorization of a session. */
interface Assessment {
  readonly session: GrantedSession;
  readonly sessionLimits: SessionLimits;
  readonly granted: AuthorizationAttributes;
  /** Sum of the change times of user and profiles; null: the user has been deleted. */
  readonly version: number | null;
  /** Stored with the accounting record: null, a quota is exhausted, or a Disconnect is scheduled. */
  readonly standing: 'limited' | 'ended' | null;
  readonly change: RequiredChange | null;
}

async function assess(
  { store }: Gateway,
  session: GrantedSession,
  { checkAt, ...limits }: SessionLimits,
): Promise<Assessment> {
  const { place, version } = session;
  const nextGrant = findNextGrant(session, { now: place.at, timeZone: place.timeZone });
  const sessionLimits = { ...limits, checkAt: minimumOrNull([checkAt, nextGrant]) };
  const { reachedLimit, exhaustedQuota } = computeAdmission(sessionLimits.limits, session);
  const options = { place, isLimited: exhaustedQuota !== null };
  const granted = session.user === null ? [] : computeGrant(session, options);
  const assessment = { session, sessionLimits, granted, version };
  const cause = disconnectCause(session, reachedLimit);
  if (cause) {
    const isScheduled = session.standing === 'ended' && version === session.authorized_version;
    return {
      ...assessment,
      standing: 'ended',
      change: isScheduled ? null : { kind: 'disconnect', attributes: [], ...cause },
    };
  }
  const standing = exhaustedQuota ? 'limited' : null;
  const isInitial = await isInitialGrant(store, session, exhaustedQuota);
  return {
    ...assessment,
    standing,
    change: isInitial ? null : changeForGrant(granted, session, exhaustedQuota),
  };
}

type Cause = Pick<RequiredChange, 'trigger' | 'reason'>;

/** Returns why the user must be disconnected; null: the user may stay connected. */
function disconnectCause(
  { user, is_active }: GrantedSession,
  reachedLimit: Limit | null,
): Cause | null {
  if (user === null) return { trigger: 'user_deleted' };
  if (is_active === 0) return { trigger: 'user_disabled' };
  return reachedLimit ? causeOfLimit(reachedLimit) : null;
}

const triggersByLimit: Readonly<Record<LimitKind, ChangeTrigger>> = {
  expiration: 'expired',
  balance: 'balance',
  session_time: 'session_timeout',
  login_time: 'login_time',
  simultaneous_use: 'simultaneous_use',
  quota: 'quota',
};

function causeOfLimit(limit: Limit): Cause {
  return { trigger: triggersByLimit[limitKindOf(limit)], reason: formatRejectReason(limit) };
}

/**
 * True if a session is checked for the first time and still has the grant of its login. Once it has reported counters its
 * login may be long ago.
 */
async function isInitialGrant(
  store: Store,
  session: GrantedSession,
  exhaustedQuota: Limit | null,
): Promise<boolean> {
  const { granted, user, counters_at } = session;
  if (granted !== null || !exhaustedQuota) return granted === null;
  return counters_at === null && user !== null && wasOverQuotaAtLogin(store, { ...session, user });
}

/** Returns the change from the stored grant to the current one; null: they are the same. */
function changeForGrant(
  granted: AuthorizationAttributes,
  session: GrantedSession,
  exhaustedQuota: Limit | null,
): RequiredChange | null {
  const { granted: known, standing } = session;
  if (known === JSON.stringify(granted)) return null;
  const cause: Cause = exhaustedQuota
    ? causeOfLimit(exhaustedQuota)
    : { trigger: standing === 'limited' ? 'renewed' : 'profile' };
  return { ...cause, ...requestForGrant(granted, session) };
}

/**
 * Chooses a CoA, or a Disconnect if the client refuses CoA or no CoA can express the change: the next login gets the current
 * grant.
 */
function requestForGrant(
  granted: AuthorizationAttributes,
  session: GrantedSession,
): Pick<RequiredChange, 'kind' | 'attributes'> {
  const { granted: known, accepts_coa } = session;
  const before =
    known === null
      ? computeGrant(session, { place: session.place })
      : parseJsonColumn<AuthorizationAttributes>(known);
  const isPossible = accepts_coa !== 'no' && canChangeByCoa(before, granted);
  return isPossible ? { kind: 'coa', attributes: granted } : { kind: 'disconnect', attributes: [] };
}

/** True if no change needs to be sent or canceled. */
function needsNoChange({ session, change, version, granted, standing }: Assessment): boolean {
  if (change !== null) return false;
  const isAsBefore =
    session.authorized_version === version && session.granted === JSON.stringify(granted);
  return session.authorized_version === null || (isAsBefore && session.standing === standing);
}

function assessmentStatements(gateway: Gateway, assessment: Assessment): Statement[] {
  const isNew = assessment.session.authorized_user === null;
  const isShared =
    assessment.sessionLimits.openSessions > 1 && assessment.sessionLimits.limits.some(isQuota);
  return [
    recordAssessment(gateway, assessment),
    ...(isNew && isShared ? [recheckOtherSessions(gateway, assessment)] : []),
  ];
}

/** Creates a statement that stores an assessment, unless the session has ended or another gateway has assessed it since. */
function recordAssessment(
  { store }: Gateway,
  { session, sessionLimits, granted, version, standing }: Assessment,
): Statement {
  return bindAssessment(store, {
    radacctid: session.radacctid,
    user: session.user,
    version,
    standing,
    granted: session.user === null ? null : JSON.stringify(granted),
    check_at: sessionLimits.checkAt,
    check_octets: standing === 'ended' ? null : sessionLimits.checkOctets,
    user_before: session.authorized_user,
    version_before: session.authorized_version,
    check_at_before: session.check_at,
    standing_before: session.standing,
  });
}

const bindAssessment = prepareStatement((db) =>
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

async function recordChange(gateway: Gateway, assessment: Assessment): Promise<void> {
  const { change } = assessment;
  const statements: Statement[] = [
    mustChange(recordAssessment(gateway, assessment)),
    ...nasStatements(gateway, assessment),
    ...(assessment.standing === 'ended' ? endPortalSessionOf : logChangeOf)(gateway, assessment),
    ...(change?.trigger === 'balance' || change?.trigger === 'quota'
      ? [recheckOtherSessions(gateway, assessment)]
      : []),
  ];
  try {
    await gateway.store.write(statements);
  } catch (error) {
    // Another gateway has assessed the session, or it has ended.
    if (asFault(error)?.kind !== 'conflict') throw error;
  }
}

/** Returns the statements that schedule or cancel the change of the NAS; empty if no NAS accounts for the session. */
function nasStatements(gateway: Gateway, { session, change }: Assessment): readonly Statement[] {
  const { radacctid, organization, client, user, username } = session;
  if (client === null) return [];
  const target = { session: radacctid, organization, client, user, username };
  return [
    change
      ? scheduleChange(gateway, { ...target, ...change, requestedBy: null })
      : cancelChange(gateway, radacctid),
  ];
}

/** Makes the user's other sessions due for a check: they share the user's quotas. */
function recheckOtherSessions(
  { store }: Gateway,
  { session: { user, radacctid } }: Assessment,
): Statement {
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
