import type { Selectable } from 'kysely';
import { Fault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import type { Tables } from '../../tables.ts';

/** A device as the store has it, secrets sealed, beside its type's short name. */
export type StoredDevice = Selectable<Tables['inventory_device']> & {
  readonly type_short_name: string;
};

/** The three ways in which the API names a device. */
export type DeviceKey = 'id' | 'name' | 'serial_number';

/**
 * The device that an address names among those of some organizations. After this nobody can ask which way it was named.
 *
 * @throws Fault `not_found`; `conflict` where the name fits several of the organizations' devices
 */
export async function findDevice(
  gateway: Gateway,
  [key, value]: readonly [DeviceKey, number | string],
  organizations: readonly number[],
): Promise<StoredDevice> {
  const [found, ...others] = await devices(gateway)
    .where(`d.${key}`, '=', value)
    .where('d.organization', 'in', organizations)
    .limit(20)
    .execute();
  if (!found) throw new Fault('not_found', `No device with ${key} ${JSON.stringify(value)}.`);
  if (others.length === 0) return found;
  throw new Fault(
    'conflict',
    `${key} ${JSON.stringify(value)} fits several devices: id ${[found, ...others].map(({ id }) => id).join(', ')}`,
  );
}

/** For work that has been admitted already. @throws Fault `not_found` where it was deleted since */
export async function findDeviceById(gateway: Gateway, id: number): Promise<StoredDevice> {
  const found = await devices(gateway).where('d.id', '=', id).executeTakeFirst();
  if (!found) throw new Fault('not_found', `device ${id} is gone`);
  return found;
}

function devices(gateway: Gateway) {
  return gateway.store.db
    .selectFrom('inventory_device as d')
    .innerJoin('inventory_type as t', 't.id', 'd.type')
    .selectAll('d')
    .select('t.short_name as type_short_name');
}
