import type { TSchema } from 'typebox';
import type { CommandValues } from '../../contract/adapter.ts';
import {
  honouredKeys,
  withOptionalParts,
  type DeviceDiagnosticSpec,
} from '../../device-type/device-diagnostic.ts';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { JobRun } from '../../gateway/job.ts';
import { createAdapterLog, resolveConnection, type Connection } from '../device/connection.ts';
import { answeredState, updateDeviceStatus } from '../device/device-status.ts';
import { findDeviceById, type StoredDevice } from '../device/find-device.ts';
import { readDeviceOutput } from './device-output.ts';
import { diagnosticSchemas, type DiagnosticCode } from './diagnostic-schemas.ts';
import type { Results } from './diagnostic-run.ts';
import { parseServer, type Parameters, type Refusal } from './gateway-refusals.ts';

/** Keys that the gateway applies by itself: it runs the command so many times. */
const repeatedBy: Readonly<Partial<Record<string, string>>> = { dns_lookup: 'count' };

interface Asked {
  readonly operation: string;
  readonly parameters: Parameters;
}

/**
 * Returns why a device cannot run a diagnostic as it is asked for, by its type; null if it can.
 *
 * @param asked  with the keys of the diagnostic, defaults filled in
 */
export function refusalOfDevice(
  { deviceTypes }: Pick<Gateway, 'deviceTypes'>,
  { name, ip_address, type_short_name }: StoredDevice,
  { operation, parameters }: Asked & { readonly operation: DiagnosticCode },
): Refusal | null {
  const spec = deviceTypes.get(type_short_name)?.diagnostics?.[operation];
  if (!spec)
    return ['source', `type "${type_short_name}" has no way to run ${operation} on the device`];
  if (ip_address === null) return ['source', `device "${name}" has no ip_address`];
  const honoured = honouredKeys(spec);
  const given = givenKeys(operation, parameters);
  const refused = [...given].find(
    (key) => !honoured.has(key) && repeatedBy[operation] !== key && key !== 'host',
  );
  if (refused !== undefined)
    return [
      refused,
      `type "${type_short_name}" cannot apply ${refused} ${JSON.stringify(parameters[refused])}`,
    ];
  const port = portOfServer(parameters);
  if (port !== null && port !== '53' && !honoured.has('dns_port'))
    return ['dns_server', `type "${type_short_name}" cannot apply port ${port}`];
  return refuseBounds(type_short_name, spec, parameters);
}

function refuseBounds(
  type: string,
  { bounds }: DeviceDiagnosticSpec,
  parameters: Parameters,
): Refusal | null {
  for (const [key, { minimum, maximum }] of Object.entries(bounds)) {
    const value = parameters[key];
    if (typeof value === 'number' && (value < minimum || value > maximum))
      return [key, `type "${type}" takes ${minimum} to ${maximum}, not ${value}`];
  }
  return null;
}

/** Returns the keys that have another value than their default. */
function givenKeys(operation: DiagnosticCode, parameters: Parameters): ReadonlySet<string> {
  const properties: Readonly<Record<string, TSchema>> = diagnosticSchemas[operation].properties;
  const given = Object.entries(properties).filter(([key, schema]) => {
    const usual: unknown = 'default' in schema ? schema.default : undefined;
    return parameters[key] !== undefined && parameters[key] !== usual;
  });
  return new Set(given.map(([key]) => key));
}

/** Runs a diagnostic on a device. @throws Fault of the connection; `rejected` or `garbled` for its answer */
export async function runOnDevice(
  gateway: Gateway,
  { operation, parameters }: Asked & { readonly operation: DiagnosticCode },
  work: Pick<JobRun, 'device' | 'runStep'>,
): Promise<Results> {
  const device = await findDeviceById(gateway.store, work.device);
  const connection = await resolveConnection(gateway, device);
  const spec = connection.type.diagnostics?.[operation];
  if (!spec)
    throw new Fault(
      'unsupported',
      `type "${device.type_short_name}" no longer has a way to run ${operation}`,
    );
  const command = withOptionalParts(spec, givenKeys(operation, parameters));
  const times = repeatedBy[operation] === undefined ? 1 : Number(parameters['count'] ?? 1);
  const outputs: string[] = [];
  for (let left = times; left > 0; left -= 1)
    outputs.push(
      await work.runStep({ name: operation, timeoutMs: spec.timeout * 1000 }, (signal) =>
        send(gateway, connection, { spec, command, values: valuesOf(parameters), signal }),
      ),
    );
  const endedAt = gateway.now().getTime();
  const protocol = spec.protocol ?? connection.type.connection.protocol;
  await gateway.store.write([
    ...updateDeviceStatus(gateway, device, answeredState(device, connection.silent, [protocol])),
  ]);
  return readDeviceOutput(operation, spec, { outputs, parameters, endedAt });
}

interface Sent {
  readonly spec: DeviceDiagnosticSpec;
  readonly command: Readonly<Record<string, unknown>>;
  readonly values: CommandValues;
  readonly signal: AbortSignal;
}

async function send(
  gateway: Gateway,
  connection: Connection,
  { spec, command, values, signal }: Sent,
): Promise<string> {
  const { adapter, target } = connection.serviceOf(spec.protocol);
  if (!adapter.operate)
    throw new Fault('unsupported', `adapter ${adapter.name} supports no diagnostics`);
  const filled = adapter.fillCommand?.(command, values) ?? command;
  const log = createAdapterLog(gateway, connection);
  const { output } = await adapter.operate(target, filled, { signal, log });
  return output;
}

/** Returns the values of a command: the keys of the diagnostic, and values derived from them. */
function valuesOf(parameters: Parameters): CommandValues {
  const { timeout, dscp, dns_server } = parameters;
  const server = typeof dns_server === 'string' ? parseServer(dns_server) : null;
  const keys = Object.entries(parameters).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[key, value] as const] : [],
  );
  return {
    ...Object.fromEntries(keys),
    ...(typeof timeout === 'number' && { timeout_seconds: Math.ceil(timeout / 1000) }),
    ...(typeof dscp === 'number' && { tos: dscp * 4 }),
    ...(server && { dns_host: server.host, dns_port: Number(server.port ?? 53) }),
  };
}

function portOfServer({ dns_server }: Parameters): string | null {
  return typeof dns_server === 'string' ? parseServer(dns_server).port : null;
}
