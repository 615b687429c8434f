import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { loadConfig } from '../../../src/config/load-config.ts';
import { loadTables } from '../../../src/modules/load-modules.ts';
import type { AuditRecord } from '../../../src/gateway/gateway.ts';
import { TrustedClock } from '../../../src/gateway/trusted-clock.ts';
import { timeOfId } from '../../../src/inventory/metric/metric-log-id.ts';
import { Retention } from '../../../src/upkeep/retention/retention-task.ts';
import { keysOf } from '../../../src/contract/fields.ts';
import { defaultRetention, type RetentionName } from '../../../src/config/retention-limits.ts';
import type { Store } from '../../../src/store/store.ts';
import { ManualClock } from '../../manual-clock.ts';
import { addClient, addOrganization, insert, nextEntryId, stamps } from '../../store/stores.ts';

const { growth: growingTables } = await loadTables();

export const day = 86_400_000;

type Row = Readonly<Record<string, unknown>>;

/** Rows that those of the growing tables refer to, of one organization. */
export interface Place {
  readonly organization: number;
  readonly client: number;
  readonly user: number;
  readonly device: number;
  readonly app: number;
  readonly parameter: number;
  readonly metric: number;
  readonly source: number;
}

let made = 0;

/** Adds an organization with a user, a device and an app. @param retention  its own limits */
export async function addPlace(store: Store, retention: object = {}): Promise<Place> {
  made += 1;
  const organization = await addOrganization(store);
  await store.write([
    store.db
      .updateTable('organization')
      .set({ retention: JSON.stringify(retention) })
      .where('id', '=', organization),
  ]);
  const own = { organization, ...stamps };
  const inventoryStamps = { created_at: 0, updated_at: 0 };
  const named = { name: `t${made}`, short_name: `t${made}` };
  const type = await insert(store, 'inventory_type', { ...named, ...inventoryStamps });
  const parameter = await insert(store, 'inventory_parameter', {
    type,
    name: 'load',
    short_name: 'load',
    variable_name: 'load',
    value_type: 'integer',
    position: 1,
  });
  const metric = await insert(store, 'inventory_metric', { name: `m${made}`, type: 'a' });
  return {
    organization,
    client: await addClient(store, organization),
    user: await insert(store, 'user', { ...own, username: `guest ${made}`, role: 'subscriber' }),
    device: await insert(store, 'inventory_device', {
      organization,
      ...inventoryStamps,
      name: `d${made}`,
      type,
    }),
    app: await insert(store, 'device_app_device', {
      ...own,
      device_id: `a${made}`,
      identity: `a${made}`,
    }),
    parameter,
    metric,
    source: await insert(store, 'inventory_metric_source', { metric, parameter }),
  };
}

const rollupAt = ({ device, metric, parameter }: Place, at: number): Row => ({
  device,
  metric,
  parameter,
  datetime: at,
  count: 1,
  min: 1,
  max: 1,
  sum: 1,
  last: 1,
});

