import { offsetAt, timeOfLocalClock } from '../../../runtime/time-zone.ts';

/** The period over which a quota counts. */
export type QuotaPeriod = 'all' | 'daily' | 'weekly' | 'monthly';

/** A time, and the time zone in which its period begins at midnight: an IANA name, or null for that of the gateway. */
export interface ZonedTime {
  readonly now: Date;
  readonly timeZone: string | null;
}

/** Returns when the current period began, by local clocks; weeks begin on Sunday, as in FreeRADIUS' sqlcounter. */
export function startOfPeriod(period: QuotaPeriod, at: ZonedTime): number {
  return period === 'all' ? 0 : midnight(at, firstDay[period], 0);
}

/** Returns when the current period ends and its quotas reset; null: never. */
export function endOfPeriod(period: QuotaPeriod, at: ZonedTime): number | null {
  return period === 'all' ? null : midnight(at, firstDay[period], 1);
}

/** Sets a local date to the first day of the period that is `offset` periods after its own. */
type FirstDay = (local: Date, offset: number) => void;

const firstDay: Readonly<Record<Exclude<QuotaPeriod, 'all'>, FirstDay>> = {
  daily: (local, offset) => local.setUTCDate(local.getUTCDate() + offset),
  weekly: (local, offset) => local.setUTCDate(local.getUTCDate() - local.getUTCDay() + 7 * offset),
  monthly: (local, offset) => local.setUTCMonth(local.getUTCMonth() + offset, 1),
};

function midnight({ now, timeZone }: ZonedTime, move: FirstDay, offset: number): number {
  // Local clocks as if they were UTC.
  const local = new Date(now.getTime() + offsetAt(timeZone, now.getTime()));
  move(local, offset);
  local.setUTCHours(0, 0, 0, 0);
  return timeOfLocalClock(timeZone, local.getTime());
}
