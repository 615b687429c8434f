import { sql, type RawBuilder } from 'kysely';
import type { Store } from '../../store/store.ts';
import { dayMs } from './connection-day.ts';

/** Selects the connections that began within a period. Times are in milliseconds. */
export interface ConnectionSummaryFilter {
  readonly organizations: readonly number[];
  readonly from: number;
  readonly until: number;
  /** Id or UUID of a device. */
  readonly device: string | null;
  /** Name of an app. */
  readonly app: string | null;
}

/** The connections of a device over one network. Times are in milliseconds. */
export interface ConnectionSummaryRow {
  readonly device: number;
  readonly network_type: string;
  readonly network_name: string | null;
  readonly connections: number;
  readonly duration_seconds: number;
  readonly bytes_in: number | bigint;
  readonly bytes_out: number | bigint;
  readonly avg_rssi: number | null;
  readonly avg_sinr: number | null;
  readonly avg_link_speed: number | null;
  readonly first_connection: number;
  readonly last_connection: number;
}

/** The connections of a device over one network, which a list continues at. */
export interface SummaryPosition extends Pick<
  ConnectionSummaryRow,
  'device' | 'network_type' | 'network_name'
> {
  readonly isBackwards: boolean;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
  /** The rows after it are read, or before it; null: from the offset. */
  readonly from: SummaryPosition | null;
}

type SummedRow = ConnectionSummaryRow & { readonly total: number };

/**
 * Sums up the connections that apps have reported, off the event loop. The page is chosen by the keys of the sums of days,
 * so only its own rows are added up: days from their sums, and of a day that the period cuts the connections themselves.
 */
export async function summarizeConnections(
  store: Store,
  filter: ConnectionSummaryFilter,
  page: Page,
): Promise<{
  readonly count: number;
  readonly rows: readonly ConnectionSummaryRow[];
  readonly hasMore: boolean;
}> {
  const read = <R>(query: RawBuilder<R>) =>
    store.readLong({ compile: () => query.compile(store.db) });
  const days = daysOf(filter);
  const keys = networks(filter, days);
  const rows = await read(sql<SummedRow>`
    with network as (${keys}), page as (
      select n.*, (select count(*) from network) as total from network n
      where ${behind(page.from)} order by ${keysOf(page.from)} limit ${page.limit + 1} offset ${page.offset})
    select device, network_type, case when network <> '' then substr(network, 2) end as network_name, ${sums},
      min(first) as first_connection, max(last) as last_connection, total
    from (${connections(filter, days)}) as parts
    group by device, network_type, network, total order by ${keysOf(page.from)}`);
  const [first] = rows;
  const shown = rows.slice(0, page.limit);
  const found = {
    rows: page.from?.isBackwards ? shown.toReversed() : shown,
    hasMore: rows.length > page.limit,
  };
  if (first || (page.offset === 0 && page.from === null))
    return { count: first?.total ?? 0, ...found };
  const [all] = await read(sql<{ count: number }>`select count(*) as count from (${keys}) as n`);
  return { count: all?.count ?? 0, ...found };
}

const orderKeys = ['device', 'network_type', 'network'];

function keysOf(from: SummaryPosition | null): RawBuilder<unknown> {
  const direction = from?.isBackwards ? sql`desc` : sql`asc`;
  return sql.join(orderKeys.map((key) => sql`${sql.ref(key)} ${direction}`));
}

/** Matches the keys after a position, or before it. */
function behind(from: SummaryPosition | null): RawBuilder<unknown> {
  if (from === null) return sql`1 = 1`;
  const { device, network_type, network_name, isBackwards } = from;
  const network = network_name === null ? '' : `:${network_name}`;
  return sql`(device, network_type, network) ${isBackwards ? sql`<` : sql`>`}
    (${device}, ${network_type}, ${network})`;
}

const sum = (column: string, as = column) =>
  sql`cast(sum(${sql.ref(column)}) as bigint) as ${sql.ref(as)}`;
const average = (name: string, as: string) =>
  sql`cast(sum(${sql.ref(`${name}_sum`)}) as double precision) / nullif(sum(${sql.ref(`${name}_count`)}), 0) as ${sql.ref(as)}`;
const sums = sql.join([
  sum('connections'),
  sum('seconds', 'duration_seconds'),
  sum('bytes_in'),
  sum('bytes_out'),
  average('rssi', 'avg_rssi'),
  average('sinr', 'avg_sinr'),
  average('speed', 'avg_link_speed'),
]);