/** A row of each growing table, written at `at`. */
export const rowAt: Readonly<Record<string, (place: Place, at: number) => Row>> = {
  aaa_accounting: ({ client, user }, at) => ({
    client,
    user,
    acctsessionid: randomUUID(),
    acctuniqueid: randomUUID(),
    nasipaddress: '192.0.2.1',
    acctstarttime: at,
    acctupdatetime: at + 600_000,
    acctstoptime: at + 600_000,
    acctsessiontime: 600,
    acctinputoctets: 1000,
    acctoutputoctets: 24,
    local_start: at,
  }),
  aaa_accounting_sum: (_, at) => ({
    dimension: 'ssid',
    day: Math.floor(at / day),
    key: randomUUID(),
    sessions: 1,
    seconds: 600,
    gigawords_in: 0,
    octets_in: 1000,
    gigawords_out: 0,
    octets_out: 24,
  }),
  // Of the session of the same time, which was written before.
  aaa_session_traffic: ({ client }, at) => ({
    session: sql`(select max(radacctid) from aaa_accounting where client = ${client} and acctstarttime = ${at})`,
    at,
    step: 120,
    samples: 1,
    points: `${at} 1000 24`,
  }),
  alert: ({ device }, at) => ({
    id: randomUUID(),
    device,
    rule_name: 'down',
    kind: 'device_down',
    severity: 'warning',
    state: 'resolved',
    subject: '',
    message: 'down',
    flaps: 0,
    started_at: at,
    fired_at: at,
    resolved_at: at,
  }),
  audit: (_, at) => ({
    datetime: at,
    username: 'admin',
    method: 'PATCH',
    path: '/control/api/v1/inventory_device/{id}/',
    fields: '[]',
    status: 200,
    outcome: 'done',
  }),
  aaa_decision: ({ client }, at) => ({
    client,
    datetime: at,
    client_name: 'nas',
    method: 'PAP',
    outcome: 'reject',
    reason: 'wrong password',
    checks: '[]',
    counters: '[]',
    attributes: '[]',
    ms: 1,
  }),
  aaa_packet: ({ client }, at) => ({
    client,
    datetime: at,
    client_name: 'nas',
    source: '192.0.2.1',
    nasipaddress: '192.0.2.1',
    attributes: '[]',
  }),
  aaa_authorization_change: ({ client }, at) => ({
    client,
    created: at,
    kind: 'coa',
    trigger: 'api',
    attributes: '[]',
    status: 'acknowledged',
  }),
  inventory_metric_5min: rollupAt,
  inventory_metric_hour: rollupAt,
  inventory_metric_day: rollupAt,
  inventory_metric_log: ({ device, source }, at) => ({
    id: nextEntryId(at),
    device,
    source,
    value: 1,
  }),
  inventory_device_log: ({ device }, at) => ({
    device,
    datetime: at,
    action: 'event',
    is_pending: 0,
    is_applied: 1,
    origin: 'auto',
  }),
  inventory_configuration: ({ device }, at) => ({
    device,
    created_at: at,
    seen_at: at,
    sha256: '',
    octets: 0,
    configuration: '',
  }),
  inventory_transaction: ({ device }, at) => ({
    device,
    id: randomUUID(),
    created_at: at,
    kind: 'operation',
    operation: 'reboot',
    parameters: '{}',
    status: 'completed',
  }),
  inventory_fleet_operation: (_place, at) => ({
    id: randomUUID(),
    created_at: at,
    operation: 'reboot',
    parameters: '{}',
    status: 'completed',
    concurrency: 1,
    stagger: 0,
    canary: 0,
  }),
  inventory_series: ({ device }, at) => ({
    id: randomUUID(),
    created_at: at,
    device,
    kind: 'diagnostic',
    operation: 'ping',
    parameters: '{}',
    every: 60,
    until: at,
    status: 'completed',
  }),
  inventory_discovery: (_place, at) => ({
    id: randomUUID(),
    created_at: at,
    network: '192.0.2.0/24',
    connection_profiles: '[]',
    ping: 1,
    status: 'completed',
    addresses: 254,
  }),
  privacy_job: ({ user }, at) => ({
    id: randomUUID(),
    created_at: at,
    completed_at: at,
    kind: 'export',
    user,
    status: 'completed',
    report: '[]',
  }),
  txlog_portal: (_place, at) => ({ datetime: at, type: 'ui', status: 200 }),
  dnsfilter_check: (_place, at) => ({
    id: randomUUID(),
    created_at: at,
    hostname: 'example.org',
    action: 'A',
  }),
  device_app_connection_log: ({ app }, at) => ({
    device: app,
    created: at,
    start_datetime: at,
    end_datetime: at,
    network_type: 'wifi',
    network_security: 'open',
  }),
  device_app_connection_day: ({ app }, at) => ({
    device: app,
    network_type: 'wi',
    network: `:${at}`,
    day: at,
    connections: 1,
    seconds: 0,
    bytes_in: 0,
    bytes_out: 0,
    rssi_sum: 0,
    rssi_count: 0,
    sinr_sum: 0,
    sinr_count: 0,
    speed_sum: 0,
    speed_count: 0,
    first: at,
    last: at,
  }),
  device_app_test_report: ({ app }, at) => ({
    device: app,
    created: at,
    datetime: at,
    network_type: 'wifi',
    test_type: 'dl',
    destination: 'example.org',
    value: 1,
    unit: 'Mbps',
    count: 1,
  }),
};

/** Inserts `count` rows of a table, one millisecond apart, in one statement. */
export function insertRows(
  { db }: Store,
  table: string,
  { place, at, count = 1, more = {} }: { place: Place; at: number; count?: number; more?: Row },
) {
  const rows = Array.from({ length: count }, (_, index) => ({
    organization: place.organization,
    ...rowAt[table]?.(place, at + index),
    ...more,
  }));
  const columns = Object.keys(rows[0] ?? {}).map((column) => sql.ref(column));
  const values = rows.map((row) => sql`(${sql.join(Object.values(row))})`);
  return sql`insert into ${sql.table(table)} (${sql.join(columns)}) values ${sql.join(values)}`.compile(
    db,
  );
}

const timeOfDay = (days: number) => days * day;

/** Returns the times of a table's rows in an organization, the oldest first. */
export async function timesOf(store: Store, table: string, organization: number) {
  const of = growingTables.find((one) => one.table === table);
  const { rows } = await sql<{
    at: number;
  }>`select ${sql.ref(of?.timeColumn ?? '')} as at from ${sql.table(table)}
    where organization = ${organization} order by 1`.execute(store.db);
  const timeOf = of?.timeColumn === 'day' && of.valueAt ? timeOfDay : timeOfId;
  return rows.map(({ at }) => (of?.valueAt ? timeOf(at) : at));
}

/** The limits of a site, beside the defaults. */
export type SiteLimits = { readonly disk_limit?: number } & {
  readonly [Name in RetentionName]?: { readonly days?: number; readonly rows?: number };
};

/** The retention of a gateway on a store, with a clock that a test sets. */
export function retentionOn(store: Store, limits: SiteLimits = {}) {
  const defaults = loadConfig('/dev/null', {});
  const { disk_limit = 1e15, ...tables } = limits;
  const retention = { ...defaults.retention, disk_limit };
  for (const name of keysOf(defaultRetention))
    retention[name] = { ...retention[name], ...tables[name] };
  const lines: string[] = [];
  const metrics = new Registry();
  const clock = new ManualClock();
  const log = pino({}, { write: (line: string) => lines.push(line) });
  const trustedClock = new TrustedClock({ store, clock, log, metrics });
  const audited: AuditRecord[] = [];
  const task = new Retention(
    {
      store,
      config: { ...defaults, retention },
      clock,
      trustedClock,
      audit: { add: (record) => audited.push(record), addLimited: () => undefined },
      log,
      metrics,
    },
    growingTables,
  );
  /** Runs until nothing is left to delete. */
  const run = async () => {
    while ((await task.run(new AbortController().signal)) !== undefined);
  };
  const close = () => {
    task.close();
  };
  return { run, close, lines, metrics, clock, trustedClock, audited };
}
