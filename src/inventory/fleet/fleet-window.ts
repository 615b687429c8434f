import type { Static } from 'typebox';
import { offsetAt, timeOfLocalClock } from '../../runtime/time-zone.ts';
import type { fleetWindow } from './fleet-operation.ts';

export type FleetWindow = Static<typeof fleetWindow>;

const minuteMs = 60_000;
const dayMs = 86_400_000;

/**
 * Returns the end of the window that is open at a time, by local clocks.
 *
 * @param timeZone  IANA name; null: time zone of the gateway
 * @returns         milliseconds since 1970; null: it is closed
 */
export function openUntil(
  { from, until }: FleetWindow,
  timeZone: string | null,
  now: number,
): number | null {
  const local = now + offsetAt(timeZone, now);
  const midnight = Math.floor(local / dayMs) * dayMs;
  const [begin, end] = [minutesOf(from), minutesOf(until)].map(
    (minutes) => midnight + minutes * minuteMs,
  ) as [number, number];
  const isAcrossMidnight = end <= begin;
  if (isAcrossMidnight && local < end) return timeOfLocalClock(timeZone, end);
  const last = isAcrossMidnight ? end + dayMs : end;
  return local >= begin && local < last ? timeOfLocalClock(timeZone, last) : null;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