/** The days of a period: full days, from `first` to before `end`, and days that it cuts. */
interface Days {
  readonly first: number;
  readonly end: number;
  readonly cut: readonly number[];
}

function daysOf({ from, until }: ConnectionSummaryFilter): Days {
  const dayOf = (time: number) => Math.floor(time / dayMs) * dayMs;
  const first = dayOf(from + dayMs - 1);
  const end = dayOf(until + 1);
  const cut = [...(first === from ? [] : [dayOf(from)]), ...(end === until + 1 ? [] : [end])];
  return { first, end, cut: [...new Set(cut)] };
}

/** Above so many days the keys are read in their order, without the rows: the index by day is not selective. */
const maxDaysByDay = 3;

/** Returns the query for the devices and networks that have connections in the period. */
function networks(filter: ConnectionSummaryFilter, days: Days): RawBuilder<unknown> {
  const { first, end } = days;
  const day = end - first > maxDaysByDay * dayMs ? sql`+d.day` : sql`d.day`;
  const keys = sql`organization, device, network_type, network`;
  const ofDays = sql`device_app_connection_day d where ${selected(filter)}`;
  return sql`
    select distinct ${keys} from (
      select distinct ${keys} from ${ofDays} and ${day} >= ${first} and ${day} < ${end}
      union all
      select ${keys} from ${ofDays} and ${isCut(days)} and (${isWhole(filter)}
        or exists (select 1 from device_app_connection_log l where ${isOf(filter)}))) as keys`;
}

/** Returns the query for the sums of days and the single connections that a page adds up. */
function connections(filter: ConnectionSummaryFilter, days: Days): RawBuilder<unknown> {
  const present = (column: string) => sql`case when ${sql.ref(column)} is null then 0 else 1 end`;
  // SQLite keeps to the order of a cross join.
  const joined = sql`page p cross join device_app_connection_day d`;
  const isOfPage = sql`d.organization = p.organization and d.device = p.device
    and d.network_type = p.network_type and d.network = p.network`;
  return sql`
    select p.*, connections, seconds, bytes_in, bytes_out, rssi_sum, rssi_count, sinr_sum, sinr_count,
      speed_sum, speed_count, first, last
    from ${joined} where ${isOfPage} and (d.day >= ${days.first} and d.day < ${days.end}
      or ${isCut(days)} and ${isWhole(filter)})
    union all
    select p.*, 1, (end_datetime - start_datetime) / 1000, coalesce(l.bytes_in, 0), coalesce(l.bytes_out, 0),
      coalesce(rssi, 0), ${present('rssi')}, coalesce(sinr, 0), ${present('sinr')},
      coalesce(link_speed, 0), ${present('link_speed')}, start_datetime, end_datetime
    from ${joined} cross join device_app_connection_log l
    where ${isOfPage} and ${isCut(days)} and not ${isWhole(filter)} and ${isOf(filter)}`;
}

/** Matches the days `d` that the period cuts. */
function isCut({ cut }: Days): RawBuilder<unknown> {
  return cut.length === 0 ? sql`1 = 0` : sql`d.day in (${sql.join(cut)})`;
}

/** Matches days `d` whose connections all began in the period, by the first start and the last end. */
function isWhole({ from, until }: ConnectionSummaryFilter): RawBuilder<unknown> {
  return sql`(d.first >= ${from} and d.last <= ${until})`;
}

/** Matches the connections `l` in the period that are in the sums of a day `d`. */
function isOf({ from, until }: ConnectionSummaryFilter): RawBuilder<unknown> {
  return sql`l.device = d.device and l.start_datetime >= d.day and l.start_datetime < d.day + ${dayMs}
    and l.start_datetime >= ${from} and l.start_datetime <= ${until} and l.organization = d.organization
    and l.network_type = d.network_type and coalesce(':' || l.network_name, '') = d.network`;
}

function selected({ organizations, device, app }: ConnectionSummaryFilter): RawBuilder<unknown> {
  const conditions = [sql`organization in (${sql.join(organizations)})`];
  if (device !== null)
    conditions.push(
      /^\d{1,15}$/.test(device)
        ? sql`device = ${Number(device)}`
        : sql`device in (select id from device_app_device where device_id = ${device})`,
    );
  if (app !== null)
    conditions.push(sql`device in (select id from device_app_device where app_name = ${app})`);
  return sql.join(conditions, sql` and `);
}
