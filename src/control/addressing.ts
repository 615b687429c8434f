import { Type, type TObject } from 'typebox';
import type { Gateway } from '../gateway.ts';
import type { Caller } from '../http/auth.ts';
import { fieldOf } from '../http/resource-schema.ts';
import { device } from '../inventory/device.ts';
import { findDevice, type DeviceKey, type StoredDevice } from '../inventory/find-device.ts';

/** One way in which the API names a device. After `addressed`, nothing below knows which one was used. */
export interface Addressing {
  readonly path: string;
  readonly key: DeviceKey;
}

export const addressings: readonly Addressing[] = [
  { path: 'inventory_device', key: 'id' },
  { path: 'inventory_device_name', key: 'name' },
  { path: 'inventory_device_serial', key: 'serial_number' },
];

export function paramsOf({ key }: Addressing): TObject {
  return Type.Object({ [key]: key === 'id' ? fieldOf(device, key) : Type.String({ minLength: 1, maxLength: 255 }) });
}

/** The device that a request's path names. @throws Fault `not_found`, `conflict` */
export function addressed(
  by: Addressing,
  call: { readonly gateway: Gateway; readonly caller: Caller; readonly params: Readonly<Record<string, unknown>> },
): Promise<StoredDevice> {
  const value = call.params[by.key];
  return findDevice(call.gateway, [by.key, typeof value === 'number' ? value : String(value)], call.caller.organizations);
}
