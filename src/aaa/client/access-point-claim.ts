import { canonicalMac } from '../../contract/fields.ts';
import { isWithin, parseIpNetwork, type IpNetwork } from '../../runtime/ip-address.ts';
import type { Store } from '../../store/store.ts';
import { servedOrganizations } from './client-store.ts';

/** The identifiers of an access point that claim sessions for its organization. */
export interface AccessPointClaim {
  readonly organization: number;
  readonly mac: string | null;
  readonly identifier: string | null;
  readonly ip: string | null;
}

const claimFields = ['mac', 'identifier', 'ip'] as const;
export type ClaimField = (typeof claimFields)[number];

/**
 * Finds an identifier that an access point cannot have because another organization has it: for an AAA client that does not
 * serve the claiming organization, or for an access point. A MAC address is unique; an address or a name may occur in several
 * organizations unless one client counts both.
 *
 * @returns null: no collision
 */
export async function findClaimConflict(
  store: Store,
  claim: AccessPointClaim,
): Promise<ClaimField | null> {
  const clients = await readClients(store);
  const rivals = await readRivals(store, claim);
  const isTaken = (field: ClaimField) =>
    isOfStranger(claim, field, clients) ||
    rivals.some(
      (rival) => rival[field] === claim[field] && isRival(rival, { claim, field, clients }),
    );
  return claimFields.find((field) => claim[field] !== null && isTaken(field)) ?? null;
}

type Client = Awaited<ReturnType<typeof readClients>>[number];
type Rival = Awaited<ReturnType<typeof readRivals>>[number];

async function readClients({ db }: Store) {
  const rows = await db
    .selectFrom('aaa_client')
    .select(['organization', 'serves', 'address', 'transport', 'nas_identifier'])
    .execute();
  return rows.map((row) => ({
    organizations: [row.organization, ...servedOrganizations(row)],
    network: parseIpNetwork(row.address),
    transport: row.transport,
    nasIdentifier: row.nas_identifier,
  }));
}

/** Reads the access points of other organizations with one of the identifiers. */
async function readRivals({ db }: Store, { organization, ...claim }: AccessPointClaim) {
  return db
    .selectFrom('access_point')
    .select(['organization', 'mac', 'identifier', 'ip'])
    .where('organization', '<>', organization)
    .where((is) => is.or(claimFields.map((field) => is(field, '=', claim[field]))))
    .execute();
}

function isRival(
  { organization }: Rival,
  at: {
    readonly claim: AccessPointClaim;
    readonly field: ClaimField;
    readonly clients: readonly Client[];
  },
): boolean {
  return (
    at.field === 'mac' ||
    at.clients.some(
      ({ organizations }) =>
        organizations.includes(organization) && organizations.includes(at.claim.organization),
    )
  );
}

/** True if the identifier belongs to an AAA client that does not count access points of the organization. */
function isOfStranger(
  claim: AccessPointClaim,
  field: ClaimField,
  clients: readonly Client[],
): boolean {
  const value = claim[field] ?? '';
  const owners =
    field === 'ip'
      ? clientsOfAddress(value, clients)
      : clients.filter(({ nasIdentifier }) => isSameName(nasIdentifier, value));
  return owners.some(({ organizations }) => !organizations.includes(claim.organization));
}

/** Finds the clients, one for each transport, that packets from an address belong to: those with the longest prefix. */
function clientsOfAddress(address: string, clients: readonly Client[]): readonly Client[] {
  const host = parseIpNetwork(address);
  if (!host) return [];
  const longest = new Map<string, Client & { readonly network: IpNetwork }>();
  for (const client of clients) {
    const { network, transport } = client;
    if (!network || !isWithin(host, network)) continue;
    const found = longest.get(transport);
    if (!found || found.network.prefixLength < network.prefixLength)
      longest.set(transport, { ...client, network });
  }
  return [...longest.values()];
}

/** True for the same text, or the same MAC address in another spelling. */
function isSameName(nasIdentifier: string | null, name: string): boolean {
  if (nasIdentifier === null || nasIdentifier === '') return false;
  const mac = canonicalMac(nasIdentifier);
  return nasIdentifier === name || (mac !== null && mac === canonicalMac(name));
}
