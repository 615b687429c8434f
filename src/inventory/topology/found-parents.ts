import type { Neighbor } from './neighbor.ts';

/** A device as its neighbors know it. */
export interface LinkedDevice {
  readonly id: number;
  readonly name: string;
  readonly mac_address: string | null;
  readonly ip_address: string | null;
  /** As an administrator has set it. */
  readonly parent: number | null;
}

export interface SeenNeighbor extends Neighbor {
  /** The device that has seen it. */
  readonly device: number;
}

/** The devices of an organization, and what they see. */
interface Topology {
  readonly devices: readonly LinkedDevice[];
  readonly neighbors: readonly SeenNeighbor[];
  /** Address of the router of the gateway; null: unknown. */
  readonly router: string | null;
}

/**
 * Finds the device that each device is connected through, by the links between them. A group of linked devices is entered at
 * the router of the gateway, else at a device that an administrator has connected others to, else at the one with the most
 * links. Without any of these nothing says which of the two ends of a link is the nearer one.
 *
 * @returns the parent of each device that has one
 */
export function findParents({ devices, neighbors, router }: Topology): ReadonlyMap<number, number> {
  const links = linksOf(devices, neighbors);
  const parents = new Map<number, number>();
  const known = new Map(devices.map((device) => [device.id, device]));
  const above = new Set(devices.flatMap(({ parent }) => parent ?? []));
  const parentOf = (id: number) => known.get(id)?.parent ?? parents.get(id);
  const isBelow = (id: number, above: number) => {
    const seen = new Set<number>();
    for (let at: number | undefined = id; at !== undefined && !seen.has(at); at = parentOf(at)) {
      if (at === above) return true;
      seen.add(at);
    }
    return false;
  };
  for (const group of groupsOf(links)) {
    const entry = entryOf(
      group.flatMap((id) => known.get(id) ?? []),
      { links, above, router },
    );
    if (entry === null) continue;
    for (const [near, far] of waysFrom(entry, links))
      if (known.get(far)?.parent === null && !isBelow(near, far)) parents.set(far, near);
  }
  return parents;
}

/** Goes from a device to all that it is linked to, from near to far. @returns each step */
function* waysFrom(entry: number, links: Links): Generator<readonly [near: number, far: number]> {
  const reached = new Set([entry]);
  // A set grows while it is walked.
  for (const near of reached)
    for (const far of links.get(near) ?? []) {
      if (reached.has(far)) continue;
      reached.add(far);
      yield [near, far];
    }
}

type Links = ReadonlyMap<number, ReadonlySet<number>>;

/** Returns the devices that each device is linked to, whichever of the two has seen the other. */
function linksOf(devices: readonly LinkedDevice[], neighbors: readonly SeenNeighbor[]): Links {
  const find = finderOf(devices);
  const links = new Map<number, Set<number>>();
  const add = (from: number, to: number) => {
    const those = links.get(from) ?? new Set();
    links.set(from, those.add(to));
  };
  for (const { device, ...neighbor } of neighbors) {
    const other = find(neighbor);
    if (other === undefined || other === device) continue;
    add(device, other);
    add(other, device);
  }
  return links;
}

/** Returns a function that finds the device that a neighbor is; a name or address of several devices is none's. */
function finderOf(devices: readonly LinkedDevice[]) {
  const byKey = new Map<string, number | null>();
  const add = (key: string, id: number) =>
    byKey.set(key, byKey.has(key) && byKey.get(key) !== id ? null : id);
  for (const { id, name, mac_address, ip_address } of devices) {
    add(`name ${hostOf(name)}`, id);
    if (mac_address !== null) add(`mac_address ${mac_address}`, id);
    if (ip_address !== null) add(`ip_address ${ip_address}`, id);
  }
  return ({ kind, value }: Neighbor) =>
    byKey.get(`${kind} ${kind === 'name' ? hostOf(value) : value}`) ?? undefined;
}

/** Returns a name without its domain, which CDP and many systems append. */
function hostOf(name: string): string {
  return name.toLowerCase().replace(/^([^.\s]+)\.[a-z0-9.-]*[a-z][a-z0-9.-]*$/, '$1');
}

/** Returns the groups of devices that links connect. */
function groupsOf(links: Links): readonly (readonly number[])[] {
  const grouped = new Set<number>();
  const groups: number[][] = [];
  for (const id of links.keys()) {
    if (grouped.has(id)) continue;
    const group = new Set([id]);
    for (const one of group) for (const other of links.get(one) ?? []) group.add(other);
    for (const one of group) grouped.add(one);
    groups.push([...group]);
  }
  return groups;
}

interface EntryHints {
  readonly links: Links;
  /** Devices that an administrator has connected others to. */
  readonly above: ReadonlySet<number>;
  readonly router: string | null;
}

/** Returns the device that a group is entered at; null: nothing says which. */
function entryOf(
  group: readonly LinkedDevice[],
  { links, above, router }: EntryHints,
): number | null {
  const atRouter = group.find(({ ip_address }) => router !== null && ip_address === router);
  if (atRouter) return atRouter.id;
  const top = group.filter(({ id, parent }) => parent === null && above.has(id));
  const [first, second] = (top.length > 0 ? top : group)
    .map(({ id }) => ({ id, count: links.get(id)?.size ?? 0 }))
    .sort((one, other) => other.count - one.count);
  if (!first || second?.count === first.count) return null;
  return first.id;
}
