import { sql, type RawBuilder } from 'kysely';
import type { Store } from '../store/store.ts';
import { dayMs } from './connection-day.ts';

/** Selects the connections to sum up: those that began within a period. Times are in milliseconds. */
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

type Page = { readonly limit: number; readonly offset: number };
type SummedRow = ConnectionSummaryRow & { readonly total: number };

/**
 * Sums up the connections that apps have reported, off the event loop: whole days from their sums, and the parts of days
 * at both ends from the connections themselves.
 */
export async function summarizeConnections(
  store: Store,
  filter: ConnectionSummaryFilter,
  page: Page,
): Promise<{ readonly count: number; readonly rows: readonly ConnectionSummaryRow[] }> {
  const grouped = groups(filter);
  const read = <R>(query: RawBuilder<R>) =>
    store.readLong({ compile: () => query.compile(store.db) });
  const rows = await read(
    sql<SummedRow>`
      select device, network_type, case when network <> '' then substr(network, 2) end as network_name,
        connections, seconds as duration_seconds, bytes_in, bytes_out, avg_rssi, avg_sinr, avg_link_speed,
        first as first_connection, last as last_connection, total
      from (select g.*, count(*) over () as total from (${grouped}) as g) as counted
      order by device, network_type, network limit ${page.limit} offset ${page.offset}`,
  );
  const [first] = rows;
  if (first) return { count: first.total, rows };
  const [all] = await read(sql<{ count: number }>`select count(*) as count from (${grouped}) as g`);
  return { count: all?.count ?? 0, rows };
}

function groups(filter: ConnectionSummaryFilter): RawBuilder<unknown> {
  const sum = (column: string) =>
    sql`cast(sum(${sql.ref(column)}) as bigint) as ${sql.ref(column)}`;
  const sums = ['connections', 'seconds', 'bytes_in', 'bytes_out'].map(sum);
  const average = (name: string, as: string) =>
    sql`cast(sum(${sql.ref(`${name}_sum`)}) as double precision) / nullif(sum(${sql.ref(`${name}_count`)}), 0) as ${sql.ref(as)}`;
  return sql`
    select device, network_type, network, ${sql.join(sums)}, ${average('rssi', 'avg_rssi')},
      ${average('sinr', 'avg_sinr')}, ${average('speed', 'avg_link_speed')}, min(first) as first, max(last) as last
    from (${sql.join(parts(filter), sql` union all `)}) as parts
    group by device, network_type, network`;
}

/** Returns queries whose rows together are the connections of the period. */
function parts(filter: ConnectionSummaryFilter): readonly RawBuilder<unknown>[] {
  const { from, until } = filter;
  const firstDay = Math.ceil(from / dayMs) * dayMs;
  const endDay = Math.floor((until + 1) / dayMs) * dayMs;
  if (firstDay >= endDay) return [connections(filter, from, until)];
  return [
    sql`select device, network_type, network, connections, seconds, bytes_in, bytes_out, rssi_sum, rssi_count, sinr_sum,
        sinr_count, speed_sum, speed_count, first, last
      from device_app_connection_day where ${selected(filter)} and day >= ${firstDay} and day < ${endDay}`,
    ...(from < firstDay ? [connections(filter, from, firstDay - 1)] : []),
    ...(until >= endDay ? [connections(filter, endDay, until)] : []),
  ];
}

function connections(
  filter: ConnectionSummaryFilter,
  from: number,
  until: number,
): RawBuilder<unknown> {
  const present = (column: string) => sql`case when ${sql.ref(column)} is null then 0 else 1 end`;
  return sql`
    select device, network_type, coalesce(':' || network_name, '') as network, 1 as connections,
      (end_datetime - start_datetime) / 1000 as seconds, coalesce(bytes_in, 0) as bytes_in, coalesce(bytes_out, 0) as bytes_out,
      coalesce(rssi, 0) as rssi_sum, ${present('rssi')} as rssi_count, coalesce(sinr, 0) as sinr_sum,
      ${present('sinr')} as sinr_count, coalesce(link_speed, 0) as speed_sum, ${present('link_speed')} as speed_count,
      start_datetime as first, end_datetime as last
    from device_app_connection_log where ${selected(filter)} and start_datetime >= ${from} and start_datetime <= ${until}`;
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
