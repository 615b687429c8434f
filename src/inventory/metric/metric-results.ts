import type { Reading, ReadingRow } from '../../contract/adapter.ts';
import type { DeviceType } from '../../device-type/device-type.ts';
import type { Gateway, MetricResult } from '../../gateway/gateway.ts';
import { namedParameter, prepareQuery } from '../../store/prepared-statement.ts';
import type { Statement } from '../../store/store.ts';
import type { StoredDevice } from '../device/find-device.ts';
import { uptimeMetric } from './device-uptime.ts';
import { formerSamples, storeSamples } from './former-samples.ts';
import { chooseInterfaces, type ChoiceContext } from './interface-choice.ts';
import { findInterfaceSources, type InterfaceSource } from './interface-sources.ts';
import { insertEntries, type LogEntry } from './metric-log-entries.ts';
import { computeMetricResult, type FormerSample, type MetricSample } from './metric.ts';

/**
 * Returns the statements that store what a poll has read: an entry of the log for each metric, of each interface if the metric
 * has several, and the samples that the next poll is compared with.
 */
export async function resultStatements(
  gateway: ChoiceContext & Pick<Gateway, 'store' | 'results'>,
  { device, type }: { readonly device: StoredDevice; readonly type: DeviceType },
  readings: readonly Reading[],
): Promise<PollEntries> {
  const { store, clock, results: watch, inventory } = gateway;
  const { lastPolls } = inventory.polls;
  const time = { takenAt: clock.now().getTime(), monotonicMs: clock.monotonicMs() };
  const plan = planOf(await metricsOf(gateway, device), type);
  const read = readingsOf(plan, readings);
  const { samples, omitted } = await samplesOf(gateway, device, { plan, read });
  const poll = { ...time, type, samples: plan.isCompared ? samples.filter(isCompared) : [] };
  const former = plan.isCompared
    ? await formerSamples({ store, lastPolls }, device, {
        ...poll,
        uptimeMs: uptimeMsOf(plan, read),
      })
    : null;
  computeResults(samples, former?.samples ?? []);
  const log = insertEntries(store, { device, takenAt: time.takenAt }, samples);
  const statements = [
    ...log,
    ...storeSamples(store, device, { ...poll, hasExpired: former?.hasExpired === true }),
    ...(watch.isWatching === false ? [] : watch.conditionsOf(device, resultsOf(samples))),
  ];
  const logged = { entries: samples.length, statements: log.length };
  return { statements, logged, takenAt: time.takenAt, omittedInterfaces: omitted };
}

/** Statements that store a poll, and the number of interfaces beyond the limit of a device. */
interface PollEntries {
  readonly statements: readonly Statement[];
  /** Number of entries of the log, and of the statements that add them, which are the first. */
  readonly logged: { readonly entries: number; readonly statements: number };
  /** Time of the entries, in milliseconds since 1970. */
  readonly takenAt: number;
  readonly omittedInterfaces: number;
}

/** A value of a metric that was read, and the entry of the log that it becomes. */
interface Sample extends MetricSample, LogEntry {
  readonly metric: PlannedMetric;
  /** The interface if the metric has several, else the variable. */
  readonly subject: string;
  result: number | null;
}

function isCompared({ metric }: Sample): boolean {
  return metric.type !== 'a';
}

/** @param former  of those samples that are compared, in their order */
function computeResults(
  samples: readonly Sample[],
  former: readonly (FormerSample | undefined)[],
): void {
  let at = 0;
  for (const sample of samples) {
    const { type, scale } = sample.metric;
    const before = isCompared(sample) ? former[at++] : undefined;
    const computed = computeMetricResult(type, sample, before);
    sample.result = computed === null ? null : computed * scale;
  }
}

function resultsOf(samples: readonly Sample[]): readonly MetricResult[] {
  return samples.flatMap(({ metric, subject: variable, result: value }) =>
    value === null ? [] : [{ metric: metric.name, variable, value }],
  );
}

/** A metric of a type, with the factor that its results are multiplied by. */
interface PlannedMetric extends TypeMetric {
  readonly scale: number;
}

/** The constant part of the polls of a type. */
interface MetricPlan {
  readonly type: DeviceType;
  readonly metrics: readonly PlannedMetric[];
  /** True if the results of some are differences to the last samples. */
  readonly isCompared: boolean;
  /** Position of the metric `uptime`; -1: no such metric. */
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
  readonly samples: readonly Sample[];
  /** Number of interfaces beyond the limit of a device. */
  readonly omitted: number;
}

async function samplesOf(
  gateway: ChoiceContext & Pick<Gateway, 'store'>,
  device: Pick<StoredDevice, 'id'>,
  { plan: { metrics }, read }: PollReadings,
): Promise<PollSamples> {
  const samples: Sample[] = [];
  let at = 0;
  for (const metric of metrics) {
    const sample = sampleOf(metric, read[at++]);
    if (sample !== null) samples.push(sample);
  }
  if (!read.some((reading) => rowsOf(reading).length > 0)) return { samples, omitted: 0 };
  const tables = read.map(rowsOf);
  const { names, omitted } = chooseInterfaces(gateway, device.id, tables);
  const rows = metrics.flatMap((metric, at) =>
    (tables[at] ?? []).flatMap((row) => {
      const name = names.get(row.name);
      return name === undefined ? [] : [{ metric, name, row }];
    }),
  );
  const sources = await findInterfaceSources(
    gateway.store,
    gateway.inventory.polls.sources,
    rows.map(({ metric: { metric, parameter }, name }): InterfaceSource => {
      return { metric, parameter, interface: name };
    }),
  );
  for (const [at, { metric, name, row }] of rows.entries()) {
    const source = sources[at];
    if (source === undefined) continue;
    const { value, counterBits } = row;
    const subject = `interface ${name}`;
    const counterRange = counterBits && 2 ** counterBits;
    samples.push({ source, metric, subject, value, number: value, counterRange, result: null });
  }
  return { samples, omitted };
}

const noRows: readonly ReadingRow[] = [];

function rowsOf(reading: Reading | undefined): readonly ReadingRow[] {
  return reading === undefined || reading.value === null ? noRows : (reading.rows ?? noRows);
}

/** Returns the sample of a numeric reading, or null. */
function sampleOf(metric: PlannedMetric, reading: Reading | undefined): Sample | null {
  if (reading === undefined || reading.value === null) return null;
  const { value: number, original: value = number, counterBits } = reading;
  if (typeof number !== 'number' && typeof number !== 'bigint') return null;
  const { counterRange = counterBits && 2 ** counterBits } = reading;
  const { source, variable_name: subject } = metric;
  return { source, metric, subject, value, number, counterRange, result: null };
}

/** Returns the time since the start of the device; null: not known. */
function uptimeMsOf({ uptimeAt, metrics }: MetricPlan, read: Readings): number | null {
  const metric = metrics[uptimeAt];
  const sample = metric === undefined ? null : sampleOf(metric, read[uptimeAt]);
  return sample && Number(sample.number) * sample.metric.scale * 1000;
}

/** A metric of a device type and the parameter that it is computed from. */
export interface TypeMetric {
  readonly metric: number;
  readonly name: string;
  readonly type: string;
  readonly variable_name: string;
  readonly parameter: number;
  /** The metric with its parameter, as entries of the log name them. */
  readonly source: number;
}

async function metricsOf(
  { store, inventory }: ChoiceContext & Pick<Gateway, 'store'>,
  { type }: Pick<StoredDevice, 'type'>,
): Promise<readonly TypeMetric[]> {
  const kept = inventory.polls.metrics;
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
