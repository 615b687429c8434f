import { sql } from 'kysely';
import type { Reading } from '../../adapter.ts';
import type { DeviceType } from '../../device-type.ts';
import type { Gateway, MetricResult } from '../../gateway.ts';
import { TtlCache } from '../../runtime/ttl-cache.ts';
import { namedParameter, prepareInsert, prepareQuery } from '../../store/prepared-statement.ts';
import type { Statement, Store } from '../../store/store.ts';
import type { StoredDevice } from '../device/find-device.ts';
import { insertEntries, type LogEntry } from './metric-log-entries.ts';
import { computeMetricResult, type MetricSample } from './metric.ts';

/**
 * Returns the statements that store what a poll has read: an entry of the log for each metric, and the samples that the next
 * poll is compared with.
 */
export async function resultStatements(
  gateway: Pick<Gateway, 'store' | 'now' | 'results'>,
  { device, type }: { readonly device: StoredDevice; readonly type: DeviceType },
  readings: readonly Reading[],
): Promise<readonly Statement[]> {
  const { store } = gateway;
  const takenAt = gateway.now().getTime();
  const metrics = await metricsOf(store, device);
  const isCompared = metrics.some((metric) => metric.type !== 'a');
  const samples = isCompared ? await samplesOf(store, device) : new Map<number, MetricSample>();
  const scales = new Map(type.metrics.map(({ name, scale }) => [name, scale]));
  const values = new Map(readings.map(({ variable, value }) => [variable, value]));
  const results: MetricResult[] = [];
  const entries: LogEntry[] = [];
  const lastSamples = new Map<number, readonly unknown[]>();
  for (const { metric, name, source, type, variable_name } of metrics) {
    const value = values.get(variable_name);
    if (typeof value !== 'number' && typeof value !== 'bigint') continue;
    const now = { value, takenAt };
    const computed = computeMetricResult(type, now, samples.get(metric) ?? null);
    const result = computed === null ? null : computed * (scales.get(name) ?? 1);
    if (result !== null) results.push({ metric: name, variable: variable_name, value: result });
    entries.push({ source, value, result });
    if (type !== 'a') lastSamples.set(metric, [device.id, metric, value.toString(), takenAt]);
  }
  return [
    ...insertEntries(store, { device, takenAt }, entries),
    ...upsertSamples(store, [...lastSamples.values()]),
    ...gateway.results.conditionsOf(device, results),
  ];
}

const upsertSamples = prepareInsert({
  table: 'inventory_metric_sample',
  columns: ['device', 'metric', 'value', 'taken_at'],
  after: sql`on conflict (device, metric) do update set value = excluded.value, taken_at = excluded.taken_at`,
});

/** A metric of a device type and the parameter that it is computed from. */
interface TypeMetric {
  readonly metric: number;
  readonly name: string;
  readonly type: string;
  readonly variable_name: string;
  /** The metric with its parameter, as entries of the log name them. */
  readonly source: number;
}

/** The metrics of each type, which change only when a gateway starts with other files: another one may. */
const metricsByType = new WeakMap<Store['db'], TtlCache<readonly TypeMetric[]>>();
const keptMetrics = { ttlMs: 60_000, maxEntries: 1_000 };

async function metricsOf(
  store: Store,
  { type }: Pick<StoredDevice, 'type'>,
): Promise<readonly TypeMetric[]> {
  const kept = metricsByType.get(store.db) ?? new TtlCache<readonly TypeMetric[]>(keptMetrics);
  metricsByType.set(store.db, kept);
  const known = kept.get(String(type));
  if (known !== undefined) return known;
  const metrics = await readMetrics(store, { type });
  kept.set(String(type), metrics);
  return metrics;
}

const readMetrics = prepareQuery<TypeMetric>((db) =>
  db
    .selectFrom('inventory_metric_parameter as mp')
    .innerJoin('inventory_metric as m', 'm.id', 'mp.metric')
    .innerJoin('inventory_parameter as p', 'p.id', 'mp.parameter')
    .innerJoin('inventory_metric_source as s', (join) =>
      join.onRef('s.metric', '=', 'mp.metric').onRef('s.parameter', '=', 'mp.parameter'),
    )
    .select(['m.id as metric', 'm.name', 'm.type', 'p.variable_name', 's.id as source'])
    .where('p.type', '=', namedParameter<number>('type'))
    .compile(),
);

const readSamples = prepareQuery((db) =>
  db
    .selectFrom('inventory_metric_sample')
    .select(['metric', 'value', 'taken_at'])
    .where('device', '=', namedParameter<number>('device'))
    .compile(),
);

async function samplesOf(
  store: Store,
  { id }: Pick<StoredDevice, 'id'>,
): Promise<ReadonlyMap<number, MetricSample>> {
  const rows = await readSamples(store, { device: id });
  return new Map(
    rows.map(({ metric, value, taken_at }) => [
      metric,
      { value: numberOf(value), takenAt: taken_at },
    ]),
  );
}

function numberOf(text: string): number | bigint {
  return /^-?\d+$/.test(text) ? BigInt(text) : Number(text);
}
