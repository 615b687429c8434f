import { sql, type RawBuilder } from 'kysely';
import { Fault } from '../../../contract/errors.ts';
import { evaluatedColumns, unionAll } from '../../../store/query/keyset-page.ts';
import { resolveNameFilters, whereClause, type Selection } from '../../../store/query/selection.ts';
import type { Store } from '../../../store/store.ts';
import { readTimeZones } from '../../../organization/time-zone.ts';
import { accountingRecord } from '../accounting-record.ts';
import { summedCounters, type SummedCounter } from './accounting-sum.ts';
import { localTimeSql, type Period, type ZonedOrganizations } from './local-time.ts';
import { chooseSums } from './sum-choice.ts';
import { sumGroups, type SumGroup } from './sum-groups.ts';
import { rowsAlongPath, rowsBesideSums, type SummedRows } from './summed-rows.ts';

/** The sessions of one group. */
export interface SessionSum {
  /** The id, the text, or the local days or hours since 1970; 0 or empty: not known. */
  readonly key: number | string;
  readonly sessions: number;
  readonly seconds: number;
  readonly octets_in: number | bigint;
  readonly octets_out: number | bigint;
}

interface SumRequest {
  readonly selection: Selection;
  readonly group: SumGroup;
  /** The groups after this key; null: all. */
  readonly after: number | string | null;
  readonly limit: number;
  readonly now: Date;
  /** Sessions and sums of days that the request may read; default: a million. */
  readonly most?: number;
}

interface SessionSums {
  /** Groups in all. */
  readonly count: number;
  readonly rows: readonly SessionSum[];
  readonly hasMore: boolean;
}

/** Sessions that a request reads at most. */
export const mostRows = 1_000_000;

/** A request with what it reads. */
interface Reading extends SumRequest {
  readonly rows: SummedRows;
  readonly zones: readonly ZonedOrganizations[];
  readonly most: number;
}

/**
 * Sums up sessions by a group, off the event loop. An open session counts until now. Whole days come from `aaa_accounting_sum`
 * where the selection allows it.
 *
 * @throws Fault `invalid` if there is too much to read; `unavailable` if the store cannot be read
 */
export async function sumSessions(store: Store, request: SumRequest): Promise<SessionSums> {
  const { group, limit, most = mostRows } = request;
  const selection = await resolveNameFilters(store, accountingRecord, request.selection);
  if (selection.scope.length === 0) return { count: 0, rows: [], hasMore: false };
  const zones = await readZones(store, selection.scope);
  const choice = selection.scope === 'all' ? null : chooseSums(selection, group);
  const rows = choice ? rowsBesideSums(store, choice, zones) : rowsAlongPath(store, selection);
  const reading = { ...request, selection, rows, zones, most };
  await refuseTooMany(store, reading);
  const query = sumQuery(reading);
  const found = await store.readLong({ compile: () => query.compile(store.db) }, selection);
  const groups = found.flatMap(({ key, ...row }) => (key === null ? [] : [sessionSum(key, row)]));
  return {
    count: found[0]?.groups ?? 0,
    rows: groups.slice(0, limit),
    hasMore: groups.length > limit,
  };
}

/**
 * Counts the rows along their indexes before any is read: too many are refused in a moment.
 *
 * @throws Fault `invalid` if there are too many
 */
export async function refuseTooMany(
  store: Store,
  { rows, selection, most }: Pick<Reading, 'rows' | 'selection' | 'most'>,
): Promise<void> {
  const read = [...rows.sessions, ...rows.sums].map(
    (from) => sql`select 1 as one ${from} limit ${most + 1}`,
  );
  const query = sql<{ scanned: number }>`
    select count(*) as scanned from (${unionAll(read)}) as merged`;
  const [row] = await store.readLong({ compile: () => query.compile(store.db) }, selection);
  if (row && row.scanned > most)
    throw Fault.field(
      'start_date',
      `More than ${most} sessions would be read; narrow the period or filter by user, client or access point.`,
    );
}

interface SumRow extends Readonly<Record<SummedCounter, number>> {
  readonly groups: number;
  readonly key: SessionSum['key'] | null;
}

function sessionSum(key: SessionSum['key'], row: Omit<SumRow, 'key'>): SessionSum {
  const { sessions, seconds } = row;
  return {
    key,
    sessions,
    seconds,
    octets_in: joinHalves(row.gigawords_in, row.octets_in),
    octets_out: joinHalves(row.gigawords_out, row.octets_out),
  };
}

