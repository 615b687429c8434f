import { sql, type RawBuilder } from 'kysely';
import { findClockChange, offsetAt } from '../../../runtime/time-zone.ts';

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

const minuteMs = 60_000;
const weekMs = 7 * 86_400_000;

/**
 * Returns a column of time by the clocks of the organization's time zone, in milliseconds since 1970 there. The engines have
 * no time zones in common, so the offsets within the period are written into the expression; a time outside of it has the
 * nearest of them.
 */
export function localTimeSql(
  column: string,
  zones: readonly ZonedOrganizations[],
  period: Period,
): RawBuilder<unknown> {
  const at = sql.ref(column);
  const [first, ...others] = zones.map(({ timeZone, organizations }) => ({
    organizations,
    offset: offsetSql(at, findOffsets(timeZone, period)),
  }));
  if (!first) return at;
  const branches = others.map(
    ({ organizations, offset }) =>
      sql`when organization in (${sql.join(organizations)}) then ${offset}`,
  );
  const offset =
    branches.length === 0
      ? first.offset
      : sql`case ${sql.join(branches, sql` `)} else ${first.offset} end`;
  return sql`${at} + ${offset}`;
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
  const found: ZoneOffset[] = [];
  const end = Math.ceil(until / minuteMs) * minuteMs;
  let at = Math.floor(from / minuteMs) * minuteMs;
  for (;;) {
    const change = findClockChange(timeZone, { from: at, until: end, stepMs: weekMs });
    found.push({ offset: offsetAt(timeZone, at), until: change });
    if (change === null) return found;
    at = change;
  }
}
