import { groupBy } from '../../runtime/group-by.ts';
import type { StoreAndClock } from '../../gateway/gateway.ts';
import type { Store } from '../../store/store.ts';
import { readTimeZone, readTimeZones, type Site } from '../../organization/time-zone.ts';
import { minimumOrNull } from '../policy/authorization/authorization.ts';
import { findQuota, collectControlItems, type ControlItems } from '../policy/control-items.ts';
import {
  dependsOnTimeZone,
  isQuota,
  isLimitReached,
  computeLimits,
  listQuotaPeriods,
  computeQuotaReset,
  type Limit,
} from '../policy/limit/limits.ts';
import type { AttributeLists } from '../policy/profile-lists.ts';
import {
  filterOtherDevices,
  findOpenSessions,
  type OpenSession,
} from '../policy/limit/open-sessions.ts';
import { startOfPeriod, type QuotaPeriod, type ZonedTime } from '../policy/limit/quota-period.ts';
import { readUsage, readUsageOfUsers, type UserUsage } from '../policy/limit/usage.ts';
import { computeCredit, readVouchers, type Credit, type Voucher } from '../voucher/voucher.ts';

/* Limits of open sessions, computed per page of sessions: the number of queries does not depend on the page size. */

/** An open session of a local user, and the user's check attributes. */
export interface LimitedSession extends Pick<AttributeLists, 'checkLists'> {
  readonly radacctid: number;
  readonly user: number;
  readonly expiration: number | null;
  readonly callingstationid: string | null;
  readonly site: Site;
  readonly acctstarttime: number | null;
  readonly octets: number;
}

/** Limits of a session, and when they are to be checked next. */
export interface SessionLimits {
  readonly limits: readonly Limit[];
  /** Open sessions of its user, which share the user's quotas. */
  readonly openSessions: number;
  /** Milliseconds since 1970; null: no limit depends on the time. */
  readonly checkAt: number | null;
  /** Octets in both directions; null: no quota counts them, or one is exhausted. */
  readonly checkOctets: number | null;
}

interface LimitInputs {
  readonly controls: ControlItems;
  readonly credit: Credit | null;
  readonly usage: UserUsage;
  readonly otherSessions: number;
  readonly timeZone: string | null;
  readonly now: Date;
}

const noUsage: UserUsage = { usage: new Map(), openSessions: 1 };

/** Reads the limits of sessions, by radacctid. @throws Fault if the store cannot be read */
export async function readSessionLimits(
  { store, now: clock }: StoreAndClock,
  sessions: readonly LimitedSession[],
): Promise<ReadonlyMap<number, SessionLimits>> {
  const now = clock();
  const controls = new Map(sessions.map((session) => [session.radacctid, readControls(session)]));
  const vouchers = await readVouchers(store, [...new Set(sessions.map(({ user }) => user))]);
  const isCounted = ({ radacctid, user }: LimitedSession) =>
    vouchers.has(user) || quotaPeriods(controls.get(radacctid)).length > 0;
  const isShared = ({ radacctid }: LimitedSession) =>
    controls.get(radacctid)?.has('Simultaneous-Use') === true;
  const isOfSite = ({ radacctid }: LimitedSession) =>
    dependsOnTimeZone(controls.get(radacctid) ?? noControls);
  const ofSite = sessions.filter(isOfSite);
  const zones = await readTimeZones(
    store,
    ofSite.map(({ site }) => site),
  );
  const timeZoneOf = (session: LimitedSession) => (isOfSite(session) ? zones(session.site) : null);
  const periods = allPeriods(controls, vouchers);
  const [usages, open] = await Promise.all([
    readUsages(store, sessions.filter(isCounted), { periods, now, timeZoneOf }),
    findOpenSessions(store, usersOf(sessions.filter(isShared))),
  ]);
  return new Map(
    sessions.map((session) => {
      const timeZone = timeZoneOf(session);
      const usage = usages.get(timeZone)?.get(session.user) ?? noUsage;
      const inputs = {
        controls: controls.get(session.radacctid) ?? noControls,
        credit: remainingCredit(vouchers.get(session.user), usage.usage, now),
        usage,
        otherSessions: countEarlierSessions(session, open),
        timeZone,
        now,
      };
      return [session.radacctid, computeSessionLimits(session, inputs)];
    }),
  );
}

interface UsageRequest {
  readonly periods: readonly QuotaPeriod[];
  readonly now: Date;
  readonly timeZoneOf: (session: LimitedSession) => string | null;
}

/** Reads the usage of the users of sessions, by the time zone of the sites, in which periods begin at midnight. */
async function readUsages(
  store: Store,
  sessions: readonly LimitedSession[],
  { periods, now, timeZoneOf }: UsageRequest,
): Promise<ReadonlyMap<string | null, ReadonlyMap<number, UserUsage>>> {
  const read = [...groupBy(sessions, timeZoneOf)].map(async ([timeZone, same]) => {
    const users = usersOf(same);
    return [timeZone, await readUsageOfUsers(store, { users, periods, now, timeZone })] as const;
  });
  return new Map(await Promise.all(read));
}

/** A session that has not reported counters yet. */
export interface StartedSession extends LimitedSession {
  /** When its Start was received. */
  readonly heard_at: number | null;
}

