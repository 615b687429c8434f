import type { Store } from '../store/store.ts';
import { balanceOf } from './balance.ts';
import { boundOf, bounds, type Controls, type Period } from './controls.ts';
import { minutesLeft, parseLoginTime } from './login-time.ts';
import type { Subscriber } from './subscriber.ts';
import { endOf, otherSessions, usageIn, type Usage } from './usage.ts';

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
export interface Spent {
  /** Seconds left of a `network` token; null: its time is not metered. */
  readonly balance: number | null;
  readonly usage: ReadonlyMap<Period, Usage>;
  /** Sessions beside the one that is looked at. */
  readonly others: number;
}

interface Bounded {
  readonly expiration: number | null;
  readonly controls: Controls;
  readonly at: Date;
}

interface Asked {
  readonly subscriber: Subscriber;
  readonly controls: Controls;
  /** The device that asks, as it spells itself. */
  readonly station: string | null;
  readonly at: Date;
}

/**
 * Everything that bounds a user's stay now.
 *
 * @throws Fault where the store can not be read
 */
export async function limitsOf(store: Store, { subscriber, controls, station, at }: Asked): Promise<Limit[]> {
  const { id: user, expiration } = subscriber;
  const spent = {
    balance: await balanceOf(store, subscriber, at),
    usage: await usageIn(store, { user, periods: periodsOf(controls), now: at }),
    others: controls.has('Simultaneous-Use') ? await otherSessions(store, user, station) : 0,
  };
  return limitsBy(spent, { expiration, controls, at });
}

/** The same by what has been used. A bound that can not be read lets nobody in, so it has nothing left. */
export function limitsBy({ balance, usage, others }: Spent, { expiration, controls, at }: Bounded): Limit[] {
  return [
    ...(expiration === null ? [] : [until('expiration', expiration, at)]),
    ...(balance === null ? [] : [{ name: 'time', unit: 'seconds' as const, allowed: null, used: null, left: balance }]),
    ...dated(controls, at),
    ...hours(controls, at),
    ...counted(controls, usage),
    ...together(controls, others),
  ];
}

/** Over which times a user's use is counted. */
export function periodsOf(controls: Controls): Period[] {
  return bounds.filter(({ name }) => controls.has(name)).map(({ period }) => period);
}

/**
 * Whether it is an amount that is used up. Of those a profile says what follows then; any other limit ends the stay, and
 * refuses the next.
 */
export function isQuota({ name }: Limit): boolean {
  return name === 'time' || boundOf(name) !== undefined;
}

/** Whether what a control is set to bounds anything. */
export function isReadable(control: string, value: string): boolean {
  if (control === 'Auth-Type') return true;
  if (control === 'Expiration') return dateOf(value) !== null;
  return control === 'Login-Time' ? parseLoginTime(value) !== null : wholeNumber(value) !== null;
}

export function isUsedUp({ left }: Limit): boolean {
  return left <= 0;
}

/** What limits come to. */
export interface Admission {
  /** Nobody comes in, or stays, who has reached it. */
  readonly over: Limit | null;
  /** The quota that is used up, of which the profile says with what attributes it goes on. */
  readonly limiting: Limit | null;
  /** For how long; null: no limit ends it. Where a profile has attributes for that, no quota does. */
  readonly seconds: number | null;
}

export function admissionBy(limits: readonly Limit[], { onLimit }: Pick<Subscriber, 'onLimit'>): Admission {
  const ending = onLimit ? limits.filter((limit) => !isQuota(limit)) : limits;
  const seconds = least(ending.filter(({ unit }) => unit === 'seconds').map(({ left }) => left));
  const over = ending.find(isUsedUp) ?? null;
  return { over, limiting: over ? null : (limits.find(isUsedUp) ?? null), seconds };
}

/** The smallest of those that are there. */
export function least(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? Math.min(...known) : null;
}

/** When a quota can be used anew; null: never by itself. */
export function renewalOf({ name }: Limit, now: Date): number | null {
  const period = boundOf(name)?.period;
  return period === undefined ? null : endOf(period, now);
}

/** In words why nobody comes in whom a limit leaves nothing. */
export function refusalBy({ name, allowed, used, unit }: Limit): string {
  if (name === 'expiration') return 'account expired';
  if (name === 'time') return 'no time left';
  if (allowed === null) return `${name} does not allow it now`;
  return `${name}: ${used ?? '?'} of ${allowed} ${unit} are used`;
}

function until(name: string, end: number, at: Date): Limit {
  return { name, unit: 'seconds', allowed: null, used: null, left: Math.max(0, Math.ceil((end - at.getTime()) / 1000)) };
}

/** `Expiration`: a date in words, as FreeRADIUS takes it, or seconds since 1970. */
function dated(controls: Controls, at: Date): Limit[] {
  const said = controls.get('Expiration');
  if (said === undefined) return [];
  return [until('Expiration', dateOf(said) ?? 0, at)];
}

function dateOf(said: string): number | null {
  const at = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said);
  return Number.isNaN(at) ? null : at;
}

function hours(controls: Controls, at: Date): Limit[] {
  const said = controls.get('Login-Time');
  if (said === undefined) return [];
  const week = parseLoginTime(said);
  const minutes = week ? minutesLeft(week, at) : 0;
  if (minutes === null) return [];
  const left = Math.max(0, minutes * 60 - at.getSeconds());
  return [{ name: 'Login-Time', unit: 'seconds', allowed: null, used: null, left }];
}

function counted(controls: Controls, usage: ReadonlyMap<Period, Usage>): Limit[] {
  const wanted = bounds.filter(({ name }) => controls.has(name));
  return wanted.map(({ name, period, unit }) => {
    const allowed = wholeNumber(controls.get(name));
    const used = Math.round(usage.get(period)?.[unit] ?? 0);
    return { name, unit, allowed, used, left: leftOf(allowed, used) };
  });
}

function together(controls: Controls, used: number): Limit[] {
  const said = controls.get('Simultaneous-Use');
  if (said === undefined) return [];
  const allowed = wholeNumber(said);
  return [{ name: 'Simultaneous-Use', unit: 'sessions', allowed, used, left: leftOf(allowed, used) }];
}

function leftOf(allowed: number | null, used: number): number {
  return allowed === null ? 0 : Math.max(0, allowed - used);
}

function wholeNumber(words: string | undefined): number | null {
  return /^\d{1,15}$/.test(words?.trim() ?? '') ? Number(words) : null;
}
