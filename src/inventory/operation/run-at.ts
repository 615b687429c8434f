import { Fault } from '../../errors.ts';
import { parseTime } from '../../fields.ts';

/**
 * Parses the time at which an operation is requested. Without an offset it is local time of the gateway.
 *
 * @returns milliseconds since 1970; null: at once, since the time is absent or past
 * @throws Fault `invalid`
 */
export function parseRunAt(text: string | undefined, now: Date): number | null {
  if (text === undefined) return null;
  const utc = parseTime(text);
  if (utc === null)
    throw Fault.field('run_at', 'Expected a date and time such as 2026-01-31T12:00:00Z.');
  const at = hasOffset(text) ? utc : asLocal(utc);
  return at <= now.getTime() ? null : at;
}

function hasOffset(text: string): boolean {
  return /(?:Z|[+-]\d\d:?\d\d)$/.test(text.slice(10));
}

/** Returns the time at which local clocks show what clocks of UTC show at `utc`. */
function asLocal(utc: number): number {
  const shown = new Date(utc);
  return new Date(
    shown.getUTCFullYear(),
    shown.getUTCMonth(),
    shown.getUTCDate(),
    shown.getUTCHours(),
    shown.getUTCMinutes(),
    shown.getUTCSeconds(),
    shown.getUTCMilliseconds(),
  ).getTime();
}
