import { sql } from 'kysely';
import type { DeviceType } from '../../device-type/device-type.ts';
import type { TtlCache } from '../../runtime/cache.ts';
import {
  namedParameter,
  prepareQuery,
  prepareRows,
  prepareStatement,
} from '../../store/prepared-statement.ts';
import type { Statement, Store } from '../../store/store.ts';
import type { StoredDevice } from '../device/find-device.ts';
import type { FormerSample } from './metric.ts';

/*
 * The samples that a poll is compared with. They are stored, because another gateway may poll the device the next time, and
 * kept in memory, because that is mostly the same one.
 */

/** A number of a source that is compared with the former one. */
interface ComparedSample {
  readonly source: number;
  readonly number: number | bigint;
}

/** Time of a poll, by the date and by the clock that is never set. */
interface PollTime {
  readonly takenAt: number;
  readonly monotonicMs: number;
}

interface SampledPoll extends PollTime {
  readonly type: DeviceType;
  readonly samples: readonly ComparedSample[];
}

/** The last poll of a device that this process has made. */
export interface LastPoll extends PollTime {
  readonly type: DeviceType;
  /** Monotonic time of reading the stored samples. */
  readonly readAt: number;
  readonly sources: readonly number[];
  /** Numbers of the sources, in their order. */
  readonly numbers: readonly (number | bigint)[];
}

/** A poll with more samples, as of a switch, keeps none of them. */
const maxKept = 64;
/** The stored samples are read at least this often, to notice deleted samples. */
const readAgainMs = 3_600_000;
/** Clock jumps above this are a manual set; smaller ones are NTP slewing. */
const leastStepMs = 1_000;
/** A device may state its uptime in whole seconds. */
const uptimeSlackMs = 1_000;
/** Retention of samples of parts that a device no longer reports, such as an interface. */
const keptSamplesMs = 86_400_000;

interface FormerSamples {
  /** One for each sample of the poll, in their order. */
  readonly samples: readonly (FormerSample | undefined)[];
  /** True if some are stored that are no longer kept. */
  readonly hasExpired: boolean;
}

type Device = Pick<StoredDevice, 'id' | 'last_connection'>;

/**
 * Returns the former samples of a poll.
 *
 * @param device  its `last_connection` is the time of its last poll, unless something else has reached it since
 * @param poll.uptimeMs  time since the start of the device; null: not known
 */
export async function formerSamples(
  { store, lastPolls: kept }: { readonly store: Store; readonly lastPolls: TtlCache<LastPoll> },
  device: Device,
  poll: SampledPoll & { readonly uptimeMs: number | null },
): Promise<FormerSamples> {
  const key = String(device.id);
  const last = kept.get(key);
  const isKnown = last !== undefined && isComplete(last, device, poll);
  kept.set(key, lastPollOf(poll, last, isKnown));
  if (!isKnown) return readFormer(store, { device, poll, last });
  const interval = intervalSince(poll, last.takenAt, last);
  const samples = last.numbers.map((number) => ({ number, ...interval }));
  return { samples, hasExpired: false };
}

/** True if the last poll of this process wrote the stored samples, and had all samples of this poll. */
function isComplete(last: LastPoll, { last_connection }: Device, poll: SampledPoll): boolean {
  return (
    last.takenAt === last_connection &&
    last.type === poll.type &&
    poll.monotonicMs - last.readAt < readAgainMs &&
    hasSources(last.sources, poll.samples)
  );
}

function hasSources(sources: readonly number[], samples: readonly ComparedSample[]): boolean {
  return (
    sources.length === samples.length && samples.every(({ source }, at) => source === sources[at])
  );
}

function lastPollOf(
  { type, takenAt, monotonicMs, samples }: SampledPoll,
  last: LastPoll | undefined,
  isKnown: boolean,
): LastPoll {
  const some = samples.length > maxKept ? [] : samples;
  return {
    type,
    takenAt,
    monotonicMs,
    readAt: last && isKnown ? last.readAt : monotonicMs,
    sources: sharedSources(type, some),
    numbers: some.map(({ number }) => number),
  };
}

/** The sources of the last device of each type: most of them have the same. */
const sourcesByType = new WeakMap<DeviceType, readonly number[]>();

function sharedSources(type: DeviceType, samples: readonly ComparedSample[]): readonly number[] {
  const known = sourcesByType.get(type);
  if (known && hasSources(known, samples)) return known;
  const sources = samples.map(({ source }) => source);
  sourcesByType.set(type, sources);
  return sources;
}

interface StoredRead {
  readonly device: Device;
  readonly poll: SampledPoll & { readonly uptimeMs: number | null };
  readonly last: LastPoll | undefined;
}

async function readFormer(
  store: Store,
  { device, poll, last }: StoredRead,
): Promise<FormerSamples> {
  const found = new Map<number, FormerSample>();
  let hasExpired = false;
  for (const { source, value, taken_at } of await readSamples(store, { device: device.id })) {
    found.set(source, { number: numberOf(value), ...intervalSince(poll, taken_at, last) });
    hasExpired ||= taken_at < poll.takenAt - keptSamplesMs;
  }
  return { samples: poll.samples.map(({ source }) => found.get(source)), hasExpired };
}

/** Returns the time since a sample: by the clock that is never set if it is of the last poll of this process. */
function intervalSince(
  { takenAt, monotonicMs, uptimeMs }: StoredRead['poll'],
  sampledAt: number,
  last: LastPoll | undefined,
): Omit<FormerSample, 'number'> {
  const byDate = takenAt - sampledAt;
  const known = last?.takenAt === sampledAt ? monotonicMs - last.monotonicMs : byDate;
  const elapsedMs = Math.abs(known - byDate) < leastStepMs ? byDate : known;
  const hasRestarted = uptimeMs === null ? null : uptimeMs < elapsedMs - uptimeSlackMs;
  return { elapsedMs, hasRestarted };
}

function numberOf(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) || !/^-?\d+$/.test(text) ? number : BigInt(text);
}

const readSamples = prepareQuery((db) =>
  db
    .selectFrom('inventory_metric_sample')
    .select(['source', 'value', 'taken_at'])
    .where('device', '=', namedParameter<number>('device'))
    .compile(),
);

/** Returns the statements that store the samples of a poll, each in place of the former one. */
export function storeSamples(
  store: Pick<Store, 'db' | 'engine'>,
  { id: device }: Device,
  { takenAt, samples, hasExpired }: SampledPoll & Pick<FormerSamples, 'hasExpired'>,
): readonly Statement[] {
  const stored = upsertRows(store, samples, {
    shared: [device, takenAt],
    add: (values, { source, number }) => {
      values.push(source, number.toString());
    },
  });
  return hasExpired
    ? [deleteSamples(store, { device, before: takenAt - keptSamplesMs }), ...stored]
    : stored;
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

const deleteSamples = prepareStatement((db) =>
  db
    .deleteFrom('inventory_metric_sample')
    .where('device', '=', namedParameter<number>('device'))
    .where('taken_at', '<', namedParameter<number>('before'))
    .compile(),
);
