import { networkInterfaces } from 'node:os';
import { isIP } from 'node:net';
import { sql } from 'kysely';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { isLoopbackName, resolveHost } from '../../protocol/resolve-host.ts';
import {
  canonicalNetwork,
  isWithin,
  parseIpNetwork,
  type IpNetwork,
} from '../../runtime/ip-address.ts';
import { TtlCache } from '../../runtime/cache.ts';
import { namedParameter, prepareQuery } from '../../store/prepared-statement.ts';
import { parseJsonColumn, type Store } from '../../store/store.ts';

/** Where the gateway may connect to on behalf of an organization, and with the credentials of a connection profile. */
export interface Destination {
  readonly organization: number;
  /** IP literal or host name. */
  readonly host: string;
  /** Networks of the connection profile; null: anywhere. */
  readonly profileNetworks?: readonly string[] | null;
  /** Grants that are known, and the version of the table of organizations that the caller has just read. */
  readonly known?: { readonly grants: GrantCache; readonly version: number } | undefined;
}

const lookupTimeoutMs = 5000;

/** Networks that are local or reserved. A tenant reaches them only if its `device_networks` name them. */
const specialNetworks = [
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  '::1/128',
  'fe80::/10',
  'ff00::/8',
].flatMap((text) => parseIpNetwork(text) ?? []);

/**
 * Resolves the address of a device or of a diagnostic's target. Every connection is made to the result and not to the name,
 * which may resolve to another address the next time.
 *
 * @returns IP literal
 * @throws Fault `unsupported` if the organization or the profile may not be used there; `unreachable`, `timeout` if the name
 *         does not resolve
 */
export async function resolveDestination(store: Store, destination: Destination): Promise<string> {
  const { host } = destination;
  const address = isIP(host) === 0 ? await lookUp(host) : host;
  const refusal = await findRefusal(store, { ...destination, host: address });
  if (refusal !== null) throw new Fault('unsupported', refusal);
  return address;
}

async function lookUp(host: string): Promise<string> {
  const { address } = await resolveHost(host, { timeoutMs: lookupTimeoutMs });
  return address;
}

/**
 * Checks an address in a request. A host name is checked when it is resolved, at each connection.
 *
 * @throws Fault `invalid` naming the field
 */
export async function checkDestination(
  store: Store,
  field: string,
  destination: Destination,
): Promise<void> {
  const refusal = await findRefusal(store, destination);
  if (refusal !== null) throw Fault.field(field, `${refusal}.`);
}

/**
 * Checks that an organization may have devices in a network, and that a profile may be used there. The addresses of this
 * machine in it are refused one by one, when they are connected to.
 *
 * @throws Fault `invalid` naming the field
 */
export async function checkNetwork(
  store: Store,
  field: string,
  { organization, host, profileNetworks = null }: Destination,
): Promise<void> {
  const network = parseIpNetwork(host);
  if (!network) throw Fault.field(field, `${JSON.stringify(host)} is not a network.`);
  const isOutside = profileNetworks !== null && !containing(profileNetworks, network);
  const refusal = isOutside
    ? `${host} is not in the networks of the connection profile`
    : refusalBy(await findGrants(store, organization), { organization, host, address: network });
  if (refusal !== null) throw Fault.field(field, `${refusal}.`);
}

/** Returns why a destination is refused; null if it is not. */
async function findRefusal(
  store: Store,
  { organization, host, profileNetworks = null, known }: Destination,
): Promise<string | null> {
  const isLiteral = isIP(host) !== 0;
  if (!isLiteral && !isLoopbackName(host)) return null;
  const address = parseIpNetwork(isLiteral ? host.replace(/%.*$/, '') : '127.0.0.1');
  if (!address) return null;
  if (profileNetworks && !containing(profileNetworks, address))
    return `${host} is not in the networks of the connection profile`;
  const grants =
    known === undefined
      ? await findGrants(store, organization)
      : await findKnownGrants(store, organization, known);
  return refusalBy(grants, { organization, host, address });
}

/**
 * Returns why an organization may not have a device at an address; null if it may, or if the text is a host name.
 *
 * @param grants        networks of the organization and of those above it, without the root; null: as the parent
 * @param organization  its short name, for the text
 */
