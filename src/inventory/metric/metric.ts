import type { Generated, GeneratedAlways } from 'kysely';
import { Type } from 'typebox';
import { metricTypes } from '../../device-type/device-type.ts';
import { dateTime, extension, id, name, nullable, text } from '../../contract/fields.ts';
import { resource, readOnlyResource } from '../../contract/resource.ts';
import { firstIdAt, timeColumn } from './metric-log-id.ts';

const metricType = Type.Enum([...metricTypes], {
  description: 'a: absolute; c: counter, per second; d: delta',
});

export const metric = resource({
  name: 'inventory_metric',
  relation: ({ jsonList }) => `
    select m.*,
      (select ${jsonList('mp.parameter')} from inventory_metric_parameter mp where mp.metric = m.id) as parameter,
      g.id as "group", g.name as group_name
    from inventory_metric m left join inventory_group g on g.id = (
      select min(p."group") from inventory_metric_parameter mp join inventory_parameter p on p.id = mp.parameter
      where mp.metric = m.id)`,
  title: 'a metric',
  plural: 'metrics',
  schema: Type.Object({
    id: id(),
    name: name(),
    description: text(),
    type: metricType,
    group: nullable(Type.Integer({ description: 'group of the source parameters' })),
    group_name: nullable(text()),
    parameter: Type.Array(Type.Integer(), {
      description: 'ids of the source parameters',
    }),
    unit: nullable(text()),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'shared',
  filters: { name: { column: 'name', operator: '=' } },
  lookups: ['id', 'name', 'type'],
  computed: ['parameter', 'group', 'group_name'],
  databaseDefaults: ['description'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    inventory_metric: TableOf<typeof metric>;
    inventory_metric_parameter: { metric: number; parameter: number };
    /** Last sample of a source, which the next sample of a counter or delta metric is compared with. */
    inventory_metric_sample: { device: number; source: number; value: string; taken_at: EpochMs };
  }
}

/** Field of the log and of last results. */
export const interfaceName = extension(
  nullable(text({ description: 'name of an interface; null: the result is one of the device' })),
);

const reference = Type.Object({ id: Type.Integer(), name: name() });
const parameterName = (name: string) =>
  ({
    table: 'inventory_parameter',
    name,
    id: 'source_id',
    through: { table: 'inventory_metric_source', column: 'parameter' },
  }) as const;
const byText = (column: string) => ({ column, operator: '=', schema: text() }) as const;

/** Returns the SQL expression of the exact value of an entry. @param alias  of the metric log */
export function valueColumn(alias: string): string {
  return `coalesce(${alias}.value_text, cast(${alias}.value as text), cast(cast(${alias}.result as bigint) as text))`;
}

export const metricLog = resource({
  name: 'inventory_metric_log',
  // Outer joins: the engine leaves them out where no column of the joined table is used.
  relation: ({ jsonObject }) => `
    select l.id, l.organization, ${timeColumn('l')} as datetime, ${valueColumn('l')} as value, l.result, 'auto' as origin,
      l.device as device_id, l.source as source_id, s.metric as metric_id, s.parameter as parameter_id, d.name as device_name, m.name as metric_name, p.name as parameter_name,
      p.short_name as parameter_short_name, p.variable_name as parameter_variable_name,
      nullif(s.interface, '') as interface,
      ${jsonObject("'id', d.id, 'name', d.name")} as device,
      ${jsonObject("'id', m.id, 'name', m.name")} as metric,
      ${jsonObject("'id', p.id, 'name', p.name, 'short_name', p.short_name, 'variable_name', p.variable_name")} as parameter
    from inventory_metric_log l left join inventory_device d on d.id = l.device
      left join inventory_metric_source s on s.id = l.source
      left join inventory_metric m on m.id = s.metric left join inventory_parameter p on p.id = s.parameter`,
  title: 'an entry of the metric log',
  plural: 'entries of the metric log',
  schema: Type.Object({
    id: id(),
    datetime: dateTime(),
    device: reference,
    metric: reference,
    parameter: Type.Object({
      id: Type.Integer(),
      name: name(),
      short_name: text(),
      variable_name: text(),
    }),
    interface: interfaceName,
    value: text({ description: 'exact value from the device' }),
    result: nullable(
      Type.Number({
        description: 'null if there is no earlier sample or the counter restarted',
      }),
    ),
    origin: Type.Enum(['auto', 'manual', 'gui', 'cli', 'script', 'api']),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  filters: {
    datetime__gte: {
      column: 'id',
      operator: '>=',
      schema: dateTime(),
      comparedAs: firstIdAt,
    },
    datetime__lte: {
      column: 'id',
      operator: '<=',
      schema: dateTime(),
      comparedAs: (ms) => firstIdAt(ms + 1) - 1,
    },
    device__name: byText('device_name'),
    metric__name: byText('metric_name'),
    metric_name: byText('metric_name'),
    parameter__name: byText('parameter_name'),
    parameter_name: byText('parameter_name'),
    parameter__short_name: byText('parameter_short_name'),
    parameter__variable_name: byText('parameter_variable_name'),
    interface: { ...byText('interface'), isExtension: true },
  },
  columns: {
    id: Type.Integer(),
    organization: Type.Integer(),
    device: Type.Integer(),
    source: Type.Integer(),
    // An integer of 64 bits, or any other value as a text; both are null where the result repeats it.
    value: nullable(Type.Unsafe<number | bigint>({ type: 'integer' })),
    value_text: nullable(Type.String()),
  },
  computed: ['datetime', 'metric', 'parameter', 'interface', 'origin'],
  accessPaths: { columns: ['device_id', 'source_id', 'organization'] },
  nameColumns: {
    device_name: { table: 'inventory_device', name: 'name', id: 'device_id' },
    metric_name: {
      table: 'inventory_metric',
      name: 'name',
      id: 'source_id',
      through: { table: 'inventory_metric_source', column: 'metric' },
    },
    parameter_name: parameterName('name'),
    parameter_short_name: parameterName('short_name'),
    parameter_variable_name: parameterName('variable_name'),
    interface: { table: 'inventory_metric_source', name: 'interface', id: 'source_id' },
  },
  // The order of time: see metric-log-id.ts.
  order: { column: 'id', direction: 'desc' },
  paging: 'cursor',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    inventory_metric_log: TableOf<typeof metricLog>;
    /** Metrics with the parameters that the entries of the metric log are results of. */
    inventory_metric_source: {
      id: GeneratedAlways<number>;
      metric: number;
      parameter: number;
      /** Name of an interface; empty: the metric is one of the device. */
      interface: Generated<string>;
    };
  }
}

/** A number that was read. */
export interface MetricSample {
  readonly number: number | bigint;
  /** The counter wraps to 0 at this value. */
  readonly counterRange?: number | undefined;
}

/** The sample before, and the time since then. */
export interface FormerSample {
  readonly number: number | bigint;
  readonly elapsedMs: number;
  /** True if the device has restarted in that time; null: not known. */
  readonly hasRestarted: boolean | null;
}

/**
 * Computes the result of a metric from a sample and the sample before.
 *
 * @param type  `a` absolute value; `c` increase per second; `d` increase
 * @returns     null without an earlier sample, or if the counter was reset: its last value before the reset is unknown
 */
export function computeMetricResult(
  type: string,
  now: MetricSample,
  before: FormerSample | undefined,
): number | null {
  if (type === 'a') return Number(now.number);
  if (!before || before.elapsedMs <= 0) return null;
  const increase = increaseOf(now, before);
  if (type === 'd') return increase;
  const isAnew = increase < 0 || before.hasRestarted === true;
  return isAnew ? null : increase / (before.elapsedMs / 1000);
}

/**
 * Returns the increase of a value. A counter with a range of a device that did not restart has wrapped if that is the shorter way to its
 * value; otherwise something else, such as a driver, has set it to 0.
 */
function increaseOf(
  { number, counterRange = Infinity }: MetricSample,
  before: FormerSample,
): number {
  const increase = difference(number, before.number);
  const hasWrapped = before.hasRestarted === false && increase < -counterRange / 2;
  return hasWrapped ? increase + counterRange : increase;
}

/** Exact for integers, however large. */
function difference(a: number | bigint, b: number | bigint): number {
  // Rounded once, as the exact difference would be.
  if (Number.isSafeInteger(a) && Number.isSafeInteger(b)) return Number(a) - Number(b);
  const areIntegers =
    (typeof a === 'bigint' || Number.isSafeInteger(a)) &&
    (typeof b === 'bigint' || Number.isSafeInteger(b));
  return areIntegers ? Number(BigInt(a) - BigInt(b)) : Number(a) - Number(b);
}
