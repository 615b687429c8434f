import type { Store } from '../../store/store.ts';
import type { Selectable } from 'kysely';
import { Fault } from '../../contract/errors.ts';
import type { DeviceType } from '../../device-type/device-type.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { namedParameter, prepareQuery } from '../../store/prepared-statement.ts';
import { selectTableVersion } from '../../store/table-version.ts';
import type { Tables } from '../../contract/tables.ts';
import { pollInterval } from './poll-interval.ts';
import { splitList } from '../../runtime/split-list.ts';

/** Stored device, secrets sealed, with the short name of its type. */
export type StoredDevice = Selectable<Tables['inventory_device']> & {
  readonly type_short_name: string;
};

/** A device with the seconds between two of its polls, and the version of the table of organizations at that moment. */
type PolledDevice = StoredDevice & {
  readonly poll_seconds: number;
  readonly organization_version: number;
};

/** Columns that address a device in the API. */
export type DeviceKey = 'id' | 'name' | 'serial_number';

/**
 * Finds the device with a key in some organizations.
 *
 * @throws Fault `not_found`; `conflict` if several of the organizations' devices match
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
    `${key} ${JSON.stringify(value)} matches several devices: id ${[found, ...others].map(({ id }) => id).join(', ')}`,
  );
}

/** Finds a device without a check of the caller's organizations. @throws Fault `not_found` */
export async function findDeviceById(store: Store, id: number): Promise<PolledDevice> {
  const [found] = await readDevice(store, { id });
  if (!found) throw new Fault('not_found', `device ${id} no longer exists`);
  return found;
}

const readDevice = prepareQuery<PolledDevice>((db) =>
  devices({ store: { db } })
    .select([
      pollInterval.as('poll_seconds'),
      selectTableVersion('organization').as('organization_version'),
    ])
    .where('d.id', '=', namedParameter<number>('id'))
    .compile(),
);

/** Returns the type of a device. @throws Fault `unsupported` if no folder of device types has a valid file of the type any more */
export function getDeviceType(gateway: Gateway, device: StoredDevice): DeviceType {
  const type = gateway.deviceTypes.get(device.type_short_name);
  if (!type) throw new Fault('unsupported', missingTypeText(gateway, device));
  return type;
}

export function missingTypeText(
  { config }: Pick<Gateway, 'config'>,
  { type_short_name: name }: StoredDevice,
): string {
  const own = config.device_types_dir;
  const folders = own === '' ? 'config/device-types has' : `config/device-types and ${own} have`;
  return `device type "${name}" is not loaded: ${folders} no valid ${name}.yaml`;
}

/** Returns the addresses of all devices that have one; host names are among them. */
export async function findDeviceAddresses(store: Store) {
  return store.db
    .selectFrom('inventory_device')
    .select(['id', 'ip_address'])
    .where('ip_address', 'is not', null)
    .$narrowType<{ ip_address: string }>()
    .execute();
}

const idsPerQuery = 1000;

/** Finds devices without a check of the caller's organizations, in the order of their ids. */
export async function findDevices(
  gateway: Gateway,
  ids: readonly number[],
): Promise<readonly StoredDevice[]> {
  const found = await Promise.all(
    splitList(ids, idsPerQuery).map((page) =>
      devices(gateway).where('d.id', 'in', page).orderBy('d.id').execute(),
    ),
  );
  return found.flat();
}

function devices({ store }: { readonly store: Pick<Gateway['store'], 'db'> }) {
  return store.db
    .selectFrom('inventory_device as d')
    .innerJoin('inventory_type as t', 't.id', 'd.type')
    .selectAll('d')
    .select('t.short_name as type_short_name');
}
