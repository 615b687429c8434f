import { call } from '../../app/api.ts';
import { parseSiteTime } from '../../app/format.ts';
import { isRecord, rowsIn, textOf } from '../../app/problem.ts';
import { daysOf, reportPath, startOf, type Choice } from './choice.ts';

/* Sums of sessions, from the rollups of the gateway. */

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

const maxRows = 1000;
const hourSeconds = 3600;

/** Returns path and query of the sums of sessions. */
export function sumsPath(choice: Choice): string {
  const more = { group_by: choice.group, limit: maxRows };
  return reportPath('/gate/api/v1/aaa_accounting/', choice, more);
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

/** Returns the sums in the order of time, with the days or hours in which no session began. */
export function withEmptySteps(choice: Choice, sums: readonly Sum[]): readonly Sum[] {
  const found = new Map(sums.map((sum) => [sum.at, sum]));
  return stepsOf(choice).map(
    (at) => found.get(at) ?? { name: '', at, sessions: 0, seconds: 0, down: 0, up: 0 },
  );
}

/** Returns the begins of the days or hours of a period, in seconds since 1970. */
function stepsOf({ group, days }: Choice): readonly number[] {
  if (group === 'day') return daysOf(days).map((day) => parseSiteTime(day) / 1000);
  const first = Math.floor(startOf(days) / 1000 / hourSeconds);
  const last = Math.floor(Date.now() / 1000 / hourSeconds);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * hourSeconds);
}

function nameOf(value: unknown): string {
  return textOf(isRecord(value) ? (value['name'] ?? value['id']) : value);
}

function timeOf(group: string, value: unknown): number {
  return group === 'day' || group === 'hour' ? parseSiteTime(textOf(value)) / 1000 : 0;
}
