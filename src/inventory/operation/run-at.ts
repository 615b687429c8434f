import { Fault } from '../../errors.ts';
import { formatTime, parseTime } from '../../fields.ts';
import type { Gateway } from '../../gateway.ts';
import { timeOfLocalClock } from '../../runtime/time-zone.ts';
import { readTimeZone, type Site } from '../../aaa/time-zone.ts';
import type { Schedule } from '../device/transaction.ts';

/** When a transaction shall run, as a request has it. */
export interface RequestedSchedule {
  readonly run_at?: string | undefined;
  readonly expires_at?: string | undefined;
}

/**
 * Parses when a transaction of a device shall run. Times without an offset are local time where the device is.
 *
 * @throws Fault `invalid`; or if the store cannot be read
 */
export async function readSchedule(
  { store, now }: Pick<Gateway, 'store' | 'now'>,
  device: Site,
  requested: RequestedSchedule,
): Promise<Schedule> {
  const { run_at, expires_at } = requested;
  const isLocal = [run_at, expires_at].some((text) => text !== undefined && !hasOffset(text));
  return parseSchedule(requested, now(), isLocal ? await readTimeZone(store, device) : null);
}

/** As `readSchedule`, with the time zone where the device is. @throws Fault `invalid` */
export function parseSchedule(
  { run_at, expires_at }: RequestedSchedule,
  now: Date,
  timeZone: string | null,
): Schedule {
  const runAt = parseRunAt(run_at, now, timeZone);
  if (expires_at === undefined) return { runAt, expiresAt: null };
  const expiresAt = parseLocalTime('expires_at', expires_at, timeZone);
  const begin = runAt ?? now.getTime();
  if (expiresAt > begin) return { runAt, expiresAt };
  throw Fault.field(
    'expires_at',
    `${formatTime(expiresAt)} is not after ${runAt === null ? 'now' : 'run_at'}, ${formatTime(begin)}.`,
  );
}

/**
 * Parses the time at which an operation is requested. Without an offset it is local time.
 *
 * @param timeZone  IANA name; null: that of the gateway
 * @returns milliseconds since 1970; null: at once, since the time is absent or past
 * @throws Fault `invalid`
 */
export function parseRunAt(
  text: string | undefined,
  now: Date,
  timeZone: string | null = null,
): number | null {
  if (text === undefined) return null;
  const at = parseLocalTime('run_at', text, timeZone);
  return at <= now.getTime() ? null : at;
}

function parseLocalTime(field: string, text: string, timeZone: string | null): number {
  const utc = parseTime(text);
  if (utc === null)
    throw Fault.field(field, 'Expected a date and time such as 2026-01-31T12:00:00Z.');
  return hasOffset(text) ? utc : timeOfLocalClock(timeZone, utc);
}

function hasOffset(text: string): boolean {
  return /(?:Z|[+-]\d\d:?\d\d)$/.test(text.slice(10));
}
