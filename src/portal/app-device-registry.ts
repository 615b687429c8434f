import { randomUUID } from 'node:crypto';
import type { Static } from 'typebox';
import { Fault } from '../errors.ts';
import { canonicalMac } from '../fields.ts';
import type { Gateway } from '../gateway.ts';
import { serializeRow, deserializeFields, type Row } from '../store/query/row-serialization.ts';
import type { Store } from '../store/store.ts';
import { selectUpTo, buildInsert, buildUpdate } from '../store/query/resource-query.ts';
import { appDevice as of, deviceIdentifiers } from './app-device.ts';

type Identifier = (typeof deviceIdentifiers)[number];
export type AppDevice = Static<typeof of.schema>;

/** What a request says of a device; a field that is left out says nothing. */
export type AppDeviceInput = Readonly<Record<string, unknown>>;

/**
 * Registers a device, or notes what has changed where it is known already: by the first of its identifiers, strongest
 * first, that a device of the organization has. It keeps its id then.
 *
 * @param fields  one identifier at least, and `user` to link it to one
 * @throws Fault `conflict` where its identifiers belong to several devices
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
    ...deserializeFields(of, fields, gateway.vault),
    organization,
    device_id: randomUUID(),
    created: now,
    last_change: now,
  };
  const statement = buildInsert(gateway.store, of, { ...row, identity: identityOf(row) });
  try {
    const [written] = await gateway.store.write([statement]);
    return await deviceOf(gateway.store, organization, Number(written?.rows[0]?.['id']));
  } catch (error) {
    // the same device, registered by another request between our look and our write
    const twin = await findAppDevice(gateway.store, organization, fields);
    if (!twin || !(error instanceof Fault) || error.kind !== 'conflict') throw error;
    return changeAppDevice(gateway, twin, fields);
  }
}

/** The device of an organization that has the first of these identifiers that any device has. */
export async function findAppDevice(
  store: Store,
  organization: number,
  fields: AppDeviceInput,
): Promise<Row | null> {
  for (const column of deviceIdentifiers) {
    const value = identifierOf(fields, column);
    if (value === null) continue;
    const where = [{ column, operator: '=' as const, value }];
    const [found] = await selectUpTo(store, of, { scope: [organization], where, limit: 1 });
    if (found) return found;
  }
  return null;
}

/** Writes down what has changed about a device. @throws Fault `conflict` where an identifier belongs to another one */
export async function changeAppDevice(
  gateway: Gateway,
  known: Row,
  fields: AppDeviceInput,
): Promise<AppDevice> {
  const { id, organization } = known;
  const changes = {
    ...deserializeFields(of, fields, gateway.vault),
    last_change: gateway.now().getTime(),
  };
  const row = { ...changes, identity: identityOf({ ...known, ...changes }) };
  const scope = [Number(organization)];
  await gateway.store.write([
    buildUpdate(gateway.store, of, {
      scope,
      where: [{ column: 'id', operator: '=', value: id }],
      row,
    }),
  ]);
  return deviceOf(gateway.store, Number(organization), Number(id));
}

/** The devices of these users. */
export async function findAppDevicesOfUsers(
  store: Store,
  users: readonly number[],
): Promise<AppDevice[]> {
  if (users.length === 0) return [];
  const where = [{ column: 'user', operator: 'in' as const, value: users }];
  return (await selectUpTo(store, of, { scope: 'all', where, limit: 1000 })).map((row) =>
    serializeRow(of, row),
  );
}

async function deviceOf(store: Store, organization: number, id: number): Promise<AppDevice> {
  const where = [{ column: 'id', operator: '=' as const, value: id }];
  const [row] = await selectUpTo(store, of, { scope: [organization], where, limit: 1 });
  if (!row) throw new Fault('not_found', `no device ${id}`);
  return serializeRow(of, row);
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
