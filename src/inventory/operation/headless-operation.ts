import { randomUUID } from 'node:crypto';
import { Type, type Static } from 'typebox';
import type { Reading } from '../../contract/adapter.ts';
import type { ParameterSpec } from '../../device-type/device-type.ts';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Job, JobRun } from '../../gateway/job.ts';
import { getDeviceType, resolveConnection, type Connection } from '../device/connection.ts';
import { insertDeviceLogEntry } from '../transaction/device-log.ts';
import { findDeviceById, type StoredDevice } from '../device/find-device.ts';
import { readParameters } from '../device/parameter.ts';
import { reconcileSettings } from '../setting/reconcile-settings.ts';
import { passwordVariables, serializeReadings } from '../setting/reported-values.ts';
import type { Schedule } from '../transaction/transaction.ts';
import type { Statement } from '../../store/store.ts';
import { scheduleRuns } from '../series/series-request.ts';
import { rawRequests, readRawPaths } from './raw-paths.ts';
import { previewRawSet, rawWrites, setRawPaths } from './raw-set.ts';
import { changeObjects, previewObjects, type ObjectOperation } from './headless-objects.ts';
import { previewHeadlessSet, requestHeadlessSet, setVariables } from './headless-set.ts';
import { validateAgainst } from '../../contract/schema.ts';

export const headlessOperationCodes = ['get', 'set', 'add.obj', 'del.obj'] as const;
export type HeadlessOperationCode = (typeof headlessOperationCodes)[number];

/** Variable or object of a headless operation. */
export interface HeadlessVariable {
  readonly variable: string;
  readonly value?: unknown;
  readonly type?: string;
  readonly values?: readonly HeadlessVariable[];
}

interface HeadlessRequest {
  readonly operation: HeadlessOperationCode;
  readonly variables: readonly HeadlessVariable[];
  readonly user: number | null;
  /** Fleet operation that it is part of: a `set` of it changes desired values when it runs. */
  readonly fleetOperation?: string;
  /** Returns further statements of the batch that schedules a transaction. */
  readonly also?: (transaction: string) => readonly Statement[];
}

/** A device of a headless operation, and when it runs there. */
export interface ScheduledDevice extends Schedule {
  readonly device: StoredDevice;
}

const actions = {
  get: 'get',
  set: 'set',
  'add.obj': 'add_object',
  'del.obj': 'del_object',
} as const;

/**
 * Schedules the same operation on several devices: one transaction for each, all of them or none.
 *
 * @returns ids of the transactions, in the order of the devices
 */
export async function scheduleHeadlessOperation(
  gateway: Gateway,
  devices: readonly ScheduledDevice[],
  request: HeadlessRequest,
): Promise<readonly string[]> {
  const { operation, user, fleetOperation } = request;
  const desired = await Promise.all(
    devices.map((scheduled) => checkedStatements(gateway, scheduled, request)),
  );
  const requests = devices.map(({ device, ...schedule }) => ({
    id: randomUUID(),
    device,
    schedule,
    variables: withoutSecrets(gateway, device, request),
  }));
  const scheduled = await Promise.all(
    requests.map(({ id, device, schedule, variables }) =>
      scheduleRuns(gateway, {
        ...schedule,
        id,
        device,
        kind: 'headless',
        operation,
        parameters: { variables },
        ...(isLaterSet(schedule, request) && {
          secretParameters: { variables: request.variables },
        }),
        user,
        ...(fleetOperation !== undefined && { fleetOperation }),
      }),
    ),
  );
  const also = requests.flatMap(({ id }) => request.also?.(id) ?? []);
  const logged = requests.flatMap(({ id, device, variables }) =>
    variables.map(({ variable, value }) => {
      const line = {
        action: actions[operation],
        variable_name: variable,
        value: textOf(value),
        user,
        origin: 'api',
        transaction: id,
      };
      return insertDeviceLogEntry(gateway, device, { ...line, is_pending: 1 });
    }),
  );
  await gateway.store.write([...desired.flat(), ...scheduled.flat(), ...logged, ...also]);
  gateway.jobs.wake();
  return requests.map(({ id }) => id);
}

/**
 * Returns what a request stores beside its transaction.
 *
 * @throws Fault `invalid` if the type of the device cannot do it
 */
