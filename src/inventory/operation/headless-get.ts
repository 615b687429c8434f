import type { Reading } from '../../contract/adapter.ts';
import type { ParameterSpec } from '../../device-type/device-type.ts';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { JobRun } from '../../gateway/job.ts';
import type { Connection } from '../device/connection.ts';
import { getDeviceType, type StoredDevice } from '../device/find-device.ts';
import { readParameters } from '../device/parameter.ts';
import { reconcileSettings } from '../setting/reconcile-settings.ts';
import { serializeReadings } from '../setting/reported-values.ts';
import type { HeadlessVariable } from './headless-operations.ts';
import { rawRequests, readRawPaths } from './raw-paths.ts';

/* The headless operation `get`. */

/** @throws Fault `invalid` if a device has none of the variables */
export function checkReadable(
  gateway: Gateway,
  device: StoredDevice,
  variables: readonly HeadlessVariable[],
): void {
  const type = getDeviceType(gateway, device);
  const adapter = gateway.adapters.get(type.connection.protocol);
  const names = variables.map(({ variable }) => variable);
  const known = names.some((name) => type.parameters.some((spec) => isSelected(name, spec)));
  if (known || (adapter && rawRequests({ type, adapter }, names).length > 0)) return;
  throw Fault.field(
    'variables',
    `Type "${type.short_name}" has no parameter ${names.join(', ')}. Known: ${type.parameters.map(({ variable_name }) => variable_name).join(', ') || 'none'}.`,
  );
}

const readTimeoutMs = 60_000;

/** Reads variables; a name that ends in a dot selects all variables with that prefix. */
export async function readVariables(
  gateway: Gateway,
  connection: Connection,
  { work, names }: { readonly work: JobRun; readonly names: readonly string[] },
): Promise<readonly { readonly variable: string }[]> {
  const { type } = connection;
  const selected = names.map(
    (name) => [name, type.parameters.filter((spec) => isSelected(name, spec))] as const,
  );
  const specs = new Map(
    selected.flatMap(([, found]) => found.map((spec) => [spec.variable_name, spec])),
  );
  const others = selected.filter(([, found]) => found.length === 0).map(([name]) => name);
  const requests = rawRequests(connection, others);
  const unknown = others.filter((name) => requests.every(({ variable }) => variable !== name));
  if (specs.size === 0 && requests.length === 0)
    throw new Fault(
      'unsupported',
      `type "${type.short_name}" has no parameter ${unknown.join(', ')}`,
    );
  const { readings, raw } = await work.runStep(
    { name: 'headless', timeoutMs: readTimeoutMs },
    async (signal) => ({
      readings: await readParameters(gateway, connection, { variables: [...specs.keys()], signal }),
      raw: await readRawPaths(gateway, connection, { requests, signal }),
    }),
  );
  await reconcileSettings(gateway, connection, { readings });
  const absent = unknown.map((variable) => ({
    variable,
    value: null,
    type: null,
    error: 'the device type has no such parameter',
  }));
  return [
    ...serializeReadings(connection, readings).map((one) => ({
      ...one,
      type: typeOf(specs.get(one.variable)),
    })),
    ...serializeReadings(connection, raw).map((one, at) => ({
      ...one,
      type: rawTypeOf(raw[at]?.value),
    })),
    ...absent,
  ];
}

function isSelected(name: string, { variable_name }: ParameterSpec): boolean {
  return name.endsWith('.') ? variable_name.startsWith(name) : variable_name === name;
}

const types: Readonly<Partial<Record<string, string>>> = {
  integer: 'int',
  float: 'float',
  boolean: 'boolean',
};

function typeOf(spec: ParameterSpec | undefined): string {
  return (spec && types[spec.type]) ?? 'string';
}

function rawTypeOf(value: Reading['value'] | undefined): string {
  return typeof value === 'number' || typeof value === 'bigint' ? 'int' : 'string';
}
