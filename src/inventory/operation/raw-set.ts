import {
  findRefused,
  type Adapter,
  type VariableValue,
  type WriteRequest,
} from '../../contract/adapter.ts';
import type { DeviceType } from '../../device-type/device-type.ts';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { JobRun } from '../../gateway/job.ts';
import { createAdapterLog, type Connection } from '../device/connection.ts';
import { getDeviceType, type StoredDevice } from '../device/find-device.ts';
import { setResult, type SetResult } from './headless-set.ts';
import { rawRequests, readRawPaths } from './raw-paths.ts';

type Variables = readonly { readonly variable: string; readonly value?: unknown }[];
type RawWrite = WriteRequest<Readonly<Record<string, unknown>>>;

const timeoutMs = 60_000;

/**
 * Returns the writes of the protocol paths that a headless `set` names; empty if it names parameters.
 *
 * @throws Fault `invalid` if it names both, or a path without a value
 */
export function rawWrites(
  type: DeviceType,
  adapter: Adapter | undefined,
  variables: Variables,
): readonly RawWrite[] {
  const writes = variables.map((one, at) => rawWriteOf(type, adapter, { ...one, at }));
  const found = writes.filter((write) => write !== null);
  const other = writes.indexOf(null);
  if (found.length === 0 || other === -1) return found;
  throw Fault.field(
    `variables.${other}.variable`,
    'A set has either parameters or paths of the protocol.',
  );
}

function rawWriteOf(
  { raw, parameters }: DeviceType,
  adapter: Adapter | undefined,
  { variable, value, at }: Variables[number] & { readonly at: number },
): RawWrite | null {
  if (raw !== true || parameters.some((spec) => spec.variable_name === variable)) return null;
  const command = adapter?.rawWriteCommand?.(variable) ?? null;
  if (command === null) return null;
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    throw Fault.field(`variables.${at}.value`, 'This field is required.');
  return { variable, value, command, isSecret: false };
}

/** Returns the commands of a headless `set` of paths; empty if it names parameters. @throws as `rawWrites` */
export function previewRawSet(
  gateway: Gateway,
  device: StoredDevice,
  variables: Variables,
): readonly string[] {
  const type = getDeviceType(gateway, device);
  const adapter = gateway.adapters.get(type.connection.protocol);
  return rawWrites(type, adapter, variables).map((write) => adapter?.previewWrite?.(write) ?? '');
}

/**
 * Writes paths of the device's protocol and reads them back.
 *
 * @throws Fault of the first that the device refuses, or does not report as written
 */
export async function setRawPaths(
  gateway: Gateway,
  connection: Connection,
  { work, writes }: { readonly work: JobRun; readonly writes: readonly RawWrite[] },
): Promise<readonly SetResult[]> {
  const { adapter, target } = connection;
  const log = createAdapterLog(gateway, connection);
  const names = writes.map(({ variable }) => variable);
  const readings = await work.runStep({ name: 'headless', timeoutMs }, async (signal) => {
    const outcomes = (await adapter.write?.(target, writes, { signal, log })) ?? [];
    const refused = outcomes[findRefused(outcomes)];
    if (refused?.isAccepted === false) {
      const reason = `${refused.variable}: ${refused.fault.message}`;
      const results = outcomes.map((outcome) =>
        setResult(outcome.variable, outcome.isAccepted ? undefined : outcome.fault.message),
      );
      throw new Fault(refused.fault.kind, reason, { results });
    }
    return readRawPaths(gateway, connection, { requests: rawRequests(connection, names), signal });
  });
  const results = writes.map((write, at) =>
    setResult(write.variable, mismatchOf(write, readings[at]?.value ?? null)),
  );
  const failed = results.find(({ error }) => error !== null);
  if (failed) throw new Fault('rejected', String(failed.error), { results });
  return results;
}

/** Returns why a value is not applied; undefined: the device reports it. */
function mismatchOf(
  { variable, value }: RawWrite,
  reported: VariableValue | null,
): string | undefined {
  if (isSame(value, reported)) return undefined;
  const text = `accepted ${JSON.stringify(value)}, but is ${JSON.stringify(String(reported))}`;
  return `${variable}: the device ${text}`;
}

/** Compares a value with the reported value; a TruthValue is 1 or 2 (RFC 2579). */
function isSame(value: string | number | boolean, reported: VariableValue | null): boolean {
  const expected =
    typeof value === 'boolean' ? [String(value), value ? '1' : '2'] : [String(value)];
  return expected.includes(String(reported));
}
