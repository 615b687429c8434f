import { sql } from 'kysely';
import type { Reading, ReadingRow, VariableValue } from '../../adapter.ts';
import type { DeviceType } from '../../device-type.ts';
import type { Gateway, MetricResult } from '../../gateway.ts';
import { cachePerOwner } from '../../runtime/ttl-cache.ts';
import {
  namedParameter,
  prepareQuery,
  prepareRows,
  prepareStatement,
} from '../../store/prepared-statement.ts';
import type { Statement, Store } from '../../store/store.ts';
import type { StoredDevice } from '../device/find-device.ts';
import { uptimeMetric } from './device-uptime.ts';
import { chooseInterfaces, type ChoiceContext } from './interface-choice.ts';
import { findInterfaceSources, type InterfaceSource } from './interface-sources.ts';
import { insertEntries, type LogEntry } from './metric-log-entries.ts';
import { computeMetricResult, type MetricSample, type SampleInterval } from './metric.ts';

/**
 * Returns the statements that store what a poll has read: an entry of the log for each metric, of each interface if the metric
 * has several, and the samples that the next poll is compared with.
 */
export async function resultStatements(
  gateway: ChoiceContext & Pick<Gateway, 'results'>,
  { device, type }: { readonly device: StoredDevice; readonly type: DeviceType },
  readings: readonly Reading[],
): Promise<PollEntries> {
  const { store, clock } = gateway;
  const time = { takenAt: clock.now().getTime(), monotonicMs: clock.monotonicMs() };
  const plan = planOf(await metricsOf(store, device), type);
  const read = readingsOf(plan, readings);
  const { samples, omitted } = await samplesOf(gateway, device, { plan, read });
  const uptimeMs = uptimeMsOf(plan, read);
  const former = plan.isCompared ? await formerSamples(store, device, { ...time, uptimeMs }) : null;
  const results: MetricResult[] = [];
  const entries: LogEntry[] = [];
  const lastSamples: LastSample[] = [];
  for (const { source, metric, subject, sample } of samples) {
    const computed = computeMetricResult(metric.type, sample, former?.samples.get(source));
    const result = computed === null ? null : computed * metric.scale;
    if (result !== null) results.push({ metric: metric.name, variable: subject, value: result });
    entries.push({ source, value: sample.original, result });
    if (metric.type !== 'a') lastSamples.push([source, sample.value.toString()]);
  }
  const log = insertEntries(store, { device, takenAt: time.takenAt }, entries);
  const statements = [
    ...log,
    ...(former?.hasExpired === true
      ? [deleteSamples(store, { device: device.id, before: time.takenAt - keptSamplesMs })]
      : []),
    ...upsertSamples(store, { device, takenAt: time.takenAt }, lastSamples),
    ...gateway.results.conditionsOf(device, results),
  ];
  const logged = { entries: entries.length, statements: log.length };
  return { statements, logged, omittedInterfaces: omitted };
}

/** Statements that store a poll, and the number of interfaces beyond the limit of a device. */
interface PollEntries {
  readonly statements: readonly Statement[];
  /** Number of entries of the log, and of the statements that add them, which are the first. */
  readonly logged: { readonly entries: number; readonly statements: number };
  readonly omittedInterfaces: number;
}

type Sample = MetricSample & { readonly original: VariableValue };

/** A value of a metric that was read. */
interface SourceSample {
  readonly source: number;
  readonly metric: PlannedMetric;
  /** The interface if the metric has several, else the variable. */
  readonly subject: string;
  readonly sample: Sample;
}

/** A metric of a type, with the factor that its results are multiplied by. */
interface PlannedMetric extends TypeMetric {
  readonly scale: number;
}

/** What is the same in each poll of the devices of a type. */
interface MetricPlan {
  readonly type: DeviceType;
  readonly metrics: readonly PlannedMetric[];
  /** True if the results of some are differences to the last samples. */
  readonly isCompared: boolean;
  /** Position of the metric `uptime`; -1: none. */
  readonly uptimeAt: number;
  /** Where the last poll had the reading of each metric. */
  readonly positions: number[];
}

const plans = new WeakMap<readonly TypeMetric[], MetricPlan>();

