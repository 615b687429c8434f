import { Fault } from '../contract/errors.ts';
import { overlaps, parseIpNetwork } from '../runtime/ip-address.ts';
import { parseJsonColumn, type Store } from '../store/store.ts';

/*
 * An address belongs to one tenant: what comes from it, such as a syslog message, is recorded for the device that has it. So
 * organizations of different branches of the tree have no network in common; one above another may hold all of its networks.
 */

/** An organization by its id, or by its short name in a site file. */
export interface Member<K = number> {
  readonly id: K;
  readonly name: string;
  readonly parent: K | null;
  readonly networks: readonly string[];
}

/** Two organizations, neither above the other, whose networks overlap. */
export interface NetworkOverlap {
  readonly one: string;
  readonly other: string;
  readonly network: string;
}

/** Lists the overlaps between organizations. */
export async function findNetworkOverlaps(store: Store): Promise<readonly NetworkOverlap[]> {
  const overlaps = overlapsAmong(await readMembers(store));
  return overlaps.map(({ one, other, network }) => ({ one: one.name, other: other.name, network }));
}

/** Two members, neither above the other, and a network of the first that overlaps with one of the second. */
interface MemberOverlap<K> {
  readonly one: Member<K>;
  readonly other: Member<K>;
  readonly network: string;
}

/** Lists the overlaps between organizations. */
export function overlapsAmong<K>(members: ReadonlyMap<K, Member<K>>): readonly MemberOverlap<K>[] {
  const all = [...members.values()].filter(({ networks }) => networks.length > 0);
  return all.flatMap((one, at) =>
    all.slice(at + 1).flatMap((other) => {
      const network = isRelated(one, other, members) ? undefined : commonOf(one, other);
      return network === undefined ? [] : [{ one, other, network }];
    }),
  );
}

/** Returns why an organization cannot have a network of another one, which a caller may not see. */
export function overlapRefusal(network: string): string {
  return `${network} overlaps with a network of another organization. What comes from an address is recorded for one organization; give each its own networks.`;
}

/**
 * Refuses networks that overlap with those of an organization of another branch.
 *
 * @param of     the organization that is to have them, and its parent if it is new or moves
 * @param given  undefined: those that it has
 * @throws Fault `invalid` naming `device_networks`; it does not name the other organization, which the caller may not see
 */
export async function refuseOverlap(
  store: Store,
  of: { readonly id: number | null; readonly parent: number | undefined },
  given: readonly string[] | null | undefined,
): Promise<void> {
  if (given === undefined && of.parent === undefined) return;
  const members = await readMembers(store);
  const planned = plannedMember(of, given, members);
  members.set(planned.id, planned);
  for (const other of members.values()) {
    const network = isRelated(planned, other, members) ? undefined : commonOf(planned, other);
    if (network !== undefined) throw Fault.field('device_networks', overlapRefusal(network));
  }
}

/** An organization that is not stored yet. */
const unstored = -1;

function plannedMember(
  { id, parent }: Parameters<typeof refuseOverlap>[1],
  given: Parameters<typeof refuseOverlap>[2],
  members: ReadonlyMap<number, Member>,
): Member {
  const known = members.get(id ?? unstored);
  const networks = given === undefined ? known?.networks : given;
  return {
    id: id ?? unstored,
    name: '',
    parent: parent ?? known?.parent ?? null,
    networks: networks ?? [],
  };
}

async function readMembers({ db }: Store): Promise<Map<number, Member>> {
  const rows = await db
    .selectFrom('organization')
    .select(['id', 'name', 'parent', 'device_networks'])
    .execute();
  return new Map(
    rows.map(({ device_networks, ...row }) => [
      row.id,
      {
        ...row,
        networks: device_networks === null ? [] : parseJsonColumn<string[]>(device_networks),
      },
    ]),
  );
}

function isRelated<K>(
  one: Member<K>,
  other: Member<K>,
  members: ReadonlyMap<K, Member<K>>,
): boolean {
  return isAbove(one, other, members) || isAbove(other, one, members);
}

/** True if a member is another one itself or above it. */
function isAbove<K>(top: Member<K>, of: Member<K>, members: ReadonlyMap<K, Member<K>>): boolean {
  const seen = new Set<K>();
  for (let at: Member<K> | undefined = of; at && !seen.has(at.id);) {
    if (at.id === top.id) return true;
    seen.add(at.id);
    at = at.parent === null ? undefined : members.get(at.parent);
  }
  return false;
}

/** Returns a network of the first that overlaps with one of the second. */
function commonOf<K>(one: Member<K>, other: Member<K>): string | undefined {
  const others = other.networks.flatMap((network) => parseIpNetwork(network) ?? []);
  return one.networks.find((network) => {
    const parsed = parseIpNetwork(network);
    return parsed !== null && others.some((theirs) => overlaps(parsed, theirs));
  });
}
