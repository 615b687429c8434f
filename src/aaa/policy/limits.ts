import type { Store } from '../../store/store.ts';
import { readBalance } from './balance.ts';
import { findQuota, quotas, type ControlItems, type QuotaPeriod } from './control-items.ts';
import { countMinutesRemaining, parseLoginTime } from './login-time.ts';
import type { Subscriber } from './subscriber.ts';
import { endOfPeriod, countOtherSessions, readUsage, type Usage } from './usage.ts';

/** One thing that bounds a stay: how much of it there is, and how much is left. */
export interface Limit {
  readonly name: string;
  readonly unit: 'seconds' | 'octets' | 'sessions';
  readonly allowed: number | null;
  readonly used: number | null;
  /** 0: nothing, so the user may not come in. */
  readonly left: number;
}

/** What has been used of what bounds a user. */
export interface LimitUsage {
  /** Seconds left of a `network` token; null: its time is not metered. */
  readonly balance: number | null;
  readonly usage: ReadonlyMap<QuotaPeriod, Usage>;
  /** Sessions beside the one that is looked at. */
  readonly otherSessions: number;
}

interface Bounded {
  readonly expiration: number | null;
  readonly controls: ControlItems;
  readonly at: Date;
}

interface Asked {
  readonly subscriber: Subscriber;
  readonly controls: ControlItems;
  /** The device that asks, as it spells itself. */
  readonly station: string | null;
  readonly at: Date;
}

/**
 * Everything that bounds a user's stay now.
 *
 * @throws Fault where the store can not be read
 */
export async function readLimits(
  store: Store,
  { subscriber, controls, station, at }: Asked,
): Promise<Limit[]> {
  const { id: user, expiration } = subscriber;
  const spent = {
    balance: await readBalance(store, subscriber, at),
    usage: await readUsage(store, { user, periods: listQuotaPeriods(controls), now: at }),
    otherSessions: controls.has('Simultaneous-Use')
      ? await countOtherSessions(store, user, station)
      : 0,
  };
  return computeLimits(spent, { expiration, controls, at });
}

/** The same by what has been used. A bound that can not be read lets nobody in, so it has nothing left. */
export function computeLimits(
  { balance, usage, otherSessions }: LimitUsage,
  { expiration, controls, at }: Bounded,
): Limit[] {
  return [
    ...(expiration === null ? [] : [until('expiration', expiration, at)]),
    ...(balance === null
      ? []
      : [{ name: 'time', unit: 'seconds' as const, allowed: null, used: null, left: balance }]),
    ...dated(controls, at),
    ...hours(controls, at),
    ...counted(controls, usage),
    ...together(controls, otherSessions),
  ];
}

/** Over which times a user's use is counted. */
export function listQuotaPeriods(controls: ControlItems): QuotaPeriod[] {
  return quotas.filter(({ name }) => controls.has(name)).map(({ period }) => period);
}

/**
 * Whether it is an amount that is used up. Of those a profile says what follows then; any other limit ends the stay, and
 * refuses the next.
 */
export function isQuota({ name }: Limit): boolean {
  return name === 'time' || findQuota(name) !== undefined;
}

/** Whether what a control is set to bounds anything. */
export function isValidControlValue(control: string, value: string): boolean {
  if (control === 'Auth-Type') return true;
  if (control === 'Expiration') return dateOf(value) !== null;
  return control === 'Login-Time' ? parseLoginTime(value) !== null : wholeNumber(value) !== null;
}

export function isLimitReached({ left }: Limit): boolean {
  return left <= 0;
}

/** What limits come to. */
export interface Admission {
  /** Nobody comes in, or stays, who has reached it. */
  readonly reachedLimit: Limit | null;
  /** The quota that is used up, of which the profile says with what attributes it goes on. */
  readonly exhaustedQuota: Limit | null;
  /** For how long; null: no limit ends it. Where a profile has attributes for that, no quota does. */
  readonly remainingSeconds: number | null;
}

export function computeAdmission(
  limits: readonly Limit[],
  { limitAttributes }: Pick<Subscriber, 'limitAttributes'>,
): Admission {
  const ending = limitAttributes ? limits.filter((limit) => !isQuota(limit)) : limits;
  const seconds = minimumOrNull(
    ending.filter(({ unit }) => unit === 'seconds').map(({ left }) => left),
  );
  const over = ending.find(isLimitReached) ?? null;
  return {
    reachedLimit: over,
    exhaustedQuota: over ? null : (limits.find(isLimitReached) ?? null),
    remainingSeconds: seconds,
  };
}

/** The smallest of those that are there. */
export function minimumOrNull(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? Math.min(...known) : null;
}

/** When a quota can be used anew; null: never by itself. */
export function computeQuotaReset({ name }: Limit, now: Date): number | null {
  const period = findQuota(name)?.period;
  return period === undefined ? null : endOfPeriod(period, now);
}

/** In words why nobody comes in whom a limit leaves nothing. */
export function formatRejectReason({ name, allowed, used, unit }: Limit): string {
  if (name === 'expiration') return 'account expired';
  if (name === 'time') return 'no time left';
  if (allowed === null) return `${name} does not allow it now`;
  return `${name}: ${used ?? '?'} of ${allowed} ${unit} are used`;
}

function until(name: string, end: number, at: Date): Limit {
  return {
    name,
    unit: 'seconds',
    allowed: null,
    used: null,
    left: Math.max(0, Math.ceil((end - at.getTime()) / 1000)),
  };
}

/** `Expiration`: a date in words, as FreeRADIUS takes it, or seconds since 1970. */
function dated(controls: ControlItems, at: Date): Limit[] {
  const said = controls.get('Expiration');
  if (said === undefined) return [];
  return [until('Expiration', dateOf(said) ?? 0, at)];
}

function dateOf(said: string): number | null {
  const at = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said);
  return Number.isNaN(at) ? null : at;
}

function hours(controls: ControlItems, at: Date): Limit[] {
  const said = controls.get('Login-Time');
  if (said === undefined) return [];
  const week = parseLoginTime(said);
  const minutes = week ? countMinutesRemaining(week, at) : 0;
  if (minutes === null) return [];
  const left = Math.max(0, minutes * 60 - at.getSeconds());
  return [{ name: 'Login-Time', unit: 'seconds', allowed: null, used: null, left }];
}

function counted(controls: ControlItems, usage: ReadonlyMap<QuotaPeriod, Usage>): Limit[] {
  const wanted = quotas.filter(({ name }) => controls.has(name));
  return wanted.map(({ name, period, unit }) => {
    const allowed = wholeNumber(controls.get(name));
    const used = Math.round(usage.get(period)?.[unit] ?? 0);
    return { name, unit, allowed, used, left: leftOf(allowed, used) };
  });
}

function together(controls: ControlItems, used: number): Limit[] {
  const said = controls.get('Simultaneous-Use');
  if (said === undefined) return [];
  const allowed = wholeNumber(said);
  return [
    { name: 'Simultaneous-Use', unit: 'sessions', allowed, used, left: leftOf(allowed, used) },
  ];
}

function leftOf(allowed: number | null, used: number): number {
  return allowed === null ? 0 : Math.max(0, allowed - used);
}

function wholeNumber(words: string | undefined): number | null {
  return /^\d{1,15}$/.test(words?.trim() ?? '') ? Number(words) : null;
}
