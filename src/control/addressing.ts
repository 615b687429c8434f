import { Type, type TObject, type TSchema } from 'typebox';
import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import type { Caller } from '../http/auth.ts';
import { fieldSchema } from '../http/resource-schema.ts';
import { device } from '../inventory/device/device.ts';
import { findDevice, type DeviceKey, type StoredDevice } from '../inventory/device/find-device.ts';

/** One way in which the API names a device. After `addressed`, nothing below knows which one was used. */
export interface Addressing {
  readonly path: string;
  readonly key: DeviceKey;
  /** What bodies, queries and paths of what belongs to a device call the device's key. */
  readonly parent: 'parent_id' | 'parent__name' | 'parent__serial_number';
}

export const addressings: readonly Addressing[] = [
  { path: 'inventory_device', key: 'id', parent: 'parent_id' },
  { path: 'inventory_device_name', key: 'name', parent: 'parent__name' },
  { path: 'inventory_device_serial', key: 'serial_number', parent: 'parent__serial_number' },
];

/** How the device's key itself is written. */
export function deviceKeySchema({ key }: Addressing): TSchema {
  return key === 'id' ? fieldSchema(device, key) : Type.String({ minLength: 1, maxLength: 255 });
}

export function deviceParams(by: Addressing): TObject {
  return Type.Object({ [by.key]: deviceKeySchema(by) });
}

interface Asking {
  readonly gateway: Gateway;
  readonly caller: Caller;
}

type Fields = Readonly<Record<string, unknown>>;

/** The device that a request's path names. @throws Fault `not_found`, `conflict` */
export function findAddressedDevice(
  by: Addressing,
  call: Asking & { readonly params: Fields },
): Promise<StoredDevice> {
  return find(by, call, call.params[by.key]);
}

/** The device that the path or the query of a request names as the parent of something. @throws as `addressed` */
export function findParentDevice(
  fields: Fields,
  by: Addressing,
  call: Asking,
): Promise<StoredDevice> {
  return find(by, call, fields[by.parent]);
}

/** The device that a body names. @throws Fault `invalid` where there is none, or none that is the caller's; `conflict` */
export async function findParentDeviceInBody(
  value: unknown,
  by: Addressing,
  call: Asking,
): Promise<StoredDevice> {
  try {
    return await find(by, call, value);
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'not_found') throw error;
    throw Fault.field(by.parent, `Invalid value ${JSON.stringify(value)} - object does not exist.`);
  }
}

function find(by: Addressing, { gateway, caller }: Asking, value: unknown): Promise<StoredDevice> {
  return findDevice(
    gateway,
    [by.key, typeof value === 'number' ? value : String(value)],
    caller.organizations,
  );
}
