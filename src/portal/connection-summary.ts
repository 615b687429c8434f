import { sql, type RawBuilder } from 'kysely';
import type { Store } from '../store/store.ts';

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

/** Sums up the connections that apps have reported, off the event loop: there may be many. */
export async function summarizeConnections(
  store: Store,
  filter: ConnectionSummaryFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly count: number; readonly rows: readonly ConnectionSummaryRow[] }> {
  const selected = connectionsMatching(filter);
  const groups = sql`l.device, l.network_type, l.network_name`;
  const counted = sql<{
    count: number;
  }>`select count(*) as count from (select 1 from ${selected} group by ${groups}) as counted`;
  const summed = sql<ConnectionSummaryRow>`
    select ${groups}, count(*) as connections,
      ${sum(sql`(l.end_datetime - l.start_datetime) / 1000`)} as duration_seconds,
      ${sum(sql`coalesce(l.bytes_in, 0)`)} as bytes_in, ${sum(sql`coalesce(l.bytes_out, 0)`)} as bytes_out,
      ${average('rssi')} as avg_rssi, ${average('sinr')} as avg_sinr, ${average('link_speed')} as avg_link_speed,
      min(l.start_datetime) as first_connection, max(l.end_datetime) as last_connection
    from ${selected} group by ${groups}
    order by l.device, l.network_type, coalesce(l.network_name, '') limit ${page.limit} offset ${page.offset}`;
  const [[total], rows] = await Promise.all([
    store.readLong(compilable(store, counted)),
    store.readLong(compilable(store, summed)),
  ]);
  return { count: total?.count ?? 0, rows };
}

function connectionsMatching({
  organizations,
  from,
  until,
  device,
  app,
}: ConnectionSummaryFilter): RawBuilder<unknown> {
  const conditions = [
    sql`l.organization in (${sql.join(organizations)})`,
    sql`l.start_datetime >= ${from} and l.start_datetime <= ${until}`,
  ];
  if (device !== null)
    conditions.push(
      /^\d{1,15}$/.test(device) ? sql`d.id = ${Number(device)}` : sql`d.device_id = ${device}`,
    );
  if (app !== null) conditions.push(sql`d.app_name = ${app}`);
  const joined = sql`device_app_connection_log l join device_app_device d on d.id = l.device`;
  return sql`${joined} where ${sql.join(conditions, sql` and `)}`;
}

function sum(expression: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`cast(sum(${expression}) as bigint)`;
}

function average(column: string): RawBuilder<unknown> {
  return sql`cast(avg(${sql.ref(`l.${column}`)}) as double precision)`;
}

function compilable<R>(store: Store, query: RawBuilder<R>) {
  return { compile: () => query.compile(store.db) };
}
