import type { GeneratedAlways } from 'kysely';
import { Type } from 'typebox';
import { dateTime, extension } from '../../contract/fields.ts';
import { resource } from '../../contract/resource.ts';
import { metricLog } from './metric.ts';

const shown = (description: string) => extension(Type.Number({ description }));

/** Fields of a rollup in addition to the fields of a metric log entry. */
export const rollupFields = {
  min: shown('least result of the period'),
  max: shown('greatest result of the period'),
  avg: shown('mean of the results of the period'),
  last: shown('last result of the period'),
  count: extension(Type.Integer({ description: 'results of the period' })),
};

const parameterName = (name: string) =>
  ({ table: 'inventory_parameter', name, id: 'parameter_id' }) as const;

type RollupTable = 'inventory_metric_5min' | 'inventory_metric_hour' | 'inventory_metric_day';

/** Returns the resource of a table of rollups: an entry for each period, whose `result` is the mean. */
function rollup(name: RollupTable) {
  return resource({
    ...metricLog,
    name,
    relation: ({ jsonObject }) => `
      select l.id, l.organization, l.datetime, cast(l.last as text) as value, l.sum / l.count as result, 'auto' as origin,
        l.min, l.max, l.sum / l.count as avg, l.last, l.count,
        l.device as device_id, l.metric as metric_id, l.parameter as parameter_id, d.name as device_name,
        m.name as metric_name, p.name as parameter_name, p.short_name as parameter_short_name,
        p.variable_name as parameter_variable_name, nullif(l.interface, '') as interface,
        ${jsonObject("'id', d.id, 'name', d.name")} as device,
        ${jsonObject("'id', m.id, 'name', m.name")} as metric,
        ${jsonObject("'id', p.id, 'name', p.name, 'short_name', p.short_name, 'variable_name', p.variable_name")} as parameter
      from ${name} l left join inventory_device d on d.id = l.device
        left join inventory_metric m on m.id = l.metric left join inventory_parameter p on p.id = l.parameter`,
    title: 'a rollup of the metric log',
    plural: 'rollups of the metric log',
    schema: Type.Object({ ...metricLog.schema.properties, ...rollupFields }),
    key: 'id',
    filters: {
      ...metricLog.filters,
      datetime__gte: { column: 'datetime', operator: '>=', schema: dateTime() },
      datetime__lte: { column: 'datetime', operator: '<=', schema: dateTime() },
    },
    nameColumns: {
      device_name: { table: 'inventory_device', name: 'name', id: 'device_id' },
      metric_name: { table: 'inventory_metric', name: 'name', id: 'metric_id' },
      parameter_name: parameterName('name'),
      parameter_short_name: parameterName('short_name'),
      parameter_variable_name: parameterName('variable_name'),
    },
    columns: {
      organization: Type.Integer(),
      device: Type.Integer(),
      metric: Type.Integer(),
      parameter: Type.Integer(),
      interface: Type.String(),
      sum: Type.Number(),
    },
    computed: ['value', 'result', 'origin', 'avg'],
    accessPaths: { columns: ['device_id'] },
    order: { column: 'datetime', direction: 'desc' },
  });
}

export const metric5min = rollup('inventory_metric_5min');
export const metricHour = rollup('inventory_metric_hour');
export const metricDay = rollup('inventory_metric_day');

interface StoredRollup {
  id: GeneratedAlways<number>;
  organization: number;
  device: number;
  metric: number;
  parameter: number;
  /** Name of an interface; empty: results of the device. */
  interface: string;
  /** Begin of the period, in milliseconds since 1970. */
  datetime: number;
  count: number;
  min: number;
  max: number;
  sum: number;
  last: number;
}

declare module '../../contract/tables.ts' {
  interface Tables {
    inventory_metric_5min: StoredRollup;
    inventory_metric_hour: StoredRollup;
    inventory_metric_day: StoredRollup;
    /** Progress of the rollups by their seconds. */
    inventory_metric_rollup: { id: number; until: number | null; lease_until: number };
  }
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export const resolutions = ['raw', '5min', 'hour', 'day'] as const;
export type Resolution = (typeof resolutions)[number];

/**
 * Returns the resolution for a range of time: at most some hundred entries for each parameter.
 *
 * @param from  milliseconds since 1970; null: from the beginning
 */
export function chooseResolution(from: number | null, until: number): Resolution {
  const span = from === null ? Infinity : until - from;
  if (span <= 6 * hourMs) return 'raw';
  if (span <= 3 * dayMs) return '5min';
  return span <= 60 * dayMs ? 'hour' : 'day';
}
