import { Fault } from '../../errors.ts';
import { parseTime } from '../../fields.ts';
import type { Gateway } from '../../gateway.ts';
import { timeOfLocalClock } from '../../runtime/time-zone.ts';
import { readTimeZone, type Site } from '../../aaa/time-zone.ts';

/**
 * Parses the time at which an operation of a device is requested. Without an offset it is local time where the device is.
 *
 * @returns milliseconds since 1970; null: at once, since the time is absent or past
 * @throws Fault `invalid`; or if the store cannot be read
 */
export async function readRunAt(
  { store, now }: Pick<Gateway, 'store' | 'now'>,
  device: Site,
  text: string | undefined,
): Promise<number | null> {
  const isLocal = text !== undefined && !hasOffset(text);
  return parseRunAt(text, now(), isLocal ? await readTimeZone(store, device) : null);
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
  const utc = parseTime(text);
  if (utc === null)
    throw Fault.field('run_at', 'Expected a date and time such as 2026-01-31T12:00:00Z.');
  const at = hasOffset(text) ? utc : timeOfLocalClock(timeZone, utc);
  return at <= now.getTime() ? null : at;
}

function hasOffset(text: string): boolean {
  return /(?:Z|[+-]\d\d:?\d\d)$/.test(text.slice(10));
}
