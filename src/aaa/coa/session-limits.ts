import type { Gateway } from '../../gateway.ts';
import type { Store } from '../../store/store.ts';
import { findQuota, collectControlItems, type ControlItems } from '../policy/control-items.ts';
import {
  isQuota,
  isLimitReached,
  minimumOrNull,
  computeLimits,
  listQuotaPeriods,
  computeQuotaReset,
  type Limit,
} from '../policy/limits.ts';
import type { AttributeLists } from '../policy/subscriber.ts';
import { filterOtherDevices, findOpenSessions, type OpenSession } from '../policy/open-sessions.ts';
import { startOfPeriod } from '../policy/quota-period.ts';
import { computeBalance, readUsage, readUsageOfUsers, type UserUsage } from '../policy/usage.ts';

/* What bounds sessions that are going on, of several users at once: reads are so many for a page of sessions, not for each. */

/** A session of a user of ours, and what its user may do. */
export interface LimitedSession extends Pick<AttributeLists, 'checkLists'> {
  readonly radacctid: number;
  readonly user: number;
  readonly expiration: number | null;
  readonly callingstationid: string | null;
  readonly acctstarttime: number | null;
  readonly octets: number;
}

/** Limits of a session, and when they are to be looked at again. */
export interface SessionLimits {
  readonly limits: readonly Limit[];
  /** Open sessions of its user, which use its quotas together. */
  readonly openSessions: number;
  /** Milliseconds since 1970; null: time alone changes nothing. */
  readonly checkAt: number | null;
  /** Octets in both directions; null: no quota counts them, or one is used up. */
  readonly checkOctets: number | null;
}

interface Known {
  readonly controls: ControlItems;
  readonly balance: number | null;
  readonly use: UserUsage;
  readonly otherSessions: number;
  readonly now: Date;
}

const unused: UserUsage = { usage: new Map(), openSessions: 1 };

/** By radacctid: how sessions stand. @throws Fault where the store can not be read */
export async function readSessionLimits(
  { store, now: clock }: Pick<Gateway, 'store' | 'now'>,
  sessions: readonly LimitedSession[],
): Promise<ReadonlyMap<number, SessionLimits>> {
  const now = clock();
  const controls = new Map(sessions.map((session) => [session.radacctid, readControls(session)]));
  const credits = await creditsOf(store, [...new Set(sessions.map(({ user }) => user))]);
  const isCounted = ({ radacctid, user }: LimitedSession) =>
    credits.has(user) || periods(controls.get(radacctid)).length > 0;
  const isShared = ({ radacctid }: LimitedSession) =>
    controls.get(radacctid)?.has('Simultaneous-Use') === true;
  const [uses, open] = await Promise.all([
    readUsageOfUsers(store, {
      users: usersOf(sessions.filter(isCounted)),
      periods: allPeriods(controls, credits),
      now,
    }),
    findOpenSessions(store, usersOf(sessions.filter(isShared))),
  ]);
  return new Map(
    sessions.map((session) => {
      const use = uses.get(session.user) ?? unused;
      const credit = credits.get(session.user);
      const known = {
        ...{ controls: controls.get(session.radacctid) ?? none, use, now },
        balance: balanceBy(credit, use.usage),
        otherSessions: othersBefore(session, open),
      };
      return [session.radacctid, standingOf(session, known)];
    }),
  );
}

/** A session of which nothing but its beginning is known. */
export interface StartedSession extends LimitedSession {
  /** When its Start came in. */
  readonly heard_at: number | null;
}

/** Whether a quota was used up at its login already, as far as anything had been heard of its user's sessions by then. */
export async function wasOverQuotaAtLogin(store: Store, session: StartedSession): Promise<boolean> {
  const { user, expiration } = session;
  const controls = readControls(session);
  const credits = await creditsOf(store, [user]);
  const at = loginOf(session);
  const usage = await readUsage(store, {
    user,
    periods: allPeriods(new Map([[user, controls]]), credits),
    now: at,
    isPast: true,
  });
  const spent = { balance: balanceBy(credits.get(user), usage), usage, otherSessions: 0 };
  return computeLimits(spent, { expiration, controls, at }).some(
    (limit) => isQuota(limit) && isLimitReached(limit),
  );
}