async function checkedStatements(
  gateway: Gateway,
  { device, ...schedule }: ScheduledDevice,
  request: HeadlessRequest,
): Promise<Statement[]> {
  const { operation, variables } = request;
  if (operation === 'get') {
    checkReadable(gateway, device, variables);
    return [];
  }
  if (schedule.repetition)
    throw Fault.field('every', `Only a get is repeated; ${operation} changes the device.`);
  if (operation === 'set' && previewRawSet(gateway, device, variables).length > 0) return [];
  if (operation === 'set') {
    const statements = await requestHeadlessSet(gateway, device, variables);
    return isLaterSet(schedule, request) ? [] : statements;
  }
  previewObjects(gateway, device, { operation, variables });
  return [];
}

/** @throws Fault `invalid` if a device has none of the variables */
function checkReadable(
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

/** Commands that a device would be sent, by variable; null: none. */
export interface HeadlessPreview {
  readonly device: StoredDevice;
  readonly commands: readonly (string | null)[];
}

/** Returns what a request would send to each device, a password as `***`. @throws as `scheduleHeadlessOperation` */
export function previewHeadlessOperation(
  gateway: Gateway,
  devices: readonly StoredDevice[],
  { operation, variables }: Pick<HeadlessRequest, 'operation' | 'variables'>,
): Promise<readonly HeadlessPreview[]> {
  return Promise.all(
    devices.map(async (device) => {
      if (operation === 'get') return { device, commands: variables.map(() => null) };
      if (operation !== 'set')
        return { device, commands: previewObjects(gateway, device, { operation, variables }) };
      const raw = previewRawSet(gateway, device, variables);
      const commands = raw.length > 0 ? raw : await previewHeadlessSet(gateway, device, variables);
      return { device, commands };
    }),
  );
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** True for a `set` whose values become the desired ones when it runs; they wait sealed. */
function isLaterSet(
  { runAt }: Pick<ScheduledDevice, 'runAt'>,
  { operation, fleetOperation }: HeadlessRequest,
): boolean {
  return operation === 'set' && (runAt !== null || fleetOperation !== undefined);
}

/** Returns the variables without the values of passwords, because the parameters of a transaction are readable. */
function withoutSecrets(
  gateway: Gateway,
  device: StoredDevice,
  { variables }: HeadlessRequest,
): readonly HeadlessVariable[] {
  const type = gateway.deviceTypes.get(device.type_short_name);
  const secrets = type ? passwordVariables(type) : new Set<string>();
  const withoutSecret = (one: HeadlessVariable): HeadlessVariable => ({
    ...one,
    ...(secrets.has(one.variable) && one.value !== undefined && { value: null }),
    ...(one.values && { values: one.values.map(withoutSecret) }),
  });
  return variables.map(withoutSecret);
}

export const headlessOperationJob: Job = {
  kind: 'headless',
  waitsForDevice: 'always',
  async run(work, gateway) {
    const device = await findDeviceById(gateway, work.device);
    const connection = await resolveConnection(gateway, device);
    const { variables } = validateAgainst<Static<typeof payload>>(
      payload,
      work.parameters,
      'parameters',
    );
    const names = variables.map(({ variable }) => variable);
    if (work.operation === 'get') return readVariables(gateway, connection, { work, names });
    const writes =
      work.operation === 'set' ? rawWrites(connection.type, connection.adapter, variables) : [];
    if (writes.length > 0) return setRawPaths(gateway, connection, { work, writes });
    if (work.operation === 'set') return setVariables(gateway, connection, { work, variables });
    const operation = objectOperations.find((code) => code === work.operation);
    if (operation) return changeObjects(gateway, connection, { work, operation, variables });
    throw new Fault('unsupported', `${work.operation} is not possible on this type`);
  },
};

const objectOperations: readonly ObjectOperation[] = ['add.obj', 'del.obj'];

/** The part of a transaction's parameters that a job uses; the values of a set at once are desired settings. */
const payload = Type.Object({
  variables: Type.Array(
    Type.Object({
      variable: Type.String(),
      value: Type.Optional(Type.Unknown()),
      values: Type.Optional(
        Type.Array(Type.Object({ variable: Type.String(), value: Type.Optional(Type.Unknown()) })),
      ),
    }),
  ),
});

const readTimeoutMs = 60_000;

/** Reads variables; a name that ends in a dot selects all variables with that prefix. */
async function readVariables(
  gateway: Gateway,
  connection: Connection,
  { work, names }: { readonly work: JobRun; readonly names: readonly string[] },
): Promise<Readonly<Record<string, unknown>>> {
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
  return {
    variables: [
      ...serializeReadings(connection, readings).map((one) => ({
        ...one,
        type: typeOf(specs.get(one.variable)),
      })),
      ...serializeReadings(connection, raw).map((one, at) => ({
        ...one,
        type: rawTypeOf(raw[at]?.value),
      })),
      ...absent,
    ],
  };
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
