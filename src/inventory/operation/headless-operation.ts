import { randomUUID } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Job } from '../../gateway/job.ts';
import { resolveConnection } from '../device/connection.ts';
import { insertDeviceLogEntry } from '../transaction/device-log.ts';
import { findDeviceById, type StoredDevice } from '../device/find-device.ts';
import { passwordVariables } from '../setting/reported-values.ts';
import type { Schedule } from '../transaction/transaction.ts';
import type { Statement } from '../../store/store.ts';
import { scheduleRuns } from '../series/series-request.ts';
import {
  findHeadlessOperation,
  headlessOperations,
  type HeadlessOperationCode,
  type HeadlessVariable,
} from './headless-operations.ts';
import { validateAgainst } from '../../contract/schema.ts';

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

/**
 * Schedules the same operation on several devices: one transaction for each, in one batch.
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
        action: headlessOperations[operation].action,
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
 * Returns the statements of a request in addition to its transaction.
 *
 * @throws Fault `invalid` if the type of the device cannot do it
 */
async function checkedStatements(
  gateway: Gateway,
  { device, ...schedule }: ScheduledDevice,
  request: HeadlessRequest,
): Promise<readonly Statement[]> {
  const { operation, variables } = request;
  const { check, isRepeatable } = headlessOperations[operation];
  if (schedule.repetition && !isRepeatable)
    throw Fault.field('every', `Only a get is repeated; ${operation} changes the device.`);
  const statements = await check(gateway, device, variables);
  return isLaterSet(schedule, request) ? [] : statements;
}

/** Commands that a device would be sent, by variable; null: no command. */
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
    devices.map(async (device) => ({
      device,
      commands: await headlessOperations[operation].preview(gateway, device, variables),
    })),
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
  const { setsDesiredValues } = headlessOperations[operation];
  return setsDesiredValues && (runAt !== null || fleetOperation !== undefined);
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

export const headlessOperationJob: Job<'headless'> = {
  kind: 'headless',
  waitsForDevice: 'always',
  async run(work, gateway) {
    const device = await findDeviceById(gateway.store, work.device);
    const connection = await resolveConnection(gateway, device);
    const { variables } = validateAgainst<Static<typeof payload>>(
      payload,
      work.parameters,
      'parameters',
    );
    const operation = findHeadlessOperation(work.operation);
    if (operation === undefined)
      throw new Fault('unsupported', `${work.operation} is not possible on this type`);
    return headlessOperations[operation].run(gateway, connection, { work, variables });
  },
};

/** The part of a transaction's parameters that a job uses; the values of an immediate set are desired settings. */
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
