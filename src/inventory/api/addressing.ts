import { Type, type TObject, type TSchema } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Caller } from '../../contract/caller.ts';
import { fieldSchema } from '../../http/resource-schema.ts';
import { device } from '../device/device.ts';
import { findDevice, type DeviceKey, type StoredDevice } from '../device/find-device.ts';

/** How a path of the API addresses a device. Only `findAddressedDevice` and its siblings depend on it. */
export interface Addressing {
  readonly path: string;
  readonly key: DeviceKey;
  /** The name of the device's key in bodies, queries and paths of the collections of a device. */
  readonly parent: 'parent_id' | 'parent__name' | 'parent__serial_number';
}

export const addressings: readonly Addressing[] = [
  { path: 'inventory_device', key: 'id', parent: 'parent_id' },
  { path: 'inventory_device_name', key: 'name', parent: 'parent__name' },
  { path: 'inventory_device_serial', key: 'serial_number', parent: 'parent__serial_number' },
];

/** Returns the schema of the device's key. */
export function deviceKeySchema({ key }: Addressing): TSchema {
  return key === 'id' ? fieldSchema(device, key) : Type.String({ minLength: 1, maxLength: 255 });
}

const maxDevices = 100;

/** Returns the schema of one device's key, or a list of them. */
export function deviceListSchema(by: Addressing): TSchema {
  const key = deviceKeySchema(by);
  const type: unknown = 'type' in key ? key.type : 'string';
  return Type.Unsafe({
    type: [type, 'array'],
    items: key,
    minItems: 1,
    maxItems: maxDevices,
    minimum: 1,
    minLength: 1,
    maxLength: 255,
    description: `one device, or a list of at most ${maxDevices}`,
  });
}

export function deviceParams(by: Addressing): TObject {
  return Type.Object({ [by.key]: deviceKeySchema(by) });
}

interface Request {
  readonly gateway: Gateway;
  readonly caller: Caller;
}

type Fields = Readonly<Record<string, unknown>>;

/** Finds the device of a request's path. @throws Fault `not_found`, `conflict` */
export function findAddressedDevice(
  by: Addressing,
  call: Request & { readonly params: Fields },
): Promise<StoredDevice> {
  return find(by, call, call.params[by.key]);
}

/** Finds the device that path or query name as the parent. @throws Fault `not_found`, `conflict` */
export function findParentDevice(
  fields: Fields,
  by: Addressing,
  call: Request,
): Promise<StoredDevice> {
  return find(by, call, fields[by.parent]);
}

/** Finds the device that a body names. @throws Fault `invalid` if it does not exist or the caller may not see it; `conflict` */
export async function findParentDeviceInBody(
  value: unknown,
  by: Addressing,
  call: Request,
): Promise<StoredDevice> {
  try {
    return await find(by, call, value);
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'not_found') throw error;
    throw Fault.absent(by.parent, value);
  }
}

function find(by: Addressing, { gateway, caller }: Request, value: unknown): Promise<StoredDevice> {
  return findDevice(
    gateway,
    [by.key, typeof value === 'number' ? value : String(value)],
    caller.organizations,
  );
}
