import { Fault } from '../contract/errors.ts';
import { hasOffset, isDate, parseTime } from '../contract/fields.ts';
import { timeOfLocalClock } from '../runtime/time-zone.ts';
import type { Store } from '../store/store.ts';
import { readTimeZone, type Site } from './time-zone.ts';
import { readInherited } from './tree-query.ts';

/* The times that people state without an offset: they mean the clock of the site. */

const minuteMs = 60_000;
const dayMs = 86_400_000;
const usualCheckout = '11:00';

/**
 * Returns a time that was stated, in milliseconds since 1970. Without an offset it is local time of the site; a date is its begin.
 *
 * @throws Fault if the store cannot be read
 */
export async function readLocalTime(store: Store, site: Site, text: string): Promise<number> {
  const utc = parseTime(text) ?? 0;
  return hasOffset(text) ? utc : timeOfLocalClock(await readTimeZone(store, site), utc);
}

/** As `readLocalTime`, of the end of something: a date is its last millisecond. */
export async function readDeadline(store: Store, site: Site, text: string): Promise<number> {
  return deadlineIn(
    isDate(text) || !hasOffset(text) ? await readTimeZone(store, site) : null,
    text,
  );
}

/** As `readDeadline`, of a site whose time zone is known. @param timeZone  IANA name; null: that of the gateway */
export function deadlineIn(timeZone: string | null, text: string): number {
  const utc = parseTime(text) ?? 0;
  if (isDate(text)) return timeOfLocalClock(timeZone, utc + dayMs) - 1;
  return hasOffset(text) ? utc : timeOfLocalClock(timeZone, utc);
}

/** Returns when the guests of a site check out on a day. @throws Fault `invalid` if the text is no date */
export async function readCheckout(store: Store, site: Site, text: string): Promise<number> {
  if (!isDate(text))
    throw Fault.field(
      'expiration',
      `${JSON.stringify(text)} - until check-out it is a date, such as 2026-01-31.`,
    );
  const inherited = await readInherited<string>(store, site.organization, 'checkout_time');
  const [hours = 0, minutes = 0] = (inherited ?? usualCheckout).split(':').map(Number);
  const local = (parseTime(text) ?? 0) + (hours * 60 + minutes) * minuteMs;
  return timeOfLocalClock(await readTimeZone(store, site), local);
}
