import type { Store } from '../store/store.ts';
import { balanceOf } from './balance.ts';
import { bounds, type Controls, type Period } from './controls.ts';
import { minutesLeft, parseLoginTime } from './login-time.ts';
import type { Subscriber } from './subscriber.ts';
import { otherSessions, usageIn, type Usage } from './usage.ts';

/** One thing that bounds a stay: how much of it there is, and how much is left. */
export interface Limit {
  readonly name: string;
  readonly unit: 'seconds' | 'octets' | 'sessions';
  readonly allowed: number | null;
  readonly used: number | null;
  /** 0: nothing, so the user may not come in. */
  readonly left: number;
}

interface Asked {
  readonly subscriber: Subscriber;
  readonly controls: Controls;
  /** Whether a station of accounting is the device that asks. */
  readonly isThis: (station: string) => boolean;
  readonly at: Date;
}

/**
 * Everything that bounds a user's stay now. A bound that can not be read lets nobody in, so it has nothing left.
 *
 * @throws Fault where the store can not be read
 */
export async function limitsOf(store: Store, asked: Asked): Promise<Limit[]> {
  const { subscriber, controls, isThis, at } = asked;
  const balance = await balanceOf(store, subscriber.id, at);
  return [
    ...(subscriber.expiration === null ? [] : [until('expiration', subscriber.expiration, at)]),
    ...(balance === null ? [] : [{ name: 'time', unit: 'seconds' as const, allowed: null, used: null, left: balance }]),
    ...dated(controls, at),
    ...hours(controls, at),
    ...(await counted(store, asked)),
    ...(await together(store, { user: subscriber.id, controls, isThis })),
  ];
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
  const end = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said);
  return [until('Expiration', Number.isNaN(end) ? 0 : end, at)];
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

async function counted(store: Store, { subscriber, controls, at }: Asked): Promise<Limit[]> {
  const wanted = bounds.filter(({ name }) => controls.has(name));
  const periods = wanted.map(({ period }) => period);
  const usage = await usageIn(store, { user: subscriber.id, periods, now: at });
  return wanted.map(({ name, period, unit }) => {
    const allowed = wholeNumber(controls.get(name));
    const used = Math.round(usedOf(usage, period)[unit]);
    return { name, unit, allowed, used, left: allowed === null ? 0 : Math.max(0, allowed - used) };
  });
}

function usedOf(usage: ReadonlyMap<Period, Usage>, period: Period): Usage {
  return usage.get(period) ?? { seconds: 0, octets: 0 };
}

async function together(
  store: Store,
  { user, controls, isThis }: { readonly user: number; readonly controls: Controls; readonly isThis: Asked['isThis'] },
): Promise<Limit[]> {
  const said = controls.get('Simultaneous-Use');
  if (said === undefined) return [];
  const allowed = wholeNumber(said);
  const used = await otherSessions(store, user, isThis);
  return [
    { name: 'Simultaneous-Use', unit: 'sessions', allowed, used, left: allowed === null ? 0 : Math.max(0, allowed - used) },
  ];
}

function wholeNumber(words: string | undefined): number | null {
  return /^\d{1,15}$/.test(words?.trim() ?? '') ? Number(words) : null;
}
