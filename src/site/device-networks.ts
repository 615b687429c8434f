import { isDeepStrictEqual } from 'node:util';
import { destinationRefusal } from '../inventory/device/device-address.ts';
import { overlapRefusal, overlapsAmong } from '../organization/network-overlap.ts';
import { parseJsonColumn } from '../store/store.ts';
import type { FaultList } from './faults.ts';
import { PlannedOrganizations, type PlannedOrganization } from './parent-tree.ts';
import type { DesiredObject } from './resolve.ts';
import type { StoredObjects } from './stored-objects.ts';

/** Reports devices that are new or get another address, and that the gateway may not connect to for their organization. */
export function checkDeviceNetworks(
  desired: readonly DesiredObject[],
  stored: StoredObjects,
  faults: FaultList,
): void {
  const planned = new PlannedOrganizations(desired, stored);
  checkOverlaps(planned, stored, faults);
  for (const entry of desired) {
    const { section, isAbsent, fields, storedRow, organization } = entry;
    const { ip_address: host } = fields;
    if (section.table !== 'inventory_device' || isAbsent || typeof host !== 'string') continue;
    if (storedRow?.['ip_address'] === host) continue;
    const above = planned.upwards(organization).filter(({ parent }) => parent !== null);
    const refusal = destinationRefusal(above.map(networksOf), { organization, host });
    if (refusal !== null) faults.add(entry, 'ip_address', refusal);
  }
}

/** Reports organizations of the file whose networks would overlap with those of another branch. */
function checkOverlaps(
  planned: PlannedOrganizations,
  stored: StoredObjects,
  faults: FaultList,
): void {
  const { changes } = planned;
  if (changes.size === 0) return;
  const before = new PlannedOrganizations([], stored);
  /** True if an organization is new, moves or gets other networks. */
  const isChanged = (name: string) =>
    stored.find('organization', name).length === 0 ||
    !isDeepStrictEqual(placeOf(before.get(name)), placeOf(planned.get(name)));
  const names = new Set([...stored.all('organization').map(([name]) => name), ...changes.keys()]);
  for (const [name, { isAbsent }] of changes) if (isAbsent) names.delete(name);
  const members = [...names].map((name) => {
    const { networks, parent } = placeOf(planned.get(name));
    return [name, { id: name, name, parent, networks: networks ?? [] }] as const;
  });
  for (const { one, other, network } of overlapsAmong(new Map(members))) {
    // An overlap that exists already is shown by the doctor.
    const changed = [other.id, one.id].find(isChanged);
    const entry = changed === undefined ? undefined : changes.get(changed);
    if (entry) faults.add(entry, 'device_networks', overlapRefusal(network));
  }
}

function placeOf(organization: PlannedOrganization) {
  return { networks: networksOf(organization), parent: organization.parent };
}

/** Returns the networks of an organization; null: those of its parent. */
function networksOf({ change, row }: PlannedOrganization): readonly string[] | null {
  if (change !== undefined && 'device_networks' in change.fields)
    return textsOf(change.fields['device_networks']);
  if (row === undefined) return [];
  const kept = row['device_networks'];
  return typeof kept === 'string' ? parseJsonColumn<readonly string[]>(kept) : null;
}

function textsOf(value: unknown): readonly string[] | null {
  return Array.isArray(value) ? value.map(String) : null;
}
