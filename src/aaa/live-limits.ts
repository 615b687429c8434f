import type { Gateway } from '../gateway.ts';
import type { Store } from '../store/store.ts';
import { boundOf, controlsOf, type Controls } from './controls.ts';
import { isQuota, isUsedUp, least, limitsBy, periodsOf, renewalOf, type Limit } from './limits.ts';
import type { AttributeLists } from './subscriber.ts';
import { beginOf, onOtherDevices, openSessionsOf, usageIn, usesOf, type OpenSession, type Use } from './usage.ts';

/* What bounds sessions that are going on, of several users at once: reads are so many for a page of sessions, not for each. */

/** A session of a user of ours, and what its user may do. */
export interface BoundedSession extends Pick<AttributeLists, 'checks'> {
  readonly radacctid: number;
  readonly user: number;
  readonly expiration: number | null;
  readonly callingstationid: string | null;
  readonly acctstarttime: number | null;
  readonly octets: number;
}

/** Limits of a session, and when they are to be looked at again. */
export interface Standing {
  readonly limits: readonly Limit[];
  /** Open sessions of its user, which use its quotas together. */
  readonly open: number;
  /** Milliseconds since 1970; null: time alone changes nothing. */
  readonly checkAt: number | null;
  /** Octets in both directions; null: no quota counts them, or one is used up. */
  readonly checkOctets: number | null;
}

interface Known {
  readonly controls: Controls;
  readonly balance: number | null;
  readonly use: Use;
  readonly others: number;
  readonly now: Date;
}

const unused: Use = { usage: new Map(), open: 1 };

/** By radacctid: how sessions stand. @throws Fault where the store can not be read */
export async function standingsOf(
  { store, now: clock }: Pick<Gateway, 'store' | 'now'>,
  sessions: readonly BoundedSession[],
): Promise<ReadonlyMap<number, Standing>> {
  const now = clock();
  const controls = new Map(sessions.map((session) => [session.radacctid, readControls(session)]));
  const credits = await creditsOf(store, [...new Set(sessions.map(({ user }) => user))]);
  const isCounted = ({ radacctid, user }: BoundedSession) => credits.has(user) || periods(controls.get(radacctid)).length > 0;
  const isShared = ({ radacctid }: BoundedSession) => controls.get(radacctid)?.has('Simultaneous-Use') === true;
  const [uses, open] = await Promise.all([
    usesOf(store, { users: usersOf(sessions.filter(isCounted)), periods: allPeriods(controls, credits), now }),
    openSessionsOf(store, usersOf(sessions.filter(isShared))),
  ]);
  return new Map(
    sessions.map((session) => {
      const use = uses.get(session.user) ?? unused;
      const credit = credits.get(session.user);
      const known = {
        ...{ controls: controls.get(session.radacctid) ?? none, use, now },
        balance: balanceBy(credit, use.usage),
        others: othersBefore(session, open),
      };
      return [session.radacctid, standingOf(session, known)];
    }),
  );
}

/** A session of which nothing but its beginning is known. */
export interface BegunSession extends BoundedSession {
  /** When its Start came in. */
  readonly heard_at: number | null;
}

/** Whether a quota was used up at its login already, as far as anything had been heard of its user's sessions by then. */
export async function wasLimited(store: Store, session: BegunSession): Promise<boolean> {
  const { user, expiration } = session;
  const controls = readControls(session);
  const credits = await creditsOf(store, [user]);
  const at = loginOf(session);
  const usage = await usageIn(store, { user, periods: allPeriods(new Map([[user, controls]]), credits), now: at, isPast: true });
  const spent = { balance: balanceBy(credits.get(user), usage), usage, others: 0 };
  return limitsBy(spent, { expiration, controls, at }).some((limit) => isQuota(limit) && isUsedUp(limit));
}

/** NASes tell the time in whole seconds, and by clocks that may be ahead; what has arrived was not later than that. */
function loginOf({ acctstarttime, heard_at }: BegunSession): Date {
  return new Date(Math.min((acctstarttime ?? 0) + 999, heard_at ?? Infinity));
}

function balanceBy(credit: number | undefined, usage: Use['usage']): number | null {
  return credit === undefined ? null : Math.max(0, credit - (usage.get('all')?.seconds ?? 0));
}

const none: Controls = new Map();

/** Check items that set nothing let nobody in; whoever is in already stays. */
function readControls({ checks }: BoundedSession): Controls {
  const controls = controlsOf(checks);
  return typeof controls === 'string' ? none : controls;
}

function periods(controls: Controls = none) {
  return periodsOf(controls);
}

function allPeriods(controls: ReadonlyMap<number, Controls>, credits: ReadonlyMap<number, number>) {
  const found = [...controls.values()].flatMap((of) => periods(of));
  return [...new Set([...found, ...(credits.size > 0 ? (['all'] as const) : [])])];
}

function usersOf(sessions: readonly BoundedSession[]): number[] {
  return [...new Set(sessions.map(({ user }) => user))];
}

/** Seconds of `network` tokens, of users whose time is metered. */
async function creditsOf({ db }: Store, users: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (users.length === 0) return new Map();
  const tokens = db.selectFrom('user_token').select(['user', 'time']).where('user', 'in', users).where('kind', '=', 'network');
  return new Map((await tokens.execute()).flatMap(({ user, time }) => (time === null ? [] : [[user, time] as const])));
}

/** Sessions of the same user on other devices that were there first: of too many, the last one goes. */
function othersBefore(session: BoundedSession, open: readonly OpenSession[]): number {
  const own = open.filter(({ user }) => user === session.user);
  const before = own.slice(
    0,
    Math.max(
      0,
      own.findIndex(({ radacctid }) => radacctid === session.radacctid),
    ),
  );
  return onOtherDevices(before, session.callingstationid).length;
}

function standingOf(session: BoundedSession, { controls, balance, use, others, now }: Known): Standing {
  const limits = limitsBy({ balance, usage: use.usage, others }, { expiration: session.expiration, controls, at: now });
  const open = Math.max(1, use.open);
  return { limits, open, checkAt: nextLook(limits, open, now), checkOctets: octetsUntil(session, { limits, open, now }) };
}

/** The next time at which a limit is reached, or holds no longer, without anything being heard. */
function nextLook(limits: readonly Limit[], open: number, now: Date): number | null {
  return least(
    limits.flatMap((limit) => {
      const renewal = isQuota(limit) ? renewalOf(limit, now) : null;
      const end = limit.unit === 'seconds' && !isUsedUp(limit) ? now.getTime() + endingMs(limit, open) : null;
      return limit.unit === 'seconds' || isUsedUp(limit) ? [end, renewal] : [];
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
function octetsUntil({ acctstarttime, octets }: BoundedSession, { limits, open, now }: Sharing): number | null {
  const counting = limits.filter(({ unit }) => unit === 'octets');
  if (counting.length === 0 || limits.some((limit) => isQuota(limit) && isUsedUp(limit))) return null;
  const isOlder = counting.some(({ name }) => (acctstarttime ?? 0) < beginOf(boundOf(name)?.period ?? 'all', now));
  const left = least(counting.map((limit) => limit.left)) ?? 0;
  return isOlder ? 0 : Math.min(Number.MAX_SAFE_INTEGER, octets + Math.max(1, Math.floor(left / open)));
}