export function destinationRefusal(
  grants: Grants,
  { organization, host }: { readonly organization: string; readonly host: string },
): string | null {
  const address = isIP(host) === 0 ? null : parseIpNetwork(host.replace(/%.*$/, ''));
  return address && refusalBy(grants, { organization, host, address });
}

/** What the organizations from one up to the root have been given, without the root; null: as the parent. */
type Grants = readonly (readonly string[] | null)[];

function refusalBy(grants: Grants, asked: Asked): string | null {
  const { host, address } = asked;
  if (grants.length === 0) return null;
  const given = grants.filter((networks) => networks !== null);
  if (given.some((networks) => !containing(networks, address)))
    return `${host} is not in the device_networks of the organization. ${openingOf(grants, asked)}`;
  if (!isSpecial(address)) return null;
  const isNamed =
    given.length > 0 &&
    given.every((networks) => containing(networks.filter(isSpecialText), address));
  return isNamed ? null : `${host} is an address of this machine or of its link`;
}

/** An address that an organization asks for. */
interface Asked {
  /** Its id, or its short name in a site file. */
  readonly organization: number | string;
  readonly host: string;
  readonly address: IpNetwork;
}

/** Returns the sentence that says how an address is opened: by the organization's own networks, or by those above. */
function openingOf([own]: Grants, { organization, host, address }: Asked): string {
  if (own === undefined || own === null || containing(own, address))
    return 'An organization above it limits its networks';
  const networks = JSON.stringify([...own, canonicalNetwork(host) ?? host]);
  const isShort = own.length <= maxNetworksShown;
  const list = isShort ? networks : `its networks and "${host}"`;
  return typeof organization === 'number'
    ? `An administrator of an organization above opens it: PATCH /gate/api/v1/organization/${organization}/ {"device_networks": ${list}}`
    : `Open it in the entry of the organization "${organization}": device_networks: ${list}`;
}

const maxNetworksShown = 5;

function containing(networks: readonly string[], address: IpNetwork): boolean {
  return networks.some((text) => {
    const network = parseIpNetwork(text);
    return network !== null && isWithin(address, network);
  });
}

function isSpecialText(text: string): boolean {
  const network = parseIpNetwork(text);
  return network !== null && isSpecial(network);
}

/** True for a network that is special as a whole, and for an address of this machine. */
function isSpecial(network: IpNetwork): boolean {
  return [...specialNetworks, ...ownAddresses()].some((special) => isWithin(network, special));
}

/** Addresses of this machine: reading them takes longer than all else of a check, and each poll has one. */
const ownNetworks = new TtlCache<readonly IpNetwork[]>({ ttlMs: 1_000, maxEntries: 1 });

function ownAddresses(): readonly IpNetwork[] {
  const known = ownNetworks.get('');
  if (known !== undefined) return known;
  const found = Object.values(networkInterfaces())
    .flat()
    .flatMap((own) => parseIpNetwork(own?.address ?? '') ?? []);
  ownNetworks.set('', found);
  return found;
}

const maxDepth = 100;

interface GrantRow {
  readonly parent: number | null;
  readonly device_networks: string | null;
}

const readGrants = prepareQuery<GrantRow>((db) =>
  sql<GrantRow>`
    with recursive above(id, parent, device_networks, distance) as (
      select id, parent, device_networks, 0 from organization where id = ${namedParameter('id')}
      union all
      select o.id, o.parent, o.device_networks, above.distance + 1
        from organization as o join above on o.id = above.parent where above.distance < ${maxDepth})
    select parent, device_networks from above order by distance`.compile(db),
);

async function findGrants(store: Gateway['store'], organization: number): Promise<Grants> {
  const rows = await readGrants(store, { id: organization });
  return rows
    .filter(({ parent }) => parent !== null)
    .map(({ device_networks }) =>
      device_networks === null ? null : parseJsonColumn<readonly string[]>(device_networks),
    );
}

/** Grants of organizations by id, each with the version of their table that was read before them. */
export type GrantCache = TtlCache<{ readonly version: number; readonly grants: Grants }>;

async function findKnownGrants(
  store: Gateway['store'],
  organization: number,
  { grants: kept, version }: NonNullable<Destination['known']>,
): Promise<Grants> {
  const known = kept.get(String(organization));
  if (known?.version === version) return known.grants;
  const grants = await findGrants(store, organization);
  kept.set(String(organization), { version, grants });
  return grants;
}
