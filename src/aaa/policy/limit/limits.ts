import type { Store } from '../../../store/store.ts';
import { readTimeZone, type Site } from '../../../organization/time-zone.ts';
import { minimumOrNull } from '../authorization/authorization.ts';
import { findQuota, quotas, type ControlItems } from '../control-items.ts';
import { countMinutesRemaining, parseLoginTime } from './login-time.ts';
import { endOfPeriod, type QuotaPeriod, type ZonedTime } from './quota-period.ts';
import { countOtherPlaces } from './reservation.ts';
import type { Subscriber } from '../subscriber.ts';
import type { Credit } from '../../voucher/voucher.ts';
import { readCredit, readUsage, type Usage } from './usage.ts';

/** A limit of a user's network use. */
export interface Limit {
  readonly name: string;
  readonly unit: 'seconds' | 'octets' | 'sessions';
  readonly allowed: number | null;
  readonly used: number | null;
  /** The remainder; 0: the limit is reached, and the user is rejected. */
  readonly left: number;
}

const limitKinds = {
  expiration: 'expiration',
  Expiration: 'expiration',
  time: 'balance',
  'time since first use': 'balance',
  octets: 'balance',
  'valid from': 'login_time',
  'portal session': 'session_time',
  'Login-Time': 'login_time',
  'Simultaneous-Use': 'simultaneous_use',
} as const;

export type LimitKind = (typeof limitKinds)[keyof typeof limitKinds] | 'quota';

const kindsByName: ReadonlyMap<string, LimitKind> = new Map(Object.entries(limitKinds));

/** Returns the kind of a limit by its name; names that are not in the table are quotas. */
export function limitKindOf({ name }: Pick<Limit, 'name'>): LimitKind {
  return kindsByName.get(name) ?? 'quota';
}

/** The usage that limits are computed from. */
export interface LimitUsage {
  /** The rest of the user's voucher; null: no voucher. */
  readonly credit: Credit | null;
  readonly usage: ReadonlyMap<QuotaPeriod, Usage>;
  /** Open sessions without the checked session, and places that are reserved for sessions. */
  readonly otherSessions: number;
}

interface LimitSource {
  readonly expiration: number | null;
  readonly controls: ControlItems;
  readonly at: Date;
  /** The time zone of Login-Time and of the periods of quotas, an IANA name; null: time zone of the gateway. */
  readonly timeZone: string | null;
}

/** A login whose limits are read. */
export interface LimitRequest {
  readonly subscriber: Subscriber;
  readonly controls: ControlItems;
  /** The device that logs in, as its NAS spells it. */
  readonly station: string | null;
  readonly at: Date;
  /** The place of the device. */
  readonly site: Site;
  /** When the portal session of the device ends by itself, in milliseconds since 1970; null: never. */
  readonly sessionEnd: number | null;
}

/**
 * Reads everything that limits a user now.
 *
 * @throws Fault if the store cannot be read
 */
export async function readLimits(
  store: Store,
  { subscriber, controls, station, at, site, sessionEnd }: LimitRequest,
): Promise<Limit[]> {
  const { id: user, expiration } = subscriber;
  const periods = listQuotaPeriods(controls);
  const timeZone = dependsOnTimeZone(controls) ? await readTimeZone(store, site) : null;
  const usage = {
    credit: await readCredit(store, subscriber, at),
    usage: await readUsage(store, { user, periods, now: at, timeZone }),
    otherSessions: controls.has('Simultaneous-Use')
      ? await countOtherPlaces(store, { user, station }, at)
      : 0,
  };
  const limits = computeLimits(usage, { expiration, controls, at, timeZone });
  return sessionEnd === null
    ? limits
    : [...limits, timeLimit('portal session', secondsUntil(sessionEnd, at))];
}

/** True if the limits depend on the time zone. */
export function dependsOnTimeZone(controls: ControlItems): boolean {
  return (
    controls.has('Login-Time') || listQuotaPeriods(controls).some((period) => period !== 'all')
  );
}

/** Computes the limits from the usage. A control with an invalid value has zero remaining, so its user is rejected. */
export function computeLimits(
  { credit, usage, otherSessions }: LimitUsage,
  { expiration, controls, at, timeZone }: LimitSource,
): Limit[] {
  return [
    ...(expiration === null ? [] : [timeLimit('expiration', secondsUntil(expiration, at))]),
    ...creditLimits(credit),
    ...expirationLimit(controls, at),
    ...loginTimeLimit({ controls, at, timeZone }),
    ...quotaLimits(controls, usage),
    ...simultaneousUseLimit(controls, otherSessions),
  ];
}

/** Lists the periods over which a user's quotas count. */
export function listQuotaPeriods(controls: ControlItems): QuotaPeriod[] {
  return quotas.filter(({ name }) => controls.has(name)).map(({ period }) => period);
}

/**
 * True if the limit is an amount that is used up: `on_limit` of the profile applies. Any other limit ends the session, and
 * rejects the next login.
 */
export function isQuota(limit: Limit): boolean {
  const kind = limitKindOf(limit);
  return kind === 'quota' || (kind === 'balance' && limit.name !== sinceFirstUse);
}

/** The time of a voucher that passes whether sessions are open or not. */
const sinceFirstUse = 'time since first use';

/** True if the value of a control can be parsed. */
export function isValidControlValue(control: string, value: string): boolean {
  if (control === 'Auth-Type') return true;
  if (control === 'Expiration') return parseDate(value) !== null;
  return control === 'Login-Time'
    ? parseLoginTime(value) !== null
    : parseWholeNumber(value) !== null;
}

export function isLimitReached({ left }: Limit): boolean {
  return left <= 0;
}

