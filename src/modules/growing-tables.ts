import { sql } from 'kysely';
import { accountingGrowth } from '../aaa/session/accounting-growth.ts';
import { configurationGrowth } from '../inventory/configuration/configuration-growth.ts';
import { unfinishedStatuses } from '../inventory/transaction/transaction.ts';
import { firstIdAt } from '../inventory/metric/metric-log-id.ts';
import type { GrowingTable } from '../gateway/growing-table.ts';

const isEnded = sql`status not in (${sql.join(unfinishedStatuses)})`;

/** Every table that grows as long as the gateway runs. */
export const growingTables: readonly GrowingTable[] = [
  accountingGrowth,
  { retention: 'decisions', table: 'aaa_decision', key: 'id', timeColumn: 'datetime' },
  { retention: 'audit', table: 'audit', key: 'id', timeColumn: 'datetime' },
  { retention: 'packets', table: 'aaa_packet', key: 'id', timeColumn: 'datetime' },
  {
    retention: 'changes',
    table: 'aaa_authorization_change',
    key: 'id',
    timeColumn: 'created',
    mayDelete: () => sql`next_try is null`,
  },
  {
    retention: 'metric_log',
    table: 'inventory_metric_log',
    key: 'id',
    timeColumn: 'id',
    valueAt: firstIdAt,
  },
  { retention: 'metric_5min', table: 'inventory_metric_5min', key: 'id', timeColumn: 'datetime' },
  { retention: 'metric_hour', table: 'inventory_metric_hour', key: 'id', timeColumn: 'datetime' },
  { retention: 'metric_day', table: 'inventory_metric_day', key: 'id', timeColumn: 'datetime' },
  {
    retention: 'device_log',
    table: 'inventory_device_log',
    key: 'id',
    timeColumn: 'datetime',
    mayDelete: () => sql`is_pending = 0`,
  },
  {
    retention: 'transactions',
    table: 'inventory_transaction',
    key: 'id',
    timeColumn: 'created_at',
    mayDelete: () => isEnded,
  },
  configurationGrowth,
  {
    retention: 'alerts',
    table: 'alert',
    key: 'id',
    timeColumn: 'fired_at',
    mayDelete: () => sql`state = 'resolved'`,
  },
  {
    retention: 'transactions',
    table: 'inventory_fleet_operation',
    key: 'id',
    timeColumn: 'created_at',
    mayDelete: () => isEnded,
  },
  {
    retention: 'transactions',
    table: 'inventory_series',
    key: 'id',
    timeColumn: 'created_at',
    mayDelete: () => isEnded,
  },
  {
    retention: 'transactions',
    table: 'privacy_job',
    key: 'id',
    timeColumn: 'created_at',
    mayDelete: () => sql`completed_at is not null and next_at is null`,
  },
  {
    retention: 'transactions',
    table: 'inventory_discovery',
    key: 'id',
    timeColumn: 'created_at',
    mayDelete: () => isEnded,
  },
  { retention: 'txlog', table: 'txlog_portal', key: 'id', timeColumn: 'datetime' },
  { retention: 'dnsfilter_check', table: 'dnsfilter_check', key: 'id', timeColumn: 'created_at' },
  { retention: 'app_logs', table: 'device_app_connection_log', key: 'id', timeColumn: 'created' },
  { retention: 'app_logs', table: 'device_app_connection_day', key: 'id', timeColumn: 'day' },
  { retention: 'app_logs', table: 'device_app_test_report', key: 'id', timeColumn: 'created' },
];
