import type { ZonedTime } from './quota-period.ts';
import { findClockChange, offsetAt } from '../../../runtime/time-zone.ts';

const minuteMs = 60_000;
const minutesOfDay = 1440;
const dayNames = ['su', 'mo', 'tu', 'we', 'th', 'fr', 'sa'];
const minutesOfWeek = 7 * minutesOfDay;

/** The minutes of a week, from Sunday; 1: login allowed. */
export type LoginTime = Uint8Array;

/**
 * Parses times of the week in the syntax of UUCP: `Wk0800-1800,Sa0900-1200`, `MoWeFr`, `Mo-Th2200-0600`, `Any`. The last
 * minute is included, and hours that run over midnight belong to the same day, as in FreeRADIUS.
 *
 * @returns null: the text is not in this syntax
 */
export function parseLoginTime(text: string): LoginTime | null {
  const week = new Uint8Array(minutesOfWeek);
  for (const part of text.split(/[|,]/)) {
    const range = parsePart(part.trim());
    if (!range) return null;
    for (const day of range.days) allow(week, day * minutesOfDay, range);
  }
  return week;
}

/** A range of minutes on each of some days. */
interface DailyRange {
  readonly days: readonly number[];
  readonly fromMinute: number;
  readonly untilMinute: number;
}

function parsePart(text: string): DailyRange | null {
  const [, names, first = '0000', last = '2359'] =
    /^([a-z-]+)(?:(\d{4})-(\d{4}))?$/i.exec(text) ?? [];
  const days = names === undefined ? null : parseDays(names);
  const fromMinute = parseMinute(first);
  const untilMinute = parseMinute(last);
  return days && fromMinute !== null && untilMinute !== null
    ? { days, fromMinute, untilMinute }
    : null;
}

/**
 * Counts the minutes from now on that logins are allowed without a break, by local clocks: an hour that the clocks skip does
 * not count, and a repeated hour counts twice.
 *
 * @param timeZone  IANA name; null: time zone of the gateway
 * @returns         0: not allowed now; null: always allowed
 */
export function countMinutesRemaining(
  week: LoginTime,
  now: Date,
  timeZone: string | null = null,
): number | null {
  if (!week.includes(0)) return null;
  const start = Math.floor(now.getTime() / minuteMs) * minuteMs;
  let at = start;
  for (;;) {
    const end = at + minutesUntilForbidden(week, minuteOfWeek(timeZone, at)) * minuteMs;
    const change = findClockChange(timeZone, { from: at, until: end });
    if (change === null) return (end - start) / minuteMs;
    at = change;
  }
}

/** True if the times include a time, by local clocks. @param timeZone  IANA name; null: time zone of the gateway */
export function isWithin(week: LoginTime, now: Date, timeZone: string | null): boolean {
  return week[minuteOfWeek(timeZone, now.getTime())] === 1;
}

/** Returns when the times begin or end next, in milliseconds since 1970; null: never. */
export function findNextChange(week: LoginTime, { now, timeZone }: ZonedTime): number | null {
  const same = isWithin(week, now, timeZone) ? week : week.map((minute) => 1 - minute);
  const minutes = countMinutesRemaining(same, now, timeZone);
  return minutes === null ? null : (Math.floor(now.getTime() / minuteMs) + minutes) * minuteMs;
}

/** 1 January 1970 was a Thursday. */
const firstMinute = 4 * minutesOfDay;

/** Returns the minute of the week that local clocks show. */
function minuteOfWeek(timeZone: string | null, at: number): number {
  const minutes = Math.floor((at + offsetAt(timeZone, at)) / minuteMs);
  return (minutes + firstMinute) % minutesOfWeek;
}

function minutesUntilForbidden(week: LoginTime, minute: number): number {
  const later = week.indexOf(0, minute);
  return later < 0 ? week.indexOf(0) + minutesOfWeek - minute : later - minute;
}

/** Parses `MoWe`, `Mo-Fr`, `Wk`, `Any`, `Al`. */
function parseDays(text: string): number[] | null {
  const parts = [...text.toLowerCase().matchAll(/(any|[a-z]{2})(?:-([a-z]{2}))?/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text.toLowerCase())
    return null;
  const ranges = parts.map(([, from = '', until = from]) => parseDayRange(from, until));
  return ranges.includes(null) ? null : ranges.flatMap((range) => range ?? []);
}

function parseDayRange(from: string, until: string): number[] | null {
  if (from === until && from === 'wk') return [1, 2, 3, 4, 5];
  if (from === until && (from === 'any' || from === 'al')) return [0, 1, 2, 3, 4, 5, 6];
  const first = dayNames.indexOf(from);
  const last = dayNames.indexOf(until);
  if (first < 0 || last < 0) return null;
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => (first + index) % 7);
}

function parseMinute(digits: string): number | null {
  const minute = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return Number(digits.slice(2)) < 60 && minute <= minutesOfDay
    ? Math.min(minute, minutesOfDay - 1)
    : null;
}

function allow(week: LoginTime, dayStart: number, range: DailyRange): void {
  for (let minute = range.fromMinute; ; minute = (minute + 1) % minutesOfDay) {
    week[dayStart + minute] = 1;
    if (minute === range.untilMinute) return;
  }
}