function planOf(metrics: readonly TypeMetric[], type: DeviceType): MetricPlan {
  const known = plans.get(metrics);
  if (known?.type === type) return known;
  const scales = new Map(type.metrics.map(({ name, scale }) => [name, scale]));
  const plan = {
    type,
    metrics: metrics.map((metric) => ({ ...metric, scale: scales.get(metric.name) ?? 1 })),
    isCompared: metrics.some((metric) => metric.type !== 'a'),
    uptimeAt: metrics.findIndex(({ name }) => name === uptimeMetric),
    positions: metrics.map(() => 0),
  };
  plans.set(metrics, plan);
  return plan;
}

type Readings = readonly (Reading | undefined)[];

/** Returns the reading of each metric, in the order of the plan. Adapters return readings in the same order each time. */
function readingsOf({ metrics, positions }: MetricPlan, readings: readonly Reading[]): Readings {
  return metrics.map(({ variable_name }, at) => {
    const expected = readings[positions[at] ?? 0];
    if (expected?.variable === variable_name) return expected;
    const found = readings.findIndex(({ variable }) => variable === variable_name);
    positions[at] = found;
    return readings[found];
  });
}

interface PollReadings {
  readonly plan: MetricPlan;
  /** In the order of the plan's metrics. */
  readonly read: Readings;
}

interface PollSamples {
  readonly samples: readonly SourceSample[];
  /** Number of interfaces beyond the limit of a device. */
  readonly omitted: number;
}

async function samplesOf(
  gateway: ChoiceContext,
  device: Pick<StoredDevice, 'id'>,
  { plan: { metrics }, read }: PollReadings,
): Promise<PollSamples> {
  const samples: SourceSample[] = [];
  metrics.forEach((metric, at) => {
    const sample = sampleOf(read[at]);
    const { source, variable_name: subject } = metric;
    if (sample !== null) samples.push({ source, metric, subject, sample });
  });
  const tables = read.map(rowsOf);
  if (tables.every((table) => table.length === 0)) return { samples, omitted: 0 };
  const { names, omitted } = chooseInterfaces(gateway, device.id, tables);
  const rows = metrics.flatMap((metric, at) =>
    (tables[at] ?? []).flatMap((row) => {
      const name = names.get(row.name);
      if (name === undefined) return [];
      const subject = `interface ${name}`;
      return [{ metric, name, subject, sample: sampleOfRow(row) }];
    }),
  );
  const sources = await findInterfaceSources(
    gateway.store,
    rows.map(({ metric: { metric, parameter }, name }): InterfaceSource => {
      return { metric, parameter, interface: name };
    }),
  );
  for (const [at, row] of rows.entries()) {
    const source = sources[at];
    if (source !== undefined) samples.push({ ...row, source });
  }
  return { samples, omitted };
}

const noRows: readonly ReadingRow[] = [];

function rowsOf(reading: Reading | undefined): readonly ReadingRow[] {
  return reading === undefined || reading.value === null ? noRows : (reading.rows ?? noRows);
}

function sampleOfRow({ value, counterBits }: ReadingRow): Sample {
  return { value, original: value, counterRange: counterBits && 2 ** counterBits };
}

/** Returns the value of a reading that is a number; null: there is none. */
function sampleOf(reading: Reading | undefined): Sample | null {
  if (reading === undefined || reading.value === null) return null;
  const { value, original = value, counterBits } = reading;
  const { counterRange = counterBits && 2 ** counterBits } = reading;
  return typeof value === 'number' || typeof value === 'bigint'
    ? { value, original, counterRange }
    : null;
}

/** Returns the time since the start of the device; null: not known. */
function uptimeMsOf({ uptimeAt, metrics }: MetricPlan, read: Readings): number | null {
  const sample = sampleOf(read[uptimeAt]);
  return sample && Number(sample.value) * (metrics[uptimeAt]?.scale ?? 1) * 1000;
}

/** A sample of a source, as the next poll reads it. */
type LastSample = readonly [source: number, value: string];

interface SampledPoll {
  readonly device: Pick<StoredDevice, 'id'>;
  readonly takenAt: number;
}

/** Returns the statements that store the samples of a poll, each in place of the former one. */
function upsertSamples(
  store: Pick<Store, 'db' | 'engine'>,
  { device, takenAt }: SampledPoll,
  samples: readonly LastSample[],
): readonly Statement[] {
  return upsertRows(store, samples, (some) => [[device.id, takenAt], ...some]);
}