/** The consequence of limits. */
export interface Admission {
  /** The limit that rejects the user, or ends the session. */
  readonly reachedLimit: Limit | null;
  /** The quota that is used up while the profile has attributes to go on with. */
  readonly exhaustedQuota: Limit | null;
  /** Seconds until a limit ends the session; null: no limit. A quota does not if the profile has attributes for it. */
  readonly remainingSeconds: number | null;
  /** Octets until a limit ends the session, both directions together; null: no limit. */
  readonly remainingOctets: number | null;
}

export function computeAdmission(
  limits: readonly Limit[],
  { limitAttributes }: Pick<Subscriber, 'limitAttributes'>,
): Admission {
  const ending = limitAttributes ? limits.filter((limit) => !isQuota(limit)) : limits;
  const leastOf = (unit: Limit['unit']) =>
    minimumOrNull(ending.filter((limit) => limit.unit === unit).map(({ left }) => left));
  const reachedLimit = ending.find(isLimitReached) ?? null;
  return {
    reachedLimit,
    exhaustedQuota: reachedLimit ? null : (limits.find(isLimitReached) ?? null),
    remainingSeconds: leastOf('seconds'),
    remainingOctets: leastOf('octets'),
  };
}

/** Computes when a quota resets; null: never by itself. */
export function computeQuotaReset({ name }: Limit, at: ZonedTime): number | null {
  const period = findQuota(name)?.period;
  return period === undefined ? null : endOfPeriod(period, at);
}

/** Formats why a reached limit rejects a login. */
export function formatRejectReason(limit: Limit): string {
  const { name, allowed, used, unit } = limit;
  if (name === 'expiration') return 'account expired';
  if (name === 'time') return 'no time left';
  if (name === sinceFirstUse) return 'the time since the first use is over';
  if (name === 'octets') return 'no octets left';
  if (name === 'valid from') return 'the voucher is not valid yet';
  if (name === 'portal session') return 'the time of the portal session is over';
  if (allowed === null) return `${name} does not allow it now`;
  return `${name}: ${used ?? '?'} of ${allowed} ${unit} are used`;
}

function timeLimit(name: keyof typeof limitKinds, left: number): Limit {
  return { name, unit: 'seconds', allowed: null, used: null, left };
}

function creditLimits(credit: Credit | null): Limit[] {
  if (credit === null) return [];
  const { seconds, octets, burn, isAhead } = credit;
  const name = burn === 'first_use' ? sinceFirstUse : 'time';
  return [
    ...(isAhead ? [timeLimit('valid from', 0)] : []),
    ...(seconds === null ? [] : [timeLimit(name, seconds)]),
    ...(octets === null
      ? []
      : [{ name: 'octets', unit: 'octets' as const, allowed: null, used: null, left: octets }]),
  ];
}

function secondsUntil(end: number, at: Date): number {
  return Math.max(0, Math.ceil((end - at.getTime()) / 1000));
}

/** `Expiration` is a date as FreeRADIUS takes it, or seconds since 1970. */
function expirationLimit(controls: ControlItems, at: Date): Limit[] {
  const value = controls.get('Expiration');
  if (value === undefined) return [];
  return [timeLimit('Expiration', secondsUntil(parseDate(value) ?? 0, at))];
}

function parseDate(value: string): number | null {
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) || !hasItsDay(value) ? null : at;
}

/** False for a day that its month lacks, which `Date` takes for one of the next month. */
function hasItsDay(value: string): boolean {
  const clock = value.replace(/\s*(?:Z|GMT|UTC|[+-]\d\d:?\d\d)$/i, '');
  const isIso = /^\d{4}-\d\d-\d\d/.test(clock);
  const shown = new Date(`${clock}${isIso && clock.includes('T') ? 'Z' : ' UTC'}`).getUTCDate();
  // A month before the day, as in 12/31/2027, is one of them.
  const numbers = [...clock.matchAll(/(?<![\d:])\d{1,2}(?![\d:])/g)].map(Number);
  return Number.isNaN(shown) || numbers.length === 0 || numbers.includes(shown);
}

function loginTimeLimit({
  controls,
  at,
  timeZone,
}: Pick<LimitSource, 'controls' | 'at' | 'timeZone'>): Limit[] {
  const value = controls.get('Login-Time');
  if (value === undefined) return [];
  const week = parseLoginTime(value);
  const minutes = week ? countMinutesRemaining(week, at, timeZone) : 0;
  if (minutes === null) return [];
  return [timeLimit('Login-Time', Math.max(0, minutes * 60 - at.getSeconds()))];
}

function quotaLimits(controls: ControlItems, usage: ReadonlyMap<QuotaPeriod, Usage>): Limit[] {
  const configured = quotas.filter(({ name }) => controls.has(name));
  return configured.map(({ name, period, unit }) => {
    const allowed = parseWholeNumber(controls.get(name));
    const used = Math.round(usage.get(period)?.[unit] ?? 0);
    return { name, unit, allowed, used, left: remainingOf(allowed, used) };
  });
}

function simultaneousUseLimit(controls: ControlItems, used: number): Limit[] {
  const value = controls.get('Simultaneous-Use');
  if (value === undefined) return [];
  const allowed = parseWholeNumber(value);
  const left = remainingOf(allowed, used);
  return [{ name: 'Simultaneous-Use', unit: 'sessions', allowed, used, left }];
}

function remainingOf(allowed: number | null, used: number): number {
  return allowed === null ? 0 : Math.max(0, allowed - used);
}

function parseWholeNumber(text: string | undefined): number | null {
  return /^\d{1,15}$/.test(text?.trim() ?? '') ? Number(text) : null;
}
