/** The period over which a quota counts. */
export type QuotaPeriod = 'all' | 'daily' | 'weekly' | 'monthly';

/** Returns when the current period began, in local time; weeks begin on Sunday, as in FreeRADIUS' sqlcounter. */
export function startOfPeriod(period: QuotaPeriod, now: Date): number {
  return periodStart[period](now, 0);
}

/** Returns when the current period ends and its quotas reset; null: never. */
export function endOfPeriod(period: QuotaPeriod, now: Date): number | null {
  return period === 'all' ? null : periodStart[period](now, 1);
}

/** The start of the period that is `offset` periods after the current one. */
const periodStart: Readonly<Record<QuotaPeriod, (now: Date, offset: number) => number>> = {
  all: () => 0,
  daily: (now, offset) => startOfDay(now, now.getDate() + offset),
  weekly: (now, offset) => startOfDay(now, now.getDate() - now.getDay() + 7 * offset),
  monthly: (now, offset) => new Date(now.getFullYear(), now.getMonth() + offset, 1).getTime(),
};

function startOfDay(now: Date, day: number): number {
  return new Date(now.getFullYear(), now.getMonth(), day).getTime();
}