/** The first row has the device and the time, which are bound once. */
const upsertRows = prepareRows((rows) => {
  const [[device, takenAt] = [], ...samples] = rows;
  return sql`
    insert into inventory_metric_sample (device, taken_at, source, value)
    select cast(${device} as bigint), cast(${takenAt} as bigint), cast(s.column1 as bigint), s.column2
    from (values ${sql.join(samples.map((sample) => sql`(${sql.join(sample)})`))}) as s
    where true on conflict (device, source) do update set value = excluded.value, taken_at = excluded.taken_at`;
});

/** Samples of what a device has no more, such as an interface, are kept for this time. */
const keptSamplesMs = 86_400_000;

const deleteSamples = prepareStatement((db) =>
  db
    .deleteFrom('inventory_metric_sample')
    .where('device', '=', namedParameter<number>('device'))
    .where('taken_at', '<', namedParameter<number>('before'))
    .compile(),
);

/** A metric of a device type and the parameter that it is computed from. */
interface TypeMetric {
  readonly metric: number;
  readonly name: string;
  readonly type: string;
  readonly variable_name: string;
  readonly parameter: number;
  /** The metric with its parameter, as entries of the log name them. */
  readonly source: number;
}

/** The metrics of each type, which change only when a gateway starts with other files: another one may. */
const metricsByType = cachePerOwner<readonly TypeMetric[]>({
  ttlMs: 60_000,
  maxEntries: 1_000,
});

async function metricsOf(
  store: Store,
  { type }: Pick<StoredDevice, 'type'>,
): Promise<readonly TypeMetric[]> {
  const kept = metricsByType(store.db);
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
      join
        .onRef('s.metric', '=', 'mp.metric')
        .onRef('s.parameter', '=', 'mp.parameter')
        .on('s.interface', '=', ''),
    )
    .select(['m.id as metric', 'm.name', 'm.type', 'p.variable_name', 's.id as source'])
    .select('p.id as parameter')
    .where('p.type', '=', namedParameter<number>('type'))
    .compile(),
);

const readSamples = prepareQuery((db) =>
  db
    .selectFrom('inventory_metric_sample')
    .select(['source', 'value', 'taken_at'])
    .where('device', '=', namedParameter<number>('device'))
    .compile(),
);

/** Time of a poll, by the date and by the clock that is never set. */
interface PollTime {
  readonly takenAt: number;
  readonly monotonicMs: number;
}

/** The last polls of this process: the date may have been set since. */
const lastPolls = cachePerOwner<PollTime>({
  ttlMs: 2 * 86_400_000,
  maxEntries: 20_000,
});
/** The date is set by more than this; a time service spreads what is less. */
const leastStepMs = 1_000;
/** A device may state its uptime in whole seconds. */
const uptimeSlackMs = 1_000;

interface FormerSamples {
  /** By source. */
  readonly samples: ReadonlyMap<number, MetricSample & SampleInterval>;
  /** True if there are some that are no longer kept. */
  readonly hasExpired: boolean;
}

/** @param poll.uptimeMs  time since the start of the device; null: not known */
async function formerSamples(
  store: Store,
  { id }: Pick<StoredDevice, 'id'>,
  { takenAt, monotonicMs, uptimeMs }: PollTime & { readonly uptimeMs: number | null },
): Promise<FormerSamples> {
  const kept = lastPolls(store.db);
  const last = kept.get(String(id));
  kept.set(String(id), { takenAt, monotonicMs });
  const rows = await readSamples(store, { device: id });
  const samples = new Map<number, MetricSample & SampleInterval>();
  let hasExpired = false;
  for (const { source, value, taken_at } of rows) {
    const byDate = takenAt - taken_at;
    const known = last?.takenAt === taken_at ? monotonicMs - last.monotonicMs : byDate;
    const elapsedMs = Math.abs(known - byDate) < leastStepMs ? byDate : known;
    const hasRestarted = uptimeMs === null ? null : uptimeMs < elapsedMs - uptimeSlackMs;
    samples.set(source, { value: numberOf(value), elapsedMs, hasRestarted });
    hasExpired ||= taken_at < takenAt - keptSamplesMs;
  }
  return { samples, hasExpired };
}

function numberOf(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) || !/^-?\d+$/.test(text) ? number : BigInt(text);
}