/** True if a quota was exhausted at the login already, by the accounting that had been received by then. */
export async function wasOverQuotaAtLogin(store: Store, session: StartedSession): Promise<boolean> {
  const { user, expiration } = session;
  const controls = readControls(session);
  const vouchers = await readVouchers(store, [user]);
  const at = loginTime(session);
  const timeZone = dependsOnTimeZone(controls) ? await readTimeZone(store, session.site) : null;
  const usage = await readUsage(store, {
    user,
    periods: allPeriods(new Map([[user, controls]]), vouchers),
    now: at,
    timeZone,
    isPast: true,
  });
  const credit = remainingCredit(vouchers.get(user), usage, at);
  const source = { expiration, controls, at, timeZone };
  return computeLimits({ credit, usage, otherSessions: 0 }, source).some(
    (limit) => isQuota(limit) && isLimitReached(limit),
  );
}

/** NAS times are whole seconds, and their clocks may be ahead: a login was never later than its Start was received. */
function loginTime({ acctstarttime, heard_at }: StartedSession): Date {
  return new Date(Math.min((acctstarttime ?? 0) + 999, heard_at ?? Infinity));
}

function remainingCredit(
  voucher: Voucher | undefined,
  usage: UserUsage['usage'],
  now: Date,
): Credit | null {
  return voucher === undefined ? null : computeCredit(voucher, usage.get('all'), now);
}

const noControls: ControlItems = new Map();

/** Invalid check items reject new logins; sessions that are open stay. */
function readControls({ checkLists }: LimitedSession): ControlItems {
  const controls = collectControlItems(checkLists);
  return typeof controls === 'string' ? noControls : controls;
}

function quotaPeriods(controls: ControlItems = noControls) {
  return listQuotaPeriods(controls);
}

function allPeriods(
  controls: ReadonlyMap<number, ControlItems>,
  vouchers: ReadonlyMap<number, Voucher>,
) {
  const found = [...controls.values()].flatMap((items) => quotaPeriods(items));
  return [...new Set([...found, ...(vouchers.size > 0 ? (['all'] as const) : [])])];
}

function usersOf(sessions: readonly LimitedSession[]): number[] {
  return [...new Set(sessions.map(({ user }) => user))];
}

/** Counts sessions of the user on other devices that were opened before: of too many, the last one is disconnected. */
function countEarlierSessions(session: LimitedSession, open: readonly OpenSession[]): number {
  const own = open.filter(({ user }) => user === session.user);
  const earlier = own.slice(
    0,
    Math.max(
      0,
      own.findIndex(({ radacctid }) => radacctid === session.radacctid),
    ),
  );
  return filterOtherDevices(earlier, session.callingstationid).length;
}

function computeSessionLimits(
  session: LimitedSession,
  { controls, credit, usage, otherSessions, timeZone, now }: LimitInputs,
): SessionLimits {
  const limits = computeLimits(
    { credit, usage: usage.usage, otherSessions },
    { expiration: session.expiration, controls, at: now, timeZone },
  );
  const openSessions = Math.max(1, usage.openSessions);
  return {
    limits,
    openSessions,
    checkAt: nextCheckTime({ limits, openSessions, now, timeZone }),
    checkOctets: nextCheckOctets(session, { limits, openSessions, now, timeZone }),
  };
}

/** Returns the earliest time that a limit is reached or a quota is reset, if no accounting arrives. */
function nextCheckTime({ limits, openSessions, ...at }: SharedLimits): number | null {
  const { now } = at;
  return minimumOrNull(
    limits.flatMap((limit) => {
      const reset = isQuota(limit) ? computeQuotaReset(limit, at) : null;
      const end =
        limit.unit === 'seconds' && !isLimitReached(limit)
          ? now.getTime() + remainingMs(limit, openSessions)
          : null;
      return limit.unit === 'seconds' || isLimitReached(limit) ? [end, reset] : [];
    }),
  );
}

/** Open sessions share a quota; a time of day limits each of them. */
function remainingMs(limit: Limit, openSessions: number): number {
  return Math.ceil((limit.left * 1000) / (isQuota(limit) ? openSessions : 1));
}

interface SharedLimits extends ZonedTime {
  readonly limits: readonly Limit[];
  readonly openSessions: number;
}

/**
 * Returns the octets of a session that trigger its next check: while each open session stays below its share of the remaining
 * quota, the quota lasts. A session that began before the quota's period is checked at every Interim-Update, since its
 * octets within the period are not known in advance.
 */
function nextCheckOctets(
  { acctstarttime, octets }: LimitedSession,
  { limits, openSessions, ...at }: SharedLimits,
): number | null {
  const counting = limits.filter(({ unit }) => unit === 'octets');
  if (counting.length === 0 || limits.some((limit) => isQuota(limit) && isLimitReached(limit)))
    return null;
  const beganBeforePeriod = counting.some(
    ({ name }) => (acctstarttime ?? 0) < startOfPeriod(findQuota(name)?.period ?? 'all', at),
  );
  const remaining = minimumOrNull(counting.map((limit) => limit.left)) ?? 0;
  return beganBeforePeriod
    ? 0
    : Math.min(Number.MAX_SAFE_INTEGER, octets + Math.max(1, Math.floor(remaining / openSessions)));
}
