import { sql, type RawBuilder } from 'kysely';
import { offsetAt, timeOfLocalClock } from '../../../runtime/time-zone.ts';
import { chooseAccessPath } from '../../../store/query/access-path.ts';
import { rowsBehind } from '../../../store/query/keyset-page.ts';
import { relationOf } from '../../../store/query/relation.ts';
import type { Selection } from '../../../store/query/selection.ts';
import type { Store } from '../../../store/store.ts';
import { accountingRecord } from '../accounting-record.ts';
import { localDayMs } from './accounting-sum.ts';
import type { ZonedOrganizations } from './local-time.ts';
import type { SumChoice } from './sum-choice.ts';

/** What a request for sums reads: what follows the columns of each SELECT. */
export interface SummedRows {
  readonly sessions: readonly RawBuilder<unknown>[];
  /** Conditions that are evaluated for each session. */
  readonly rest: Selection;
  /** Of `aaa_accounting_sum`. */
  readonly sums: readonly RawBuilder<unknown>[];
}

/** Returns the sessions that an index leads to, and no sums. */
export function rowsAlongPath({ engine }: Pick<Store, 'engine'>, selection: Selection): SummedRows {
  const { branches, rest } = chooseAccessPath(engine, accountingRecord, selection);
  const sessions = branches.map((branch) =>
    rowsBehind(engine, accountingRecord, { branch, page: { from: null } }),
  );
  return { sessions, rest, sums: [] };
}

/**
 * Returns the sums of the whole local days of a period, the sessions of the days that it begins or ends within, and those that
 * are in no sum: open ones, and those that have just ended.
 */
export function rowsBesideSums(
  store: Pick<Store, 'engine'>,
  choice: SumChoice,
  zones: readonly ZonedOrganizations[],
): SummedRows {
  const places = zones.filter(({ organizations }) => organizations.length > 0);
  const all = places.flatMap(({ organizations }) => organizations);
  const sessions = [
    ...notSummed(choice).map(
      (state) => sql`${state} and +${isIn(all)} and ${startsWithin(choice)}`,
    ),
    ...places.flatMap((place) => partialDays(choice, place)),
  ];
  const from = relationOf(store, accountingRecord);
  return {
    sessions: sessions.map(
      (condition) => sql`from ${from} where ${condition} and ${ofValue(choice)}`,
    ),
    rest: { scope: 'all', where: [] },
    sums: places.map((place) => sumsOfDays(choice, place)),
  };
}

/*
 * The plus signs keep SQLite, which has no statistics, off the indexes of sessions that are over long ago.
 */

const isIn = (organizations: readonly number[]) =>
  sql`organization in (${sql.join(organizations)})`;

function notSummed({ isOver }: SumChoice): readonly RawBuilder<unknown>[] {
  const justEnded = sql`acctstoptime is not null and local_start is null`;
  return isOver ? [justEnded] : [justEnded, sql`acctstoptime is null`];
}

function startsWithin({ from, until }: Pick<SumChoice, 'from' | 'until'>): RawBuilder<unknown> {
  const limits = [
    ...(from === null ? [] : [sql`+acctstarttime >= ${from}`]),
    ...(until === null ? [] : [sql`+acctstarttime <= ${until}`]),
  ];
  return limits.length > 0 ? sql.join(limits, sql` and `) : sql`1 = 1`;
}

function ofValue({ value }: SumChoice): RawBuilder<unknown> {
  if (!value) return sql`1 = 1`;
  const column = sql.ref(value.column);
  return typeof value.value === 'number'
    ? sql`+${column} = ${value.value}`
    : sql`${column} = ${value.value}`;
}

/** The first and the last whole local day of a period, in days since 1970; null: without a limit. */
function wholeDays({ from, until }: SumChoice, timeZone: string | null) {
  const local = (at: number) => (at + offsetAt(timeZone, at)) / localDayMs;
  return {
    first: from === null ? null : Math.ceil(local(from)),
    last: until === null ? null : Math.floor(local(until + 1)) - 1,
  };
}

/** Returns the summed sessions of the parts of days at the begin and the end of a period. */
function partialDays(
  choice: SumChoice,
  { organizations, timeZone }: ZonedOrganizations,
): readonly RawBuilder<unknown>[] {
  const { from, until } = choice;
  const { first, last } = wholeDays(choice, timeZone);
  const beginOf = (day: number) => timeOfLocalClock(timeZone, day * localDayMs);
  const summed = (low: number, high: number, others: RawBuilder<unknown>) =>
    low > high
      ? []
      : [
          sql`${isIn(organizations)} and acctstarttime >= ${low} and acctstarttime <= ${high} and local_start is not null and ${others}`,
        ];
  if (from !== null && until !== null && first !== null && last !== null && first > last)
    return summed(from, until, sql`1 = 1`);
  return [
    ...(from === null || first === null
      ? []
      : summed(from, beginOf(first) - 1, sql`local_start < ${first * localDayMs}`)),
    ...(until === null || last === null
      ? []
      : summed(beginOf(last + 1), until, sql`local_start >= ${(last + 1) * localDayMs}`)),
  ];
}

function sumsOfDays(
  choice: SumChoice,
  { organizations, timeZone }: ZonedOrganizations,
): RawBuilder<unknown> {
  const { first, last } = wholeDays(choice, timeZone);
  const limits = [
    ...(first === null ? [] : [sql`day >= ${first}`]),
    ...(last === null ? [] : [sql`day <= ${last}`]),
    ...(choice.value ? [sql`key = ${String(choice.value.value)}`] : []),
  ];
  return sql`from aaa_accounting_sum where ${isIn(organizations)} and dimension = ${choice.dimension}
    ${sql.join([sql``, ...limits], sql` and `)}`;
}
