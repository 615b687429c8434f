import type { Store } from '../../../store/store.ts';
import { InterimIntervalEstimator, type IntervalSubject } from '../interim-interval.ts';
import { readPoints, type TrafficPoint } from './session-traffic.ts';
import { firstStep } from './traffic-sampling.ts';

/** A point of the course of a session. */
export interface CoursePoint extends TrafficPoint {
  /** True if more time has passed since the point before than its NAS leaves between two Interim-Updates. */
  readonly isAfterGap: boolean;
}

export interface TrafficCourse {
  /** Seconds between two Interim-Updates of the NAS; null: it has sent none, or no NAS accounts for the session. */
  readonly interimInterval: number | null;
  /** From the begin of the session to its newest counters, the oldest first. */
  readonly points: readonly CoursePoint[];
}

/** Above this many times the usual distance of points, packets are missing. */
const gapRatio = 2.5;

/**
 * Returns the course of the traffic of a session: its begin, what was sampled, and its newest counters. A session that ended
 * before it was sampled, or whose points retention has deleted, has the first and the last alone.
 *
 * @returns null if there is no such session
 * @throws  Fault if the store cannot be read
 */
export async function readTrafficCourse(
  store: Store,
  session: number,
  now: number,
): Promise<TrafficCourse | null> {
  const row = await readSession(store, session);
  if (!row) return null;
  const { client } = row;
  const intervals = new InterimIntervalEstimator(store);
  const interimInterval =
    client === null ? null : await intervals.expectedSeconds({ ...row, client }, now);
  const points = pointsOf(row, row.points === null ? [] : readPoints(row.points));
  return { interimInterval, points: markGaps(points, row.step ?? firstStep) };
}

type SessionRow = Omit<IntervalSubject, 'client'> & {
  readonly client: number | null;
  readonly acctstarttime: number | null;
  readonly counters_at: number | null;
  readonly acctinputoctets: number | bigint | string | null;
  readonly acctoutputoctets: number | bigint | string | null;
  readonly step: number | null;
  readonly points: string | null;
};

function readSession(store: Store, session: number): Promise<SessionRow | undefined> {
  return store.db
    .selectFrom('aaa_accounting as a')
    .leftJoin('aaa_session_traffic as t', 't.session', 'a.radacctid')
    .select(['a.client', 'a.nasipaddress', 'a.acctinterval', 'a.granted', 'a.acctstarttime'])
    .select(['a.counters_at', 'a.acctinputoctets', 'a.acctoutputoctets', 't.step', 't.points'])
    .where('a.radacctid', '=', session)
    .executeTakeFirst();
}

/** A session that was given other times, since the clock of its NAS was wrong, keeps the points that are still within. */
function pointsOf(row: SessionRow, sampled: readonly TrafficPoint[]): readonly TrafficPoint[] {
  const { acctstarttime: start, counters_at: last } = row;
  if (last === null) return [];
  const end = {
    at: Math.floor(last / 1000),
    octetsIn: BigInt(row.acctinputoctets ?? 0),
    octetsOut: BigInt(row.acctoutputoctets ?? 0),
  };
  const begin =
    start === null ? [] : [{ at: Math.floor(start / 1000), octetsIn: 0n, octetsOut: 0n }];
  const kept: TrafficPoint[] = [];
  for (const point of [...begin, ...sampled])
    if (point.at > (kept.at(-1)?.at ?? -Infinity) && point.at < end.at) kept.push(point);
  return [...kept, end];
}

function markGaps(points: readonly TrafficPoint[], step: number): readonly CoursePoint[] {
  const distances = points.slice(1).map(({ at }, position) => at - (points[position]?.at ?? at));
  // The lower of two middle ones: of two distances one may be the gap.
  const usual = distances.toSorted((a, b) => a - b)[Math.floor((distances.length - 1) / 2)] ?? 0;
  const most = gapRatio * Math.max(step, usual);
  return points.map((point, position) => ({
    ...point,
    isAfterGap: (distances[position - 1] ?? 0) > most,
  }));
}
