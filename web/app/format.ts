import { signal } from '@preact/signals';
import { englishLabel } from './labels.ts';
import { formatBy, formatNumber, keepFormats, language, locale, t } from './texts.ts';

/** Time zone of the site; undefined: the one of the browser. */
export const timeZone = signal<string | undefined>(undefined);
/** The present minute, so that ages that are shown grow. */
export const now = signal(Date.now());

const tickMs = 15_000;
setInterval(() => {
  now.value = Date.now();
}, tickMs);

const timeFormat = keepFormats(
  (language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
);

function format(time: Date, language: string, parts: Intl.DateTimeFormatOptions): string {
  return timeFormat(language, { timeZone: timeZone.value, ...parts }).format(time);
}

const dayAndMonth = { day: 'numeric', month: 'short' } as const;

/** Returns a time of today as 15:24, and an older one with its day. */
export function formatTime(value: string | number | Date): string {
  const time = new Date(value);
  const today = new Date();
  return format(time, locale.value, {
    hour: '2-digit',
    minute: '2-digit',
    ...(dayOf(time) === dayOf(today) ? {} : dayAndMonth),
    ...(today.getFullYear() === time.getFullYear() ? {} : { year: 'numeric' }),
  });
}

/** Returns a time with its day and seconds; none is the empty text. */
export function formatExactTime(value: string | number | Date | null): string {
  if (value === null) return '';
  return format(new Date(value), locale.value, { dateStyle: 'medium', timeStyle: 'medium' });
}

/** Returns the day of a time, such as 28 Nov. */
export function formatDay(value: string | number | Date): string {
  return format(new Date(value), locale.value, dayAndMonth);
}

/** Returns the day of a time by the clocks of the site, such as 2026-11-28. */
export function siteDay(time: number): string {
  return format(new Date(time), 'sv-SE', { dateStyle: 'short' });
}

function dayOf(time: Date): string {
  return format(time, 'en', {});
}

/** A unit as `Intl` names it, and as English writes it. */
type Unit = readonly [name: string, short: string];

const steps: readonly (readonly [seconds: number, unit: Unit])[] = [
  [86_400, ['day', 'd']],
  [3600, ['hour', 'h']],
  [60, ['minute', 'min']],
];

/** Returns seconds as 3 h 10 min: the two largest units. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return withUnit(Math.max(0, Math.round(seconds)), ['second', 's']);
  const parts: string[] = [];
  let rest = seconds;
  for (const [size, unit] of steps) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(withUnit(count, unit));
    else if (parts.length > 0) break;
  }
  return parts.slice(0, 2).join(' ');
}

/** Writes a number with its unit. English does without the tables of a format, which take a phone a moment to load. */
function withUnit(value: number, [unit, short]: Unit, maximumFractionDigits = 0): string {
  return language.value === 'en'
    ? `${formatNumber(value, maximumFractionDigits)} ${short}`
    : formatBy(value, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits });
}

/** Returns how long ago a time is. */
export function formatAge(value: string | number | Date): string {
  const seconds = (now.value - new Date(value).getTime()) / 1000;
  return seconds < 5 ? t('now') : t('{age} ago', { age: formatDuration(seconds) });
}

const octetUnits: readonly Unit[] = [
  ['byte', 'B'],
  ['kilobyte', 'kB'],
  ['megabyte', 'MB'],
  ['gigabyte', 'GB'],
  ['terabyte', 'TB'],
  ['petabyte', 'PB'],
];

/** Returns octets as 1.9 GB. */
export function formatOctets(octets: number): string {
  if (octets === 0) return '0';
  let value = octets;
  let step = 0;
  while (value >= 1000 && step < octetUnits.length - 1) {
    value /= 1000;
    step += 1;
  }
  return withUnit(value, octetUnits[step] ?? ['byte', 'B'], value < 10 && step > 0 ? 1 : 0);
}

/** Returns the label of a field in the language that is shown, by its name. */
export function labelOf(name: string): string {
  return t(englishLabel(name));
}

/** Reads a time by the clocks of the site, such as 2026-11-28T07:00. @returns milliseconds since 1970 */
export function parseSiteTime(text: string): number {
  const asUtc = Date.parse(text.length === 10 ? `${text}T00:00Z` : `${text}Z`);
  return asUtc - offsetAt(asUtc - offsetAt(asUtc));
}

/** Returns by how many milliseconds the clocks of the site are ahead of UTC at a time. */
function offsetAt(time: number): number {
  const shown = format(new Date(time), 'sv-SE', { dateStyle: 'short', timeStyle: 'medium' });
  return Date.parse(`${shown.replace(' ', 'T')}Z`) - Math.floor(time / 1000) * 1000;
}
