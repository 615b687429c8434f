import { sql } from 'kysely';
import type { GrowingTable } from '../gateway/growing-table.ts';
import type { ModuleTables } from '../gateway/module.ts';
import { configurationGrowth } from './configuration/configuration-growth.ts';
import { configuration } from './configuration/configuration.ts';
import { connectionProfile } from './device/connection-profile.ts';
import { deviceLog } from './transaction/device-log.ts';
import { device } from './device/device.ts';
import { firmwareImage } from './device/firmware-image.ts';
import { inventoryType } from './device/inventory-type.ts';
import { parameter } from './device/parameter.ts';
import { transaction, unfinishedStatuses } from './transaction/transaction.ts';
import { discovery, discoveryCandidate } from './discovery/discovery.ts';
import { fleetOperation, fleetTarget } from './fleet/fleet-operation.ts';
import { firstIdAt } from './metric/metric-log-id.ts';
import { metric5min, metricDay, metricHour } from './metric/metric-rollup.ts';
import { metric, metricLog } from './metric/metric.ts';
import { series } from './series/series.ts';
import { setting } from './setting/setting.ts';
import { variableSet } from './setting/variable-set.ts';

const isEnded = sql`status not in (${sql.join(unfinishedStatuses)})`;

/** A table of work on devices: rows of ended work may be deleted. */
const workTable = (table: GrowingTable['table']): GrowingTable => ({
  retention: 'transactions',
  table,
  key: 'id',
  timeColumn: 'created_at',
  mayDelete: () => isEnded,
});

const growth: readonly GrowingTable[] = [
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
  configurationGrowth,
  workTable('inventory_transaction'),
  workTable('inventory_fleet_operation'),
  workTable('inventory_series'),
  workTable('inventory_discovery'),
];

export const tables: ModuleTables = {
  resources: [
    connectionProfile,
    firmwareImage,
    inventoryType,
    parameter,
    metric,
    metricLog,
    metric5min,
    metricHour,
    metricDay,
    device,
    deviceLog,
    transaction,
    series,
    discovery,
    discoveryCandidate,
    fleetOperation,
    fleetTarget,
    setting,
    variableSet,
    configuration,
  ],
  growth,
};
