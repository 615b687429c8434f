/* Clocks of time zones. A zone is an IANA name; null: the gateway's zone. */

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Returns how far local clocks are ahead of UTC, in milliseconds. @param at  milliseconds since 1970 */
export function offsetAt(timeZone: string | null, at: number): number {
  if (timeZone === null) return -new Date(at).getTimezoneOffset() * minuteMs;
  const shown = formatterOf(timeZone).format(at).match(/\d+/g)?.map(Number) ?? [];
  const [month = 1, day = 1, year = 1970, hour = 0, minute = 0, second = 0] = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

/** A period in whole minutes, in milliseconds since 1970. */
interface SearchedPeriod {
  readonly from: number;
  readonly until: number;
  /** Whole minutes between two looks at the clock; two changes within one are not seen. Default: a day. */
  readonly stepMs?: number;
}

/**
 * Finds the first change of clocks after the begin of a period.
 *
 * @returns milliseconds since 1970; null: clocks do not change
 */
export function findClockChange(
  timeZone: string | null,
  { from, until, stepMs = dayMs }: SearchedPeriod,
): number | null {
  const before = offsetAt(timeZone, from);
  for (let known = from; known < until; known += stepMs) {
    let same = known;
    let other = Math.min(known + stepMs, until);
    if (offsetAt(timeZone, other) === before) continue;
    while (other - same > minuteMs) {
      const middle = same + Math.floor((other - same) / 2 / minuteMs) * minuteMs;
      if (offsetAt(timeZone, middle) === before) same = middle;
      else other = middle;
    }
    return other;
  }
  return null;
}

/**
 * Returns the instant of a local time that is given as if it were UTC. In a repeated hour the first instant counts; a skipped
 * time is shifted by the change, as with `new Date`.
 */
export function timeOfLocalClock(timeZone: string | null, utc: number): number {
  const before = utc - offsetAt(timeZone, utc - dayMs);
  const after = utc - offsetAt(timeZone, utc + dayMs);
  const shown = [before, after].filter((at) => at + offsetAt(timeZone, at) === utc);
  return shown.length > 0 ? Math.min(...shown) : before;
}

const formatters = new Map<string, Intl.DateTimeFormat>();
const maxFormatters = 128;

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  if (formatters.size >= maxFormatters) formatters.clear();
  formatters.set(timeZone, formatter);
  return formatter;
}
