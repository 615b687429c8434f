import { control, gate, take } from '../../app/api.ts';
import { parseSiteTime } from '../../app/format.ts';

/** The last 24 hours, by hours. */
export interface Day {
  /** Begin of each hour, in seconds since 1970. */
  readonly times: readonly number[];
  readonly sessions: readonly number[];
  readonly octetsDown: readonly number[];
  readonly octetsUp: readonly number[];
  readonly accepted: readonly number[];
  readonly rejected: readonly number[];
  readonly devicesUp: readonly number[];
}

const hours = 24;
const hourSeconds = 3600;
const maxChanges = 1000;

/** Reads sessions, logins, traffic and devices of the last day. @param devicesUp  how many are up now */
export async function readDay(devicesUp: number, signal: AbortSignal): Promise<Day> {
  const last = Math.floor(Date.now() / 1000 / hourSeconds);
  const times = Array.from(
    { length: hours },
    (_, index) => (last - hours + 1 + index) * hourSeconds,
  );
  const start = new Date((times[0] ?? 0) * 1000).toISOString();
  const [sums, logins, changes] = await Promise.all([
    readSums(start, signal),
    readLogins(start, signal),
    readChanges(start, signal),
  ]);
  const sum = (pick: (row: Sum) => number) => bins(times, sums, { at: (row) => row.at, pick });
  const count = (pick: (row: LoginCount) => number) =>
    bins(times, logins, { at: (row) => Date.parse(row.hour ?? '') / 1000, pick });
  return {
    times,
    sessions: sum(({ seconds }) => seconds / hourSeconds),
    octetsDown: sum(({ down }) => down),
    octetsUp: sum(({ up }) => up),
    accepted: count((row) => row.accepted),
    rejected: count((row) => row.rejected),
    devicesUp: levels(times, changes, devicesUp),
  };
}

interface Binning<Row> {
  readonly at: (row: Row) => number;
  readonly pick: (row: Row) => number;
}

function bins<Row>(
  times: readonly number[],
  rows: readonly Row[],
  { at, pick }: Binning<Row>,
): readonly number[] {
  return times.map((begin) => {
    const within = rows.filter((row) => at(row) >= begin && at(row) < begin + hourSeconds);
    return within.reduce((total, row) => total + pick(row), 0);
  });
}

interface Sum {
  readonly at: number;
  readonly seconds: number;
  readonly down: number;
  readonly up: number;
}

async function readSums(start: string, signal: AbortSignal): Promise<readonly Sum[]> {
  const query = { group_by: 'hour' as const, start_date: start, limit: 100 };
  const { results } = await take(
    gate.GET('/gate/api/v1/aaa_accounting/', { params: { query }, signal }),
  );
  return results.flatMap((row) =>
    'hour' in row && typeof row.hour === 'string'
      ? [
          {
            at: parseSiteTime(row.hour) / 1000,
            seconds: row.seconds,
            down: Number(row.octets_out),
            up: Number(row.octets_in),
          },
        ]
      : [],
  );
}

async function readLogins(start: string, signal: AbortSignal) {
  const query = { start_date: start, group_by: 'hour' as const };
  return (await take(gate.GET('/gate/api/v1/aaa_decision_summary/', { params: { query }, signal })))
    .results;
}

type LoginCount = Awaited<ReturnType<typeof readLogins>>[number];

interface Change {
  readonly at: number;
  readonly by: number;
}

/** Reads when devices went up and down. */
async function readChanges(start: string, signal: AbortSignal): Promise<readonly Change[]> {
  const query = { action: 'event' as const, datetime__gte: start, limit: maxChanges };
  const { results } = await take(
    control.GET('/control/api/v1/inventory_device_log/', { params: { query }, signal }),
  );
  return results.flatMap(({ datetime, value, old_value: before }) => {
    const by = Number(value === 'Up') - Number(before === 'Up');
    return by === 0 ? [] : [{ at: Date.parse(datetime) / 1000, by }];
  });
}

/** Returns how many devices were up in each hour, backwards from now. */
function levels(
  times: readonly number[],
  changes: readonly Change[],
  now: number,
): readonly number[] {
  return times.map((begin) => {
    const later = changes.filter(({ at }) => at >= begin + hourSeconds);
    return now - later.reduce((sum, { by }) => sum + by, 0);
  });
}
