import { sql, type RawBuilder } from 'kysely';

/** Organizations with one time zone. */
export interface ZonedOrganizations {
  readonly organizations: readonly number[];
  /** An IANA name; null: the gateway's time zone. */
  readonly timeZone: string | null;
}

/** Milliseconds since 1970. */
export interface Period {
  readonly from: number;
  readonly until: number;
}

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;

/**
 * Returns the local day of a column of time as the number of days since 1970, by the time zone of the organization. The
 * engines have no time zones in common, so the offsets within the period are written into the expression; a time outside of
 * it has the nearest of them.
 */
export function localDaySql(
  column: string,
  zones: readonly ZonedOrganizations[],
  period: Period,
): RawBuilder<unknown> {
  const at = sql.ref(column);
  const [first, ...others] = zones.map(({ timeZone, organizations }) => ({
    organizations,
    offset: offsetSql(at, findOffsets(timeZone, period)),
  }));
  if (!first) return sql`0`;
  const branches = others.map(
    ({ organizations, offset }) =>
      sql`when organization in (${sql.join(organizations)}) then ${offset}`,
  );
  const offset =
    branches.length === 0
      ? first.offset
      : sql`case ${sql.join(branches, sql` `)} else ${first.offset} end`;
  return sql`(${at} + ${offset}) / ${sql.lit(dayMs)}`;
}

/** An offset from UTC in milliseconds, and when it ends; null: not within the period. */
interface ZoneOffset {
  readonly offset: number;
  readonly until: number | null;
}

function offsetSql(at: RawBuilder<unknown>, offsets: readonly ZoneOffset[]): RawBuilder<unknown> {
  const last = offsets.at(-1)?.offset ?? 0;
  const changes = offsets.flatMap(({ offset, until }) =>
    until === null ? [] : [sql`when ${at} < ${sql.lit(until)} then ${sql.lit(offset)}`],
  );
  return changes.length === 0
    ? sql.lit(last)
    : sql`case ${sql.join(changes, sql` `)} else ${sql.lit(last)} end`;
}

/** Finds the offsets of a time zone within a period, in the order of time. */
export function findOffsets(timeZone: string | null, { from, until }: Period): ZoneOffset[] {
  const offsetAt = offsetFunction(timeZone);
  const found: ZoneOffset[] = [];
  let [before, offset] = [from, offsetAt(from)];
  for (let at = from; at < until; before = at) {
    at = Math.min(at + weekMs, until);
    const next = offsetAt(at);
    if (next === offset) continue;
    found.push({ offset, until: findChange({ before, at }, offset, offsetAt) });
    offset = next;
  }
  return [...found, { offset, until: null }];
}

type OffsetAt = (at: number) => number;

/** Finds the second at which an offset ends, by halving. */
function findChange(
  between: { readonly before: number; readonly at: number },
  offset: number,
  offsetAt: OffsetAt,
): number {
  let [low, high] = [Math.floor(between.before / 1000), Math.ceil(between.at / 1000)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * 1000) === offset) low = middle;
    else high = middle;
  }
  return high * 1000;
}

function offsetFunction(timeZone: string | null): OffsetAt {
  const format = new Intl.DateTimeFormat('en-US', {
    ...(timeZone !== null && { timeZone }),
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at) => {
    const parts = new Map(
      format.formatToParts(at).map(({ type, value }) => [type, Number(value)] as const),
    );
    const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const local = Date.UTC(
      get('year'),
      get('month') - 1,
      get('day'),
      ...([get('hour'), get('minute'), get('second')] as const),
    );
    return local - Math.floor(at / 1000) * 1000;
  };
}
