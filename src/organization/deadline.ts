import { sql } from 'kysely';
import { Fault } from '../contract/errors.ts';
import { hasOffset, parseTime } from '../contract/fields.ts';
import { timeOfLocalClock } from '../runtime/time-zone.ts';
import type { Store } from '../store/store.ts';
import { readTimeZone, type Site } from './time-zone.ts';
import { selectAncestors } from './tree-query.ts';

/* The times that people state without an offset: they mean the clock of the site. */

const minuteMs = 60_000;
const dayMs = 86_400_000;
const dateOnly = /^\d{4}-\d\d-\d\d$/;

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
  if (!dateOnly.test(text)) return readLocalTime(store, site, text);
  const next = (parseTime(text) ?? 0) + dayMs;
  return timeOfLocalClock(await readTimeZone(store, site), next) - 1;
}

/** Returns when the guests of a site check out on a day. @throws Fault `invalid` if the text is no date */
export async function readCheckout(store: Store, site: Site, text: string): Promise<number> {
  if (!dateOnly.test(text))
    throw Fault.field(
      'expiration',
      `${JSON.stringify(text)} - until check-out it is a date, such as 2026-01-31.`,
    );
  const [hours = 0, minutes = 0] = (await readCheckoutTime(store, site)).split(':').map(Number);
  const local = (parseTime(text) ?? 0) + (hours * 60 + minutes) * minuteMs;
  return timeOfLocalClock(await readTimeZone(store, site), local);
}

const usualCheckout = '11:00';

/** Reads the check-out time of an organization, or of the nearest above it that has one. */
async function readCheckoutTime({ db }: Store, { organization }: Site): Promise<string> {
  const query = sql<{ checkout_time: string }>`
    select o.checkout_time
    from organization as o join ${selectAncestors(organization)} as a on a.id = o.id
    where o.checkout_time is not null order by a.distance limit 1`;
  const [nearest] = (await query.execute(db)).rows;
  return nearest?.checkout_time ?? usualCheckout;
}
