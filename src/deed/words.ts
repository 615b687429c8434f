import { parseDuration } from '../runtime/duration.ts';
import { UsageError } from '../api-client/usage-error.ts';
import { offsetAt, timeOfLocalClock } from '../runtime/time-zone.ts';

/* Durations, amounts and clock times as people write and read them. */

/** @returns seconds @throws UsageError naming the option */
export function secondsOf(option: string, text: string): number {
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : parseDuration(text);
  if (seconds === null || seconds < 1)
    throw new UsageError(`${option}: "${text}" is not a duration, such as 90m, 24h or 7d`);
  return Math.round(seconds);
}

const octetUnits: Readonly<Record<string, number>> = {
  '': 1,
  k: 1000,
  m: 1_000_000,
  g: 1_000_000_000,
  t: 1_000_000_000_000,
};

/** @returns octets @throws UsageError naming the option */
export function octetsOf(option: string, text: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,12}(?:\.\d{1,3})?)\s*([kmgt]?)b?$/i.exec(text) ?? [];
  const octets = Math.round(Number(amount) * (octetUnits[unit.toLowerCase()] ?? 0));
  if (amount === '' || octets < 1)
    throw new UsageError(`${option}: "${text}" is not an amount, such as 500M or 2G`);
  return octets;
}

const dayMs = 86_400_000;

/** A time at which work shall begin. */
export interface WantedTime {
  /** ISO 8601: without an offset where it is the clock of each device. */
  readonly runAt: string;
  /** As a person reads it, with the time zone. */
  readonly shown: string;
}

/**
 * Reads the time of `--at`: a clock time, the next one by the clocks of a zone; a delay such as `2h`; or a date and time.
 *
 * @param zone  IANA name; null: that of this machine
 * @param now   milliseconds since 1970
 * @throws UsageError
 */
export function timeOf(text: string, zone: string | null, now: number): WantedTime {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hours !== undefined && minutes !== undefined) {
    const local = now + offsetAt(zone, now);
    const midnight = local - (local % dayMs);
    const clock = midnight + (Number(hours) * 60 + Number(minutes)) * 60_000;
    const wanted = timeOfLocalClock(zone, clock) > now ? clock : clock + dayMs;
    return localTime(wanted, zone);
  }
  const [, local] = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?)$/.exec(text) ?? [];
  if (local !== undefined && !Number.isNaN(Date.parse(`${local}Z`)))
    return localTime(Date.parse(`${local.replace(' ', 'T')}Z`), zone);
  const seconds = parseDuration(text.replace(/^(?:in |\+)/, ''));
  const at = seconds === null ? Date.parse(text) : now + seconds * 1000;
  if (Number.isNaN(at))
    throw new UsageError(`--at: "${text}" is not a time, such as 03:00, 2h or "2026-01-31 03:00"`);
  return { runAt: new Date(at).toISOString(), shown: clockOf(at, zone) };
}

/** @param clock  what local clocks show, as milliseconds since 1970 of a clock of UTC */
function localTime(clock: number, zone: string | null): WantedTime {
  const runAt = new Date(clock).toISOString().slice(0, 19);
  return { runAt, shown: `${runAt.slice(0, 16).replace('T', ' ')} (${zone ?? 'local time'})` };
}

/** Returns a time as the clocks of a zone show it. @param zone  null: that of this machine */
export function clockOf(at: number, zone: string | null = null): string {
  const local = new Date(at + offsetAt(zone, at)).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 16)}${zone === null ? '' : ` (${zone})`}`;
}

/** Returns a time of the API by the clock of this machine; empty for none. */
export function timeText(value: unknown): string {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? '' : clockOf(at);
}

/** Returns an error of a device without its kind: `unreachable: no answer` is `no answer`. */
export function reasonText(error: unknown): string {
  return typeof error === 'string' ? error.replace(/^[a-z_]+: /, '') : '';
}

const durationUnits = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const;

/** Returns a duration in its two greatest units: `1 h 5 min`. */
export function durationText(seconds: unknown): string {
  if (typeof seconds !== 'number') return '';
  let rest = Math.round(seconds);
  const first = durationUnits.findIndex(([, unit]) => rest >= unit);
  if (first === -1) return '0 s';
  return durationUnits
    .slice(first, first + 2)
    .flatMap(([name, unit]) => {
      const count = Math.floor(rest / unit);
      rest -= count * unit;
      return count === 0 ? [] : [`${count} ${name}`];
    })
    .join(' ');
}

/** Returns octets in their greatest unit: `1.5 GB`. */
export function octetsText(octets: unknown): string {
  const value = typeof octets === 'number' ? octets : Number(octets ?? Number.NaN);
  if (Number.isNaN(value) || octets === null) return '';
  const power = Math.min(4, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)));
  const unit = ['B', 'kB', 'MB', 'GB', 'TB'][power] ?? 'B';
  const amount = value / 1000 ** power;
  return `${power === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${unit}`;
}