/** NASes tell the time in whole seconds, and by clocks that may be ahead; what has arrived was not later than that. */
function loginOf({ acctstarttime, heard_at }: StartedSession): Date {
  return new Date(Math.min((acctstarttime ?? 0) + 999, heard_at ?? Infinity));
}

function balanceBy(credit: number | undefined, usage: UserUsage['usage']): number | null {
  return credit === undefined ? null : computeBalance(credit, usage.get('all')?.seconds);
}

const none: ControlItems = new Map();

/** Check items that set nothing let nobody in; whoever is in already stays. */
function readControls({ checkLists }: LimitedSession): ControlItems {
  const controls = collectControlItems(checkLists);
  return typeof controls === 'string' ? none : controls;
}

function periods(controls: ControlItems = none) {
  return listQuotaPeriods(controls);
}

function allPeriods(
  controls: ReadonlyMap<number, ControlItems>,
  credits: ReadonlyMap<number, number>,
) {
  const found = [...controls.values()].flatMap((of) => periods(of));
  return [...new Set([...found, ...(credits.size > 0 ? (['all'] as const) : [])])];
}

function usersOf(sessions: readonly LimitedSession[]): number[] {
  return [...new Set(sessions.map(({ user }) => user))];
}

/** Seconds of `network` tokens, of users whose time is metered. */
async function creditsOf(
  { db }: Store,
  users: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (users.length === 0) return new Map();
  const tokens = db
    .selectFrom('user_token')
    .select(['user', 'time'])
    .where('user', 'in', users)
    .where('kind', '=', 'network');
  return new Map(
    (await tokens.execute()).flatMap(({ user, time }) =>
      time === null ? [] : [[user, time] as const],
    ),
  );
}

/** Sessions of the same user on other devices that were there first: of too many, the last one goes. */
function othersBefore(session: LimitedSession, open: readonly OpenSession[]): number {
  const own = open.filter(({ user }) => user === session.user);
  const before = own.slice(
    0,
    Math.max(
      0,
      own.findIndex(({ radacctid }) => radacctid === session.radacctid),
    ),
  );
  return filterOtherDevices(before, session.callingstationid).length;
}

function standingOf(
  session: LimitedSession,
  { controls, balance, use, otherSessions, now }: Known,
): SessionLimits {
  const limits = computeLimits(
    { balance, usage: use.usage, otherSessions },
    { expiration: session.expiration, controls, at: now },
  );
  const open = Math.max(1, use.openSessions);
  return {
    limits,
    openSessions: open,
    checkAt: nextLook(limits, open, now),
    checkOctets: octetsUntil(session, { limits, open, now }),
  };
}

/** The next time at which a limit is reached, or holds no longer, without anything being heard. */
function nextLook(limits: readonly Limit[], open: number, now: Date): number | null {
  return minimumOrNull(
    limits.flatMap((limit) => {
      const renewal = isQuota(limit) ? computeQuotaReset(limit, now) : null;
      const end =
        limit.unit === 'seconds' && !isLimitReached(limit)
          ? now.getTime() + endingMs(limit, open)
          : null;
      return limit.unit === 'seconds' || isLimitReached(limit) ? [end, renewal] : [];
    }),
  );
}

/** Sessions use a quota together, and all of them up to an hour of the day. */
function endingMs(limit: Limit, open: number): number {
  return Math.ceil((limit.left * 1000) / (isQuota(limit) ? open : 1));
}

interface Sharing {
  readonly limits: readonly Limit[];
  readonly open: number;
  readonly now: Date;
}

/**
 * As long as each session of a user stays below its part of what is left, the quota lasts. Of one that began before the
 * quota's period every interim counts: how much of it lies in the period is not known before.
 */
function octetsUntil(
  { acctstarttime, octets }: LimitedSession,
  { limits, open, now }: Sharing,
): number | null {
  const counting = limits.filter(({ unit }) => unit === 'octets');
  if (counting.length === 0 || limits.some((limit) => isQuota(limit) && isLimitReached(limit)))
    return null;
  const isOlder = counting.some(
    ({ name }) => (acctstarttime ?? 0) < startOfPeriod(findQuota(name)?.period ?? 'all', now),
  );
  const left = minimumOrNull(counting.map((limit) => limit.left)) ?? 0;
  return isOlder
    ? 0
    : Math.min(Number.MAX_SAFE_INTEGER, octets + Math.max(1, Math.floor(left / open)));
}
