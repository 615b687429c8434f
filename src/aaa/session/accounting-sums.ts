import { sql, type RawBuilder } from 'kysely';
import { Fault } from '../../contract/errors.ts';
import { chooseAccessPath } from '../../store/query/access-path.ts';
import { evaluatedColumns, rowsBehind, unionAll } from '../../store/query/keyset-page.ts';
import { resolveNameFilters, type Selection } from '../../store/query/selection.ts';
import { whereClause } from '../../store/query/selection.ts';
import type { Store } from '../../store/store.ts';
import { readTimeZones } from '../../organization/time-zone.ts';
import { accountingRecord } from './accounting-record.ts';
import { localDaySql, type Period, type ZonedOrganizations } from './local-day.ts';

export const sumGroups = ['user', 'access_point', 'day'] as const;
export type SumGroup = (typeof sumGroups)[number];

/** The sessions of one group. */
export interface SessionSum {
  /** The id, or the local day in days since 1970; 0: not known. */
  readonly key: number;
  readonly sessions: number;
  readonly seconds: number;
  readonly octets_in: number | bigint;
  readonly octets_out: number | bigint;
}

interface SumRequest {
  readonly selection: Selection;
  readonly group: SumGroup;
  /** The groups after this key; null: all. */
  readonly after: number | null;
  readonly limit: number;
  readonly now: Date;
}

interface SessionSums {
  /** Groups in all. */
  readonly count: number;
  readonly rows: readonly SessionSum[];
  readonly hasMore: boolean;
}

/** Sessions that one request reads. */
const maxSessions = 1_000_000;
const columns = [
  'user',
  'access_point',
  'organization',
  'acctstarttime',
  'acctstoptime',
  'acctsessiontime',
  'acctinputoctets',
  'acctoutputoctets',
];

/**
 * Sums up sessions by user, access point or local day of their start, off the event loop. An open session counts until now.
 *
 * @throws Fault `invalid` if there are too many sessions; `unavailable` if the store cannot be read
 */
export async function sumSessions(store: Store, request: SumRequest): Promise<SessionSums> {
  const selection = await resolveNameFilters(store, accountingRecord, request.selection);
  if (selection.scope.length === 0) return { count: 0, rows: [], hasMore: false };
  await checkNumber(store, selection);
  const query = await sumQuery(store, { ...request, selection });
  const found = await store.readLong({ compile: () => query.compile(store.db) }, selection);
  const { groups = 0 } = found[0] ?? {};
  const rows = found.flatMap(({ key, ...row }) => (key === null ? [] : [{ ...row, key }]));
  return {
    count: groups,
    rows: rows.slice(0, request.limit),
    hasMore: rows.length > request.limit,
  };
}

/**
 * Counts the sessions along the index before any is read: too many are refused in a moment.
 *
 * @throws Fault `invalid` if there are too many
 */
async function checkNumber(store: Store, selection: Selection): Promise<void> {
  const path = chooseAccessPath(store.engine, accountingRecord, selection);
  const branches = path.branches.map(
    (branch) =>
      sql`select 1 ${rowsBehind(store.engine, accountingRecord, { branch, page: { from: null } })} limit ${maxSessions + 1}`,
  );
  const query = sql<{
    scanned: number;
  }>`select count(*) as scanned from (${unionAll(branches)}) as merged`;
  const [row] = await store.readLong({ compile: () => query.compile(store.db) }, selection);
  if (row && row.scanned > maxSessions)
    throw Fault.field(
      'start_date',
      `More than ${maxSessions} sessions would be read; narrow the period or filter by user, client or access point.`,
    );
}

interface SumRow extends Omit<SessionSum, 'key'> {
  readonly groups: number;
  readonly key: number | null;
}

async function sumQuery(
  store: Store,
  { selection, group, after, limit, now }: SumRequest,
): Promise<RawBuilder<SumRow>> {
  const { near, rest } = nearQuery(store, selection);
  const key = await keySql(store, { selection, group, now });
  const at = sql`cast(${now.getTime()} as bigint)`;
  const elapsed = sql`(${at} - coalesce(acctstarttime, ${at})) / 1000`;
  const counted = sql`coalesce(acctsessiontime, 0)`;
  const took = sql`case when acctstoptime is null and ${elapsed} > ${counted} then ${elapsed} else ${counted} end`;
  const total = (value: RawBuilder<unknown>) => sql`cast(sum(${value}) as bigint)`;
  return sql<SumRow>`
    with near as (${near}),
    grouped as (
      select coalesce(${key}, 0) as key, count(*) as sessions, ${total(took)} as seconds,
        ${total(sql`coalesce(acctinputoctets, 0)`)} as octets_in, ${total(sql`coalesce(acctoutputoctets, 0)`)} as octets_out
      from near where ${rest} group by 1)
    select counts.groups, g.key, g.sessions, g.seconds, g.octets_in, g.octets_out
    from (select count(*) as groups from grouped) as counts
    left join (select * from grouped where key > ${after ?? -1} order by key limit ${limit + 1}) as g on 1 = 1
    order by g.key`;
}

/** The rows that the index leads to, and the conditions that are evaluated for each of them. */
function nearQuery({ engine }: Store, selection: Selection) {
  const path = chooseAccessPath(engine, accountingRecord, selection);
  const read = [...new Set([...columns, ...evaluatedColumns(path.rest)])];
  const selected = sql.join(read.map((column) => sql.ref(column)));
  const branches = path.branches.map(
    (branch) =>
      sql`select ${selected} ${rowsBehind(engine, accountingRecord, { branch, page: { from: null } })} limit ${maxSessions + 1}`,
  );
  const near = sql`select * from (${unionAll(branches)}) as merged limit ${maxSessions + 1}`;
  return { near, rest: whereClause(path.rest) };
}

type Keyed = Pick<SumRequest, 'selection' | 'group' | 'now'>;

async function keySql(
  store: Store,
  { selection, group, now }: Keyed,
): Promise<RawBuilder<unknown>> {
  if (group !== 'day') return sql.ref(group);
  const zones = await zonesOf(store, selection.scope);
  return localDaySql('acctstarttime', zones, periodOf(selection, now));
}

/** Returns the organizations of a scope by their time zones; the first are those without one of their own. */
async function zonesOf(
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
