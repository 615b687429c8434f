const minutesOfDay = 1440;
const names = ['su', 'mo', 'tu', 'we', 'th', 'fr', 'sa'];
const minutesOfWeek = 7 * minutesOfDay;

/** When a user may be online, as a week of minutes that begins on Sunday. */
export type LoginTime = Uint8Array;

/**
 * Reads times of the week in the syntax of UUCP: `Wk0800-1800,Sa0900-1200`, `MoWeFr`, `Mo-Th2200-0600`, `Any`. The last
 * minute is in it, and hours that run over midnight are of the same day, as in FreeRADIUS.
 *
 * @returns null where the text is none of these
 */
export function parseLoginTime(text: string): LoginTime | null {
  const week = new Uint8Array(minutesOfWeek);
  for (const part of text.split(/[|,]/)) {
    const said = parsePart(part.trim());
    if (!said) return null;
    for (const day of said.days) fill(week, day * minutesOfDay, said);
  }
  return week;
}

/** Days, and from when until when on each of them. */
interface Part {
  readonly days: readonly number[];
  readonly from: number;
  readonly until: number;
}

function parsePart(text: string): Part | null {
  const [, words, first = '0000', last = '2359'] =
    /^([a-z-]+)(?:(\d{4})-(\d{4}))?$/i.exec(text) ?? [];
  const days = words === undefined ? null : daysOf(words);
  const from = minuteOf(first);
  const until = minuteOf(last);
  return days && from !== null && until !== null ? { days, from, until } : null;
}

/**
 * Minutes for which it goes on.
 *
 * @returns 0 where it is over; null where it never ends
 */
export function countMinutesRemaining(week: LoginTime, now: Date): number | null {
  const at = now.getDay() * minutesOfDay + now.getHours() * 60 + now.getMinutes();
  for (let minute = 0; minute < minutesOfWeek; minute += 1)
    if (week[(at + minute) % minutesOfWeek] === 0) return minute;
  return null;
}

/** `MoWe`, `Mo-Fr`, `Wk`, `Any`, `Al`. */
function daysOf(text: string): number[] | null {
  const parts = [...text.toLowerCase().matchAll(/(any|[a-z]{2})(?:-([a-z]{2}))?/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text.toLowerCase())
    return null;
  const ranges = parts.map(([, from = '', until = from]) => rangeOf(from, until));
  return ranges.includes(null) ? null : ranges.flatMap((range) => range ?? []);
}

function rangeOf(from: string, until: string): number[] | null {
  if (from === until && from === 'wk') return [1, 2, 3, 4, 5];
  if (from === until && (from === 'any' || from === 'al')) return [0, 1, 2, 3, 4, 5, 6];
  const first = names.indexOf(from);
  const last = names.indexOf(until);
  if (first < 0 || last < 0) return null;
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => (first + index) % 7);
}

function minuteOf(digits: string): number | null {
  const minute = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return Number(digits.slice(2)) < 60 && minute <= minutesOfDay
    ? Math.min(minute, minutesOfDay - 1)
    : null;
}

function fill(week: LoginTime, day: number, { from, until }: Pick<Part, 'from' | 'until'>): void {
  for (let minute = from; ; minute = (minute + 1) % minutesOfDay) {
    week[day + minute] = 1;
    if (minute === until) return;
  }
}
