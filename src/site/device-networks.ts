import { isDeepStrictEqual } from 'node:util';
import { destinationRefusal } from '../inventory/device/device-address.ts';
import { overlapRefusal, overlapsAmong } from '../organization/network-overlap.ts';
import { parseJsonColumn } from '../store/store.ts';
import type { FaultList } from './faults.ts';
import type { DesiredObject } from './resolve.ts';
import type { StoredObjects } from './stored-objects.ts';

/** An organization as the site file makes it: its networks, null: those of its parent. */
interface PlannedOrganization {
  readonly networks: readonly string[] | null;
  /** Null: it is the root, which has all networks. */
  readonly parent: string | null;
}

/** Reports devices that are new or get another address, and that the gateway may not connect to for their organization. */
export function checkDeviceNetworks(
  desired: readonly DesiredObject[],
  stored: StoredObjects,
  faults: FaultList,
): void {
  const changes = new Map(
    desired
      .filter(({ section }) => section.table === 'organization')
      .map((entry) => [entry.identity, entry]),
  );
  const planned = (name: string) => plannedOrganization(changes.get(name), stored, name);
  checkOverlaps(changes, { stored, planned }, faults);
  for (const entry of desired) {
    const { section, isAbsent, fields, storedRow, organization } = entry;
    const { ip_address: host } = fields;
    if (section.table !== 'inventory_device' || isAbsent || typeof host !== 'string') continue;
    if (storedRow?.['ip_address'] === host) continue;
    const refusal = destinationRefusal(grantsOf(organization, planned), { organization, host });
    if (refusal !== null) faults.add(entry, 'ip_address', refusal);
  }
}

interface Planned {
  readonly stored: StoredObjects;
  readonly planned: (name: string) => PlannedOrganization;
}

/** Reports organizations of the file whose networks would overlap with those of another branch. */
function checkOverlaps(
  changes: ReadonlyMap<string, DesiredObject>,
  { stored, planned }: Planned,
  faults: FaultList,
): void {
  if (changes.size === 0) return;
  const names = new Set([...stored.all('organization').map(([name]) => name), ...changes.keys()]);
  for (const [name, { isAbsent }] of changes) if (isAbsent) names.delete(name);
  const members = [...names].map((name) => {
    const { networks, parent } = planned(name);
    return [name, { id: name, name, parent, networks: networks ?? [] }] as const;
  });
  for (const { one, other, network } of overlapsAmong(new Map(members))) {
    // An overlap that exists already is shown by the doctor.
    const changed = [other.id, one.id].find((name) => isChanged(name, { stored, planned }));
    const entry = changed === undefined ? undefined : changes.get(changed);
    if (entry) faults.add(entry, 'device_networks', overlapRefusal(network));
  }
}

/** True if an organization is new, moves or gets other networks. */
function isChanged(name: string, { stored, planned }: Planned): boolean {
  const before = plannedOrganization(undefined, stored, name);
  return (
    stored.find('organization', name).length === 0 || !isDeepStrictEqual(before, planned(name))
  );
}

function plannedOrganization(
  change: DesiredObject | undefined,
  stored: StoredObjects,
  name: string,
): PlannedOrganization {
  const [row] = stored.find('organization', name);
  const kept = row?.['device_networks'];
  const before = typeof kept === 'string' ? parseJsonColumn<readonly string[]>(kept) : null;
  const given = change?.fields['device_networks'];
  const isGiven = change !== undefined && 'device_networks' in change.fields;
  const parentBefore = stored.identityOf('organization', row?.['parent']);
  return {
    networks: isGiven ? textsOf(given) : row === undefined ? [] : before,
    parent: change?.referencedIdentities['parent'] ?? parentBefore,
  };
}

function textsOf(value: unknown): readonly string[] | null {
  return Array.isArray(value) ? value.map(String) : null;
}

const maxDepth = 100;

/** Returns the networks of an organization and of those above it, without the root. */
function grantsOf(
  name: string,
  planned: (name: string) => PlannedOrganization,
): readonly PlannedOrganization['networks'][] {
  const grants: PlannedOrganization['networks'][] = [];
  for (let next: string | null = name; next !== null && grants.length < maxDepth;) {
    const { networks, parent } = planned(next);
    if (parent !== null) grants.push(networks);
    next = parent;
  }
  return grants;
}
