import {
  bigint,
  id,
  index,
  integer,
  key,
  nullable,
  real,
  reference,
  text,
  unique,
  withDefault,
  type ForeignKey,
  type Table,
  type Tables,
} from '../table.ts';

/** Rollup of the metric log by device, metric, parameter and interface. */
const rollup: Table = {
  columns: {
    id,
    organization: reference('organization'),
    device: reference('inventory_device', 'cascade'),
    metric: reference('inventory_metric', 'cascade'),
    parameter: reference('inventory_parameter', 'cascade'),
    datetime: bigint,
    count: integer,
    min: real,
    max: real,
    sum: real,
    last: real,
    interface: withDefault(text, ''),
  },
  indexes: [
    index('datetime', 'id', 'organization'),
    index('device', 'datetime', 'id', 'organization'),
    index('organization', 'datetime', 'id'),
    unique('device', 'metric', 'parameter', 'datetime', 'interface'),
  ],
};

/** Returns a foreign key of the metric log, with its name in PostgreSQL stores before 0.1.0. */
const logKey = (column: string, table: string, onDelete: ForeignKey['onDelete']): ForeignKey => ({
  name: `inventory_metric_log_compact_${column}_fkey`,
  columns: [column],
  table,
  targets: ['id'],
  onDelete,
});

/** Metrics, their log, and its rollups. */
export const metricTables: Tables = {
  inventory_metric: {
    columns: {
      id,
      name: text,
      type: text,
      unit: nullable(text),
      description: withDefault(text, ''),
    },
    indexes: [unique('name')],
  },
  inventory_metric_parameter: {
    columns: {
      metric: reference('inventory_metric', 'cascade'),
      parameter: reference('inventory_parameter', 'cascade'),
    },
    primaryKey: ['metric', 'parameter'],
  },
  /** A metric with the parameter and the interface that it is read from. */
  inventory_metric_source: {
    columns: {
      id,
      metric: reference('inventory_metric'),
      parameter: reference('inventory_parameter'),
      // Empty for values of the device itself.
      interface: withDefault(text, ''),
    },
    indexes: [index('parameter'), unique('metric', 'parameter', 'interface'), index('interface')],
  },
  inventory_metric_log: {
    columns: {
      // Begins with the time of the entry.
      id: key({ type: 'row_id' }),
      organization: bigint,
      device: bigint,
      source: bigint,
      // Both are null if the result is the value.
      value: nullable(bigint),
      value_text: nullable(text),
      result: nullable(real),
    },
    foreignKeys: [
      logKey('organization', 'organization', 'restrict'),
      logKey('device', 'inventory_device', 'cascade'),
      logKey('source', 'inventory_metric_source', 'restrict'),
    ],
    // In SQLite each index ends with the number of the row, which is the id.
    indexes: ['organization', 'device', 'source'].flatMap((column) => [
      { columns: [column], engine: 'sqlite' },
      { columns: [column, 'id'], engine: 'postgres' },
    ]),
  },
  /** Last value of each source; the next poll computes a rate from it. */
  inventory_metric_sample: {
    columns: {
      device: reference('inventory_device', 'cascade'),
      source: reference('inventory_metric_source', 'cascade'),
      value: text,
      taken_at: bigint,
    },
    primaryKey: ['device', 'source'],
  },
  inventory_metric_5min: rollup,
  inventory_metric_hour: rollup,
  inventory_metric_day: rollup,
  /** Time until which each rollup has been computed; the id is its length in seconds. */
  inventory_metric_rollup: {
    columns: {
      id: key(integer),
      until: nullable(bigint),
      lease_until: withDefault(bigint, 0),
    },
    rows: [{ id: 300 }, { id: 3600 }, { id: 86_400 }],
  },
};
