import { call } from '../../app/api.ts';
import { parseSiteTime } from '../../app/format.ts';
import { isRecord, rowsIn, textOf } from '../../app/problem.ts';

/* Sums of sessions, from the rollups of the gateway. */

export interface Choice {
  /** What the sums are by, a word of the API. */
  readonly group: string;
  readonly days: number;
}

export interface Sum {
  /** Day, id or word of the group; empty: not known. */
  readonly name: string;
  /** Begin of a day or hour, in seconds since 1970; else 0. */
  readonly at: number;
  readonly sessions: number;
  readonly seconds: number;
  readonly down: number;
  readonly up: number;
}

/** What sums can be by. */
export const groups: Readonly<Record<string, string>> = {
  day: 'Day',
  hour: 'Hour',
  user: 'User',
  access_point: 'Access point',
  location: 'Location',
  ssid: 'SSID',
  profile: 'Profile',
  client: 'RADIUS client',
  cause: 'Cause of the end',
  batch: 'Batch of vouchers',
};

/** Days of the periods. */
export const periods: readonly number[] = [1, 7, 30, 90];

const maxRows = 1000;
const dayMs = 86_400_000;
const hourSeconds = 3600;

/** Returns path and query of a report. */
export function sumsPath({ group, days }: Choice): string {
  const start = new Date(Date.now() - days * dayMs).toISOString();
  const query = new URLSearchParams({ group_by: group, start_date: start, limit: String(maxRows) });
  return `/gate/api/v1/aaa_accounting/?${query.toString()}`;
}

/** Reads the sums of a report. */
export async function readSums(choice: Choice, signal: AbortSignal): Promise<readonly Sum[]> {
  const { body } = await call(sumsPath(choice), { signal });
  return rowsIn(body).map((row) => ({
    name: nameOf(row[choice.group]),
    at: timeOf(choice.group, row[choice.group]),
    sessions: Number(row['sessions']),
    seconds: Number(row['seconds']),
    down: Number(row['octets_out']),
    up: Number(row['octets_in']),
  }));
}

/** Adds the steps of the period in which no session began, so that a chart shows them. */
export function withEmptyDays({ group, days }: Choice, sums: readonly Sum[]): readonly Sum[] {
  const step = group === 'day' ? dayMs / 1000 : hourSeconds;
  const [first] = sums.toSorted((one, other) => one.at - other.at);
  if (!first) return sums;
  const start = Date.now() / 1000 - days * (dayMs / 1000);
  const missing: Sum[] = [];
  const known = new Set(sums.map(({ at }) => at));
  const phase = first.at % step;
  for (
    let at = Math.ceil((start - phase) / step) * step + phase;
    at * 1000 < Date.now();
    at += step
  )
    if (!known.has(at)) missing.push({ name: '', at, sessions: 0, seconds: 0, down: 0, up: 0 });
  return [...sums, ...missing];
}

function nameOf(value: unknown): string {
  return textOf(isRecord(value) ? (value['name'] ?? value['id']) : value);
}

function timeOf(group: string, value: unknown): number {
  return group === 'day' || group === 'hour' ? parseSiteTime(textOf(value)) / 1000 : 0;
}
