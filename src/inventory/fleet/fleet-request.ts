import { randomUUID } from 'node:crypto';
import { readTimeZones } from '../../organization/time-zone.ts';
import type { Caller } from '../../contract/caller.ts';
import { asFault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { splitList } from '../../runtime/split-list.ts';
import { compileStatement } from '../../store/store.ts';
import { findDevices, type StoredDevice } from '../device/find-device.ts';
import { readFirmwareImages } from '../device/firmware-image.ts';
import { expiryOf } from '../transaction/transaction.ts';
import { parseSchedule, type RequestedSchedule } from '../operation/run-at.ts';
import type { HeadlessVariable } from '../operation/headless-operations.ts';
import { checkOperation } from '../operation/schedule-operation.ts';
import { previewFleetSet, sealVariables, withoutPasswords, type SetPreview } from './fleet-set.ts';
import type { FleetWindow } from './fleet-window.ts';

/** A fleet operation as a caller asks for it. */
export interface FleetRequest extends RequestedSchedule {
  readonly operation: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Variables that a `set` writes; null: an operation of the types. */
  readonly variables: readonly HeadlessVariable[] | null;
  readonly window: FleetWindow | null;
  /** By which its devices were found; null: they were listed. */
  readonly filter: Readonly<Record<string, unknown>> | null;
  readonly concurrency: number;
  readonly stagger: number;
  readonly canary: number;
  readonly stop_after_failures: number | null;
}

/** A device of a preview: why it refuses the operation, or null, and when it may run. */
export interface FleetTarget {
  readonly device: StoredDevice;
  readonly refusal: string | null;
  readonly runAt: number | null;
  readonly expiresAt: number;
}

const rowsPerInsert = 200;

/** The devices of an operation; for a `set` also the commands for the devices of each type. */
export interface FleetPreview {
  readonly targets: readonly FleetTarget[];
  readonly sets: readonly SetPreview[];
}

/**
 * Finds which devices an operation would run on, and which refuse it and why.
 *
 * @param ids  of devices in the caller's organizations
 * @throws Fault `invalid` if a time is not valid
 */
export async function previewFleet(
  gateway: Gateway,
  ids: readonly number[],
  request: FleetRequest,
): Promise<FleetPreview> {
  const { variables } = request;
  const devices = await findDevices(gateway, ids);
  const zones = await readTimeZones(gateway.store, devices);
  const sets = variables === null ? null : await previewFleetSet(gateway, devices, variables);
  const refusalBy = sets
    ? ({ type }: StoredDevice) => sets.get(type)?.refusal ?? null
    : await findRefusals(gateway, devices, request);
  const targets = devices.map((device) => {
    const schedule = parseSchedule(request, gateway.now(), zones(device));
    const times = { runAt: schedule.runAt, expiresAt: expiryOf(schedule, gateway.now()) };
    return { device, refusal: refusalBy(device) ?? refusalOf(device), ...times };
  });
  return { targets, sets: [...(sets?.values() ?? [])] };
}

function refusalOf({ ip_address }: StoredDevice): string | null {
  return ip_address === null ? 'the device has no ip_address' : null;
}

async function findRefusals(
  gateway: Gateway,
  devices: readonly StoredDevice[],
  request: FleetRequest,
): Promise<(device: StoredDevice) => string | null> {
  const images = await readFirmwareImages(gateway.store, devices);
  return (device) => {
    try {
      checkOperation(gateway, device, { ...request, image: images(device) });
      return null;
    } catch (error) {
      const fault = asFault(error);
      if (fault === null) throw error;
      return fault.message;
    }
  };
}

/** Stores a fleet operation with its devices. @returns its id */
export async function createFleet(
  gateway: Gateway,
  caller: Pick<Caller, 'user' | 'organization'>,
  {
    request,
    targets,
  }: { readonly request: FleetRequest; readonly targets: readonly FleetTarget[] },
): Promise<string> {
  const { db } = gateway.store;
  const id = randomUUID();
  const { operation, variables, window, concurrency, stagger, canary } = request;
  const parameters =
    variables === null ? request.parameters : { variables: withoutPasswords(gateway, variables) };
  const fleet = db.insertInto('inventory_fleet_operation').values({
    id,
    organization: caller.organization,
    user: caller.user,
    operation,
    parameters: JSON.stringify(parameters),
    secret_parameters: variables === null ? null : sealVariables(gateway.vault, variables),
    status: 'scheduled',
    window: window === null ? null : JSON.stringify(window),
    filter: request.filter === null ? null : JSON.stringify(request.filter),
    concurrency,
    stagger,
    canary,
    stop_after_failures: request.stop_after_failures,
    created_at: gateway.now().getTime(),
  });
  const rows = targets.map(({ device, refusal, runAt, expiresAt }) => ({
    organization: device.organization,
    fleet_operation: id,
    device: device.id,
    state: refusal === null ? 'pending' : 'refused',
    message: refusal,
    run_at: runAt,
    expires_at: expiresAt,
  }));
  const inserts = splitList(rows, rowsPerInsert).map((part) =>
    compileStatement(db.insertInto('inventory_fleet_target').values(part)),
  );
  await gateway.store.write([compileStatement(fleet), ...inserts]);
  return id;
}
