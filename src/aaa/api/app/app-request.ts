import { Type, type Static } from 'typebox';
import type { Role } from '../../../contract/caller.ts';
import { Fault } from '../../../contract/errors.ts';
import { canonicalMac, dateTime, parseTime } from '../../../contract/fields.ts';
import type { Call } from '../../../http/endpoint.ts';
import { deviceIdentifierFields, deviceIdentifiers } from '../../app/app-device.ts';
import { findAppDevice, type AppDeviceInput } from '../../app/app-device-registry.ts';

const roles: readonly Role[] = ['admin', 'app'];

/** Returns the common options of the endpoints that apps post to. */
export const appEndpointDefaults = (name: string, summary: string) => ({
  method: 'POST' as const,
  path: `/${name}/`,
  summary,
  roles,
  acceptsDataField: true,
});

/** The identifiers of a device, as a report may state them. */
export const reportedDeviceFields = Type.Partial(Type.Object(deviceIdentifierFields)).properties;

/** The reply to a report. */
export const receipt = Type.Object({ id: Type.Integer(), created: dateTime() });

/** Clocks of devices may be ahead, and dates may be of another zone. */
const maxAheadMs = 86_400_000;

/** @throws Fault `invalid` for a time that lies more than a day ahead */
export function checkReportedTime(field: string, text: string, now: Date): void {
  if ((parseTime(text) ?? 0) <= now.getTime() + maxAheadMs) return;
  throw Fault.field(field, `${JSON.stringify(text)} - lies in the future.`);
}

export function canonicalBssid(bssid: string | null | undefined): string | null {
  return typeof bssid === 'string' ? canonicalMac(bssid) : null;
}

/** Finds the registered device of a report in the caller's organization. @throws Fault `invalid` */
export async function findReportedDevice(
  { gateway, caller }: Pick<Call, 'gateway' | 'caller'>,
  fields: AppDeviceInput,
): Promise<number> {
  const found = await findAppDevice(gateway.store, caller.organization, fields);
  if (found) return Number(found.id);
  throw Fault.field('non_field_errors', 'No registered device has these identifiers.');
}

/** @throws Fault `invalid` if no field identifies the device */
export function requireDeviceIdentifier(fields: AppDeviceInput): void {
  if (!hasIdentifier(fields))
    throw Fault.field('non_field_errors', `One of ${deviceIdentifiers.join(', ')} is required.`);
}

export function pickDeviceIdentifiers(fields: AppDeviceInput): AppDeviceInput {
  return Object.fromEntries(deviceIdentifiers.map((name) => [name, fields[name]]));
}

export function hasIdentifier(fields: AppDeviceInput): boolean {
  return deviceIdentifiers.some((name) => typeof fields[name] === 'string');
}

export function withoutIdentifiers(fields: AppDeviceInput): Record<string, unknown> {
  const known: readonly string[] = deviceIdentifiers;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !known.includes(name)));
}

export function toReceipt(row: Readonly<Record<string, unknown>>): Static<typeof receipt> {
  return { id: Number(row.id), created: String(row.created) };
}
