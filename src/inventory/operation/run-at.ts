import { Fault } from '../../contract/errors.ts';
import { formatTime, hasOffset, parseTime } from '../../contract/fields.ts';
import type { StoreAndClock } from '../../gateway/gateway.ts';
import { timeOfLocalClock } from '../../runtime/time-zone.ts';
import { readTimeZone, type Site } from '../../organization/time-zone.ts';
import type { Repetition, Schedule } from '../transaction/transaction.ts';

/** When a transaction shall run, as a request has it. */
export interface RequestedSchedule {
  readonly run_at?: string | undefined;
  readonly expires_at?: string | undefined;
  /** Seconds between two runs. */
  readonly every?: number | undefined;
  readonly until?: string | undefined;
}

/** Leaves room below the year 9999 for times derived from it, such as the expiry of a run. */
const latestTime = Date.parse('9999-01-01T00:00:00Z');
const maxRepetitionMs = 30 * 86_400_000;

/**
 * Parses when a transaction of a device shall run. Times without an offset are local time where the device is.
 *
 * @throws Fault `invalid`; or if the store cannot be read
 */
export async function readSchedule(
  { store, now }: StoreAndClock,
  device: Site,
  requested: RequestedSchedule,
): Promise<Schedule> {
  const { run_at, expires_at, until } = requested;
  const isLocal = [run_at, expires_at, until].some(
    (text) => text !== undefined && !hasOffset(text),
  );
  return parseSchedule(requested, now(), isLocal ? await readTimeZone(store, device) : null);
}

/** As `readSchedule`, with the time zone where the device is. @throws Fault `invalid` */
export function parseSchedule(
  requested: RequestedSchedule,
  now: Date,
  timeZone: string | null,
): Schedule {
  const { run_at, expires_at } = requested;
  const runAt = parseRunAt(run_at, now, timeZone);
  const repetition = parseRepetition(requested, { first: runAt ?? now.getTime(), timeZone });
  if (repetition) return { runAt, expiresAt: null, repetition };
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
 * Parses the requested time of an operation. Without an offset it is local time.
 *
 * @param timeZone  IANA name; null: time zone of the gateway
 * @returns milliseconds since 1970; null: immediately, since the time is absent or past
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

/** @throws Fault `invalid` */
function parseRepetition(
  { every, until, expires_at }: RequestedSchedule,
  { first, timeZone }: { readonly first: number; readonly timeZone: string | null },
): Repetition | null {
  if (every === undefined && until === undefined) return null;
  if (every === undefined) throw Fault.field('every', 'until needs every, in seconds.');
  if (until === undefined) throw Fault.field('until', 'every needs until, the time of its end.');
  if (expires_at !== undefined)
    throw Fault.field('expires_at', 'With every, a run expires when the next one is due.');
  const end = parseLocalTime('until', until, timeZone);
  if (end <= first)
    throw Fault.field(
      'until',
      `${formatTime(end)} is not after the first run, ${formatTime(first)}.`,
    );
  const latest = first + maxRepetitionMs;
  if (end > latest)
    throw Fault.field('until', `${formatTime(end)} is after ${formatTime(latest)}, in 30 days.`);
  return { everyMs: every * 1000, until: end };
}

function parseLocalTime(field: string, text: string, timeZone: string | null): number {
  const utc = parseTime(text);
  if (utc === null)
    throw Fault.field(field, 'Expected a date and time such as 2026-01-31T12:00:00Z.');
  const at = hasOffset(text) ? utc : timeOfLocalClock(timeZone, utc);
  if (at <= latestTime) return at;
  throw Fault.field(field, `Expected a time until ${formatTime(latestTime)}.`);
}
