import { sql, type Selectable } from 'kysely';
import type { Gateway } from '../../gateway/gateway.ts';
import { parseJsonColumn } from '../../store/store.ts';
import type { Tables } from '../../contract/tables.ts';
import type { StoredDevice } from '../device/find-device.ts';
import type { Variable, Variables } from './setting-template.ts';

/** The fields of a device that decide which variable sets it has. */
export type DevicePlace = Pick<StoredDevice, 'id' | 'organization' | 'location' | 'type'>;

type StoredSet = Selectable<Tables['inventory_variable_set']>;
type Values = Readonly<Record<string, Variable['value']>>;
type OpenedSet = StoredSet & { readonly values: readonly (readonly [string, Variable])[] };

const maxDepth = 100;

/**
 * Returns the variables of devices, by id of the device. Of several sets with a variable the one with the greatest weight
 * decides; with equal weights: the set of the device, of the nearest location, of the type, of the nearest organization, the
 * oldest set.
 */
export async function findVariables(
  gateway: Gateway,
  devices: readonly DevicePlace[],
): Promise<ReadonlyMap<number, Variables>> {
  const [organizations, locations] = await Promise.all([
    findAncestors(
      gateway,
      'organization',
      devices.map(({ organization }) => organization),
    ),
    findAncestors(
      gateway,
      'location',
      devices.map(({ location }) => location),
    ),
  ]);
  const places = { organizations, locations };
  const sets = (await readSets(gateway, devices, places)).map((set) => openSet(gateway, set));
  return new Map(devices.map((device) => [device.id, variablesOf(device, sets, places)]));
}

/** Distances of the rows of a tree that a row lies in, by id of that row; 0 is the row itself. */
type Ancestors = ReadonlyMap<number, ReadonlyMap<number, number>>;

interface Places {
  readonly organizations: Ancestors;
  readonly locations: Ancestors;
}

async function findAncestors(
  { store }: Gateway,
  tree: 'organization' | 'location',
  rows: readonly (number | null)[],
): Promise<Ancestors> {
  const ids = [...new Set(rows.filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const table = sql.table(tree);
  const { rows: found } = await sql<{ start: number; id: number; distance: number }>`
    with recursive above(start, id, parent, distance) as (
      select id, id, parent, 0 from ${table} where id in (${sql.join(ids)})
      union all
      select above.start, next.id, next.parent, above.distance + 1
      from ${table} as next join above on next.id = above.parent where above.distance < ${sql.lit(maxDepth)}
    )
    select start, id, distance from above`.execute(store.db);
  const ancestors = new Map<number, Map<number, number>>(ids.map((id) => [id, new Map()]));
  for (const { start, id, distance } of found) ancestors.get(start)?.set(id, distance);
  return ancestors;
}

function readSets(
  { store }: Gateway,
  devices: readonly DevicePlace[],
  { organizations, locations }: Places,
): Promise<StoredSet[]> {
  const idsIn = (ancestors: Ancestors) => [
    ...new Set([...ancestors.values()].flatMap((above) => [...above.keys()])),
  ];
  // No row has the id -1: a list of SQL is never empty.
  const among = {
    location: [-1, ...idsIn(locations)],
    type: [-1, ...new Set(devices.map(({ type }) => type))],
    device: [-1, ...devices.map(({ id }) => id)],
  };
  return store.db
    .selectFrom('inventory_variable_set')
    .selectAll()
    .where('organization', 'in', [-1, ...idsIn(organizations)])
    .where((eb) => eb.or([eb('location', 'is', null), eb('location', 'in', among.location)]))
    .where((eb) => eb.or([eb('type', 'is', null), eb('type', 'in', among.type)]))
    .where((eb) => eb.or([eb('device', 'is', null), eb('device', 'in', among.device)]))
    .execute();
}

function openSet(gateway: Gateway, set: StoredSet): OpenedSet {
  const secrets = openSecrets(gateway, set.secret_variables);
  const variables = (values: Values, isSecret: boolean) =>
    Object.entries(values).map(
      ([name, value]) => [name, { value, isSecret, set: { id: set.id, name: set.name } }] as const,
    );
  const shown = parseJsonColumn<Values>(set.variables);
  return { ...set, values: [...variables(shown, false), ...variables(secrets, true)] };
}

function openSecrets({ vault }: Gateway, sealed: string | null): Values {
  if (sealed === null) return {};
  return parseJsonColumn<Values>(
    vault.open(sealed, 'inventory_variable_set.secret_variables').reveal(),
  );
}

function variablesOf(
  device: DevicePlace,
  sets: readonly OpenedSet[],
  { organizations, locations }: Places,
): Variables {
  const above = organizations.get(device.organization);
  const around = device.location === null ? undefined : locations.get(device.location);
  const ranked = sets.flatMap((set) => {
    const organization = above?.get(set.organization);
    const location = set.location === null ? maxDepth + 1 : around?.get(set.location);
    const isOfDevice = set.device === null || set.device === device.id;
    const isOfType = set.type === null || set.type === device.type;
    if (organization === undefined || location === undefined || !isOfDevice || !isOfType) return [];
    const isForAll = (of: number | null) => (of === null ? 1 : 0);
    const { weight, device: one, type, id } = set;
    return [
      { set, rank: [-weight, isForAll(one), location, isForAll(type), organization, id] as const },
    ];
  });
  ranked.sort((one, other) => compareRanks(one.rank, other.rank));
  // The last entry of a key stays in a Map: the first set decides.
  return new Map(ranked.toReversed().flatMap(({ set }) => set.values));
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
