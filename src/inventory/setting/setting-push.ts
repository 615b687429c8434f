import type { Adapter, Reading, WriteOutcome } from '../../contract/adapter.ts';
import { asFault, Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { JobRun } from '../../gateway/job.ts';
import { groupBy } from '../../runtime/group-by.ts';
import { createAdapterLog, type Connection } from '../device/connection.ts';
import { readParameters } from '../device/parameter.ts';
import type { PendingSetting, SettlementFailure } from './pending-settings.ts';
import { serializeValue } from './reported-values.ts';
import { createWrite, previewWrite, type Write } from './setting-preview.ts';

const writeTimeoutMs = 120_000;
const readTimeoutMs = 60_000;
const readBackIntervalMs = 1000;

/** Steps of the transaction that writes. */
export type Steps = Pick<JobRun, 'id' | 'runStep' | 'pause'>;

/** Values that the device reported after a write, and why settings were not written, by variable. */
export interface PushResult {
  readonly readings: readonly Reading[];
  readonly failures: ReadonlyMap<string, SettlementFailure>;
}

/**
 * Writes settings to a device and reads them back. A setting is written only if the device then reports its value: a
 * device that accepts a value and keeps another one has refused it.
 *
 * @throws Fault of the connection; the settings are as they were, or as desired
 */
export async function pushSettings(
  gateway: Gateway,
  connection: Connection,
  { settings, work }: { readonly settings: readonly PendingSetting[]; readonly work: Steps },
): Promise<PushResult> {
  const failures = new Map<string, SettlementFailure>();
  const writes = settings.flatMap((setting) => {
    const write = writeOf(connection, setting);
    if (!(write instanceof Fault)) return [write];
    const { variable_name: variable } = setting.parameter;
    failures.set(variable, failureOf(variable, write));
    return [];
  });
  if (writes.length === 0) return { readings: [], failures };
  const effects = await findEffects(gateway, connection, { writes, work });
  const outcomes = await writeAll(gateway, connection, { writes, work });
  for (const outcome of outcomes)
    if (!outcome.isAccepted)
      failures.set(outcome.variable, failureOf(outcome.variable, outcome.fault));
  const accepted = writes.filter(({ variable }) => !failures.has(variable));
  if (accepted.length === 0) return { readings: [], failures };
  const readings = await readBack(gateway, connection, { writes: accepted, work, effects });
  for (const write of accepted) {
    const failure = mismatchOf(write, readings, effects);
    if (failure) failures.set(write.variable, failure);
  }
  return { readings, failures };
}

/** Returns the write of a setting, or a Fault. */
function writeOf(
  { type, serviceOf }: Pick<Connection, 'serviceOf' | 'type'>,
  { parameter, desiredJson }: PendingSetting,
): Write | Fault {
  const write = createWrite(type, parameter.variable_name, desiredJson);
  return write instanceof Fault
    ? write
    : (previewFault(serviceOf(write.spec.protocol).adapter, write) ?? write);
}

/** Returns why the command cannot carry the value; null if it can. */
function previewFault(adapter: Adapter, write: Write): Fault | null {
  try {
    previewWrite(adapter, write);
    return null;
  } catch (error) {
    const fault = asFault(error);
    if (fault === null) throw error;
    return fault;
  }
}

interface Writes {
  readonly writes: readonly Write[];
  readonly work: Steps;
}

/** Writes all, one protocol after the other. */
async function writeAll(
  gateway: Gateway,
  connection: Connection,
  { writes, work }: Writes,
): Promise<readonly WriteOutcome[]> {
  const outcomes: WriteOutcome[] = [];
  for (const [protocol, group] of groupBy(writes, ({ spec }) => spec.protocol))
    outcomes.push(...(await writeGroup(gateway, connection, { protocol, writes: group, work })));
  return outcomes;
}

/** Writes by one protocol. A refusal of the whole write, such as of a commit, is the outcome of each. */
async function writeGroup(
  gateway: Gateway,
  connection: Connection,
  { protocol, writes, work }: Writes & { readonly protocol: string | undefined },
): Promise<readonly WriteOutcome[]> {
  const { adapter, target } = connection.serviceOf(protocol);
  if (!adapter.write) throw new Fault('unsupported', `${adapter.name} cannot write`);
  try {
    const log = createAdapterLog(gateway, connection);
    const write = adapter.write.bind(adapter);
    return await work.runStep({ name: 'write', timeoutMs: writeTimeoutMs }, (signal) =>
      write(target, writes, { signal, log, changeId: work.id }),
    );
  } catch (error) {
    const fault = asFault(error);
    if (fault?.kind !== 'rejected' && fault?.kind !== 'unsupported') throw error;
    return writes.map(({ variable }) => ({ variable, isAccepted: false, fault }));
  }
}

/** Variables that must show written values, by the variable of the write. */
type Effects = ReadonlyMap<string, string>;

/** Finds the writes whose former value is in effect, so that the new one must come into effect as well. */
async function findEffects(
  gateway: Gateway,
  connection: Connection,
  { writes, work }: Writes,
): Promise<Effects> {
  const shown = writes.flatMap(({ variable, spec }) =>
    spec.effect === undefined ? [] : [[variable, spec.effect] as const],
  );
  if (shown.length === 0) return new Map();
  const step = { name: 'read what is in effect', timeoutMs: readTimeoutMs };
  const readings = await work.runStep(step, (signal) =>
    readParameters(gateway, connection, { variables: shown.flat(), signal }),
  );
  return new Map(
    shown.filter(([variable, effect]) => isInEffect(valueIn(readings, variable), effect, readings)),
  );
}

function valueIn(readings: readonly Reading[], variable: string): Reading['value'] {
  return readings.find((one) => one.variable === variable)?.value ?? null;
}

function isInEffect(
  value: Reading['value'],
  effect: string,
  readings: readonly Reading[],
): boolean {
  const lines = valueIn(readings, effect);
  return value !== null && typeof lines === 'string' && lines.split('\n').includes(String(value));
}

/** Reads the written values until the device reports all of them, or the time of the slowest parameter is over. */
async function readBack(
  gateway: Gateway,
  connection: Connection,
  { writes, work, effects }: Writes & { readonly effects: Effects },
): Promise<readonly Reading[]> {
  const { clock } = gateway;
  const withinMs = Math.max(...writes.map(({ spec }) => spec.within)) * 1000;
  const end = clock.monotonicMs() + withinMs;
  const variables = [...new Set([...writes.map(({ variable }) => variable), ...effects.values()])];
  for (;;) {
    const isLast = clock.monotonicMs() >= end;
    const reading = work.runStep({ name: 'read back', timeoutMs: readTimeoutMs }, (signal) =>
      readParameters(gateway, connection, { variables, signal }),
    );
    const readings = await reading.catch((error: unknown) => {
      // A change of the network may take the device away for a moment.
      if (isLast || asFault(error) === null) throw error;
      return null;
    });
    if (
      readings &&
      (isLast || writes.every((write) => mismatchOf(write, readings, effects) === null))
    )
      return readings;
    await work.pause(readBackIntervalMs);
  }
}

/** Returns why a value that the device accepted is not applied; null if the device reports it. */
function mismatchOf(
  { variable, desiredJson, isSecret, value }: Write,
  readings: readonly Reading[],
  effects: Effects,
): SettlementFailure | null {
  const reading = readings.find((one) => one.variable === variable);
  if (reading && serializeValue(reading.value) === desiredJson) {
    const effect = effects.get(variable);
    if (effect === undefined || isInEffect(value, effect, readings)) return null;
    const message = `${variable}: the device has the value, but it is not in effect: ${effect} does not have it`;
    return { code: 'rejected', message };
  }
  const shown = isSecret ? 'another value' : serializeValue(reading?.value ?? null);
  const text =
    reading && 'fault' in reading ? `cannot be read back: ${reading.fault}` : `reports ${shown}`;
  return { code: 'rejected', message: `${variable}: the device accepted the value, but ${text}` };
}

function failureOf(variable: string, fault: Fault): SettlementFailure {
  return { code: fault.kind, message: `${variable}: ${fault.message}` };
}
