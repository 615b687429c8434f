import { randomUUID } from 'node:crypto';
import type { Static } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import { canonicalMac } from '../../contract/fields.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { serializeRow, deserializeFields, type Row } from '../../store/query/row-serialization.ts';
import type { Store } from '../../store/store.ts';
import { selectUpTo, buildInsert, buildUpdate } from '../../store/query/resource-query.ts';
import { appDevice, deviceIdentifiers } from './app-device.ts';
import { insertPortalLogEntry } from '../portal-log/portal-log.ts';

type Identifier = (typeof deviceIdentifiers)[number];
export type AppDevice = Static<typeof appDevice.schema>;

/** The fields of a device in a request; a missing field stays as it is. */
export type AppDeviceInput = Readonly<Record<string, unknown>>;

/**
 * Registers a device, or updates it if it is registered: the device of the organization with the first of the identifiers,
 * strongest first, that any device has.
 *
 * @param fields  at least one identifier, and `user` to link the device to a user
 * @throws Fault  `conflict` the identifiers belong to several devices
 */
export async function registerAppDevice(
  gateway: Gateway,
  organization: number,
  fields: AppDeviceInput,
): Promise<AppDevice> {
  const known = await findAppDevice(gateway.store, organization, fields);
  if (known) return changeAppDevice(gateway, known, fields);
  const now = gateway.now().getTime();
  const row = {
    ...deserializeFields(appDevice, fields, gateway.vault),
    organization,
    device_id: randomUUID(),
    created: now,
    last_change: now,
  };
  const statement = buildInsert(gateway.store, appDevice, { ...row, identity: identityOf(row) });
  const registered = insertPortalLogEntry(gateway.store, {
    type: 'ur',
    status: 200,
    detail: 'app on a device',
    organization,
    at: new Date(now),
    user: typeof fields.user === 'number' ? fields.user : null,
    mac: identifierOf(fields, 'mac'),
  });
  try {
    const [written] = await gateway.store.write([statement, registered]);
    return await deviceOf(gateway.store, organization, Number(written?.rows[0]?.['id']));
  } catch (error) {
    // Another request has registered the same device between our read and our write.
    const twin = await findAppDevice(gateway.store, organization, fields);
    if (!twin || !(error instanceof Fault) || error.kind !== 'conflict') throw error;
    return changeAppDevice(gateway, twin, fields);
  }
}

/** Finds the device of an organization by the first of the identifiers that any device has. */
export async function findAppDevice(
  store: Store,
  organization: number,
  fields: AppDeviceInput,
): Promise<Row | null> {
  for (const column of deviceIdentifiers) {
    const value = identifierOf(fields, column);
    if (value === null) continue;
    const where = [{ column, operator: '=' as const, value }];
    const [found] = await selectUpTo(store, appDevice, { scope: [organization], where, limit: 1 });
    if (found) return found;
  }
  return null;
}

/** Updates a device. @throws Fault `conflict` an identifier belongs to another device */
export async function changeAppDevice(
  gateway: Gateway,
  stored: Row,
  fields: AppDeviceInput,
): Promise<AppDevice> {
  const { id, organization } = stored;
  const changes = {
    ...deserializeFields(appDevice, fields, gateway.vault),
    last_change: gateway.now().getTime(),
  };
  const row = { ...changes, identity: identityOf({ ...stored, ...changes }) };
  const scope = [Number(organization)];
  await gateway.store.write([
    buildUpdate(gateway.store, appDevice, {
      scope,
      where: [{ column: 'id', operator: '=', value: id }],
      row,
    }),
  ]);
  return deviceOf(gateway.store, Number(organization), Number(id));
}

/** Finds the devices of users that some organizations have registered. */
export async function findAppDevicesOfUsers(
  store: Store,
  {
    users,
    organizations,
  }: { readonly users: readonly number[]; readonly organizations: readonly number[] },
): Promise<AppDevice[]> {
  if (users.length === 0) return [];
  const where = [{ column: 'user', operator: 'in' as const, value: users }];
  return (await selectUpTo(store, appDevice, { scope: organizations, where, limit: 1000 })).map(
    (row) => serializeRow(appDevice, row),
  );
}

async function deviceOf(store: Store, organization: number, id: number): Promise<AppDevice> {
  const where = [{ column: 'id', operator: '=' as const, value: id }];
  const [row] = await selectUpTo(store, appDevice, { scope: [organization], where, limit: 1 });
  if (!row) throw new Fault('not_found', `no device ${id}`);
  return serializeRow(appDevice, row);
}

/** Returns the identifier of a request that matched a device, or undefined. */
export function matchedIdentifier(
  fields: AppDeviceInput,
  device: AppDeviceInput,
): Identifier | undefined {
  return deviceIdentifiers.find((column) => {
    const value = identifierOf(fields, column);
    return value !== null && value === device[column];
  });
}

function identityOf(row: Row): string {
  const strongest = deviceIdentifiers.find((column) => typeof row[column] === 'string');
  return strongest === undefined ? '' : `${strongest}:${String(row[strongest])}`;
}

function identifierOf(fields: AppDeviceInput, column: Identifier): string | null {
  const value = fields[column];
  if (typeof value !== 'string') return null;
  return column === 'mac' ? canonicalMac(value) : value;
}