/** Returns a counter of two halves, exactly. @see RFC 2869 section 5.1 */
function joinHalves(gigawords: number, octets: number): number | bigint {
  const total = gigawords * 2 ** 32 + octets;
  return Number.isSafeInteger(total) ? total : (BigInt(gigawords) << 32n) + BigInt(octets);
}

function sumQuery(reading: Reading): RawBuilder<SumRow> {
  const { group, after, limit } = reading;
  const { type, none } = sumGroups[group];
  const key = sql`cast(coalesce(key, ${sql.lit(none)}) as ${sql.raw(type)})`;
  const total = (column: string) =>
    sql`cast(sum(${sql.ref(column)}) as bigint) as ${sql.ref(column)}`;
  return sql<SumRow>`
    with grouped as (
      select ${key} as key, ${sql.join(sumColumns.map(total))}
      from (${unionAll(partsOf(reading))}) as parts group by 1 having sum(sessions) > 0)
    select counts.groups, g.key, ${sql.join(sumColumns.map((column) => sql.ref(`g.${column}`)))}
    from (select count(*) as groups from grouped) as counts
    left join (
      select * from grouped ${after === null ? sql`` : sql`where key > ${after}`} order by key limit ${limit + 1}
    ) as g on 1 = 1
    order by g.key`;
}

const sumColumns = Object.keys(summedCounters);

/** Returns a SELECT of each session and of each sum, with key and counters. */
function partsOf(reading: Reading): readonly RawBuilder<unknown>[] {
  const { rows, group, now, most } = reading;
  const { ofSession, ofSum, columns } = sumGroups[group];
  const read = [...new Set([...sessionColumns, ...columns, ...evaluatedColumns(rows.rest)])];
  const selected = sql.join(read.map((column) => sql.ref(column)));
  const near = unionAll(
    rows.sessions.map((from) => sql`select ${selected} ${from} limit ${most + 1}`),
  );
  const at = sql`cast(${now.getTime()} as bigint)`;
  const elapsed = sql`(${at} - coalesce(acctstarttime, ${at})) / 1000`;
  const { seconds: counted } = summedCounters;
  const counters: typeof summedCounters = {
    ...summedCounters,
    seconds: sql`case when acctstoptime is null and ${elapsed} > ${counted} then ${elapsed} else ${counted} end`,
  };
  const ofRow = Object.entries(counters).map(([name, value]) => sql`${value} as ${sql.ref(name)}`);
  return [
    sql`select ${ofSession(() => localStartSql(reading))} as key, ${sql.join(ofRow)}
      from (${near}) as near where ${whereClause(rows.rest)}`,
    ...rows.sums.map(
      (from) =>
        sql`select ${ofSum} as key, ${sql.join(sumColumns.map((name) => sql.ref(name)))} ${from}`,
    ),
  ];
}

const sessionColumns = [
  'organization',
  'acctstarttime',
  'acctstoptime',
  'acctsessiontime',
  'acctinputoctets',
  'acctoutputoctets',
  'local_start',
];

/**
 * Returns the start of a session by the clocks of its organization. The day of a session that was added to sums stays, whatever
 * the time zone of its organization is now.
 */
export function localStartSql({
  zones,
  selection,
  now,
}: Pick<Reading, 'zones' | 'selection' | 'now'>): RawBuilder<unknown> {
  return sql`coalesce(local_start, ${localTimeSql('acctstarttime', zones, periodOf(selection, now))})`;
}

/** Returns the organizations of a scope by their time zones; the first are those without one of their own. */
export async function readZones(
  store: Store,
  scope: Selection['scope'],
): Promise<readonly ZonedOrganizations[]> {
  const ids = scope === 'all' ? [] : scope;
  const zoneOf = await readTimeZones(
    store,
    ids.map((organization) => ({ organization, location: null })),
  );
  const byZone = new Map<string | null, number[]>([[null, []]]);
  for (const organization of ids) {
    const timeZone = zoneOf({ organization, location: null });
    byZone.set(timeZone, [...(byZone.get(timeZone) ?? []), organization]);
  }
  return [...byZone].map(([timeZone, organizations]) => ({ timeZone, organizations }));
}

const maxPeriodMs = 10 * 366 * 86_400_000;

function periodOf({ where }: Selection, now: Date): Period {
  const limit = (operator: string) => {
    const found = where.find(
      (condition) => condition.column === 'acctstarttime' && condition.operator === operator,
    );
    return typeof found?.value === 'number' ? found.value : null;
  };
  const latest = now.getTime() + 86_400_000;
  const until = Math.min(limit('<=') ?? latest, latest);
  return { from: Math.max(limit('>=') ?? 0, until - maxPeriodMs), until };
}
