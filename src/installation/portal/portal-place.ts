import { sql, type RawBuilder } from 'kysely';
import type { Config } from '../../config/load-config.ts';
import type { OpenedStore } from '../../site/open-existing.ts';
import { selectAncestors, selectInactiveOrganizations } from '../../organization/tree-query.ts';
import { canonicalMac } from '../../contract/fields.ts';
import { scopeOfPage, type ServedPage } from '../../portal/page/page-store.ts';
import { isWithin, parseIpNetwork } from '../../runtime/ip-address.ts';
import { parseJsonColumn, type Store } from '../../store/store.ts';

/* The configuration for the guests of an access point. */

/** The input of each step: the gateway, and the access point with its page. */
export interface PortalTest extends OpenedStore {
  readonly config: Config;
  readonly place: TestedPlace;
  readonly page: ServedPage | null;
  readonly clients: readonly PlaceClient[];
  readonly upstreams: readonly PlaceUpstream[];
  readonly controllers: readonly PlaceController[];
}

/** The access point of the tested portal. */
export interface TestedPlace {
  readonly id: number;
  readonly name: string;
  readonly organization: number;
  readonly location: number | null;
  readonly mac: string | null;
  readonly identifier: string | null;
  readonly ip: string | null;
  readonly vendor: string | null;
  readonly is_active: number;
  /** True if its organization or a parent of it is switched off. */
  readonly isOfInactive: boolean;
}

const maxPlaces = 10;

/** Finds the access points with a name, an id, a MAC address or an identifier; without a text, the first active one. */
export async function findPlaces(
  { db }: Store,
  text: string | undefined,
): Promise<readonly TestedPlace[]> {
  const columns = sql`id, name, organization, location, mac, identifier, ip, vendor, is_active,
    case when organization in ${selectInactiveOrganizations()} then 1 else 0 end as off`;
  const query =
    text === undefined
      ? sql<PlaceRow>`select ${columns} from access_point
          order by is_active desc, off, id limit 1`
      : sql<PlaceRow>`select ${columns} from access_point where ${matches(text)}
          order by id limit ${sql.lit(maxPlaces)}`;
  const { rows } = await query.execute(db);
  return rows.map(({ off, ...row }) => ({ ...row, isOfInactive: off === 1 }));
}

interface PlaceRow extends Omit<TestedPlace, 'isOfInactive'> {
  readonly off: number;
}

function matches(text: string): RawBuilder<unknown> {
  const id = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return sql`(id = ${id} or name = ${text} or identifier = ${text} or mac = ${canonicalMac(text) ?? ''})`;
}

/** An AAA client that may send the packets of an access point. */
export interface PlaceClient {
  readonly name: string;
  readonly address: string;
  readonly secret: string;
  readonly transport: string;
  readonly coa_port: number;
  readonly last_seen: number | null;
  /** `no`: it has refused a Disconnect. */
  readonly accepts_disconnect: string;
  /** Address of the NAS behind it; null: the client is a network, and the access point has no address in it. */
  readonly nas: string | null;
}

interface ClientRow extends Omit<PlaceClient, 'nas'> {
  readonly serves: string;
  readonly is_above: number;
}

/** Finds the clients of the access point's organization and its parents, and the clients that serve it. */
export async function findClients(
  { db }: Store,
  { organization, ip }: TestedPlace,
): Promise<readonly PlaceClient[]> {
  const { rows } = await sql<ClientRow>`
    select name, address, secret, transport, coa_port, last_seen, accepts_disconnect, serves,
      case when organization in (select id from ${selectAncestors(organization)} as above) then 1 else 0 end as is_above
    from aaa_client where is_active = 1 and organization not in ${selectInactiveOrganizations()}
    order by id`.execute(db);
  return rows
    .filter(
      ({ is_above, serves }) =>
        is_above === 1 || parseJsonColumn<readonly number[]>(serves).includes(organization),
    )
    .map((row) => ({ ...row, nas: addressIn(row.address, ip) }));
}

function addressIn(client: string, ip: string | null): string | null {
  const network = parseIpNetwork(client);
  if (!network) return null;
  if (network.prefixLength === network.bits) return client.replace(/\/.*$/, '');
  const address = parseIpNetwork(ip ?? '');
  return ip !== null && address && isWithin(address, network) ? ip : null;
}

/** An upstream that authenticates users of the portal at the access point. */
interface PlaceUpstream {
  readonly name: string;
  readonly realm: string | null;
  readonly state: string;
  readonly last_error: string | null;
}

/** Finds the upstreams of the nearest organization with upstreams, upwards from the organization of the access point. */
export async function findUpstreams(
  { db }: Store,
  { organization }: TestedPlace,
): Promise<readonly PlaceUpstream[]> {
  const { rows } = await sql<PlaceUpstream & { readonly distance: number }>`
    select u.name, u.realm, u.state, u.last_error, above.distance
    from aaa_upstream as u join ${selectAncestors(organization)} as above on above.id = u.organization
    where u.is_active = 1 and u.portal_authentication = 1 order by above.distance, u.priority, u.id`.execute(
    db,
  );
  return rows.filter(({ distance }) => distance === rows[0]?.distance);
}

/** A controller of the access point that the gateway may call. */
interface PlaceController {
  readonly name: string;
  readonly vendor: string;
  readonly url: string | null;
}

export async function findControllers(
  { db }: Store,
  { organization, location }: TestedPlace,
): Promise<readonly PlaceController[]> {
  const { rows } = await sql<PlaceController>`
    select c.name, c.vendor, c.url
    from portal_controller as c join ${selectAncestors(organization)} as above on above.id = c.organization
    where c.is_active = 1 and (c.location is null or c.location = cast(${location} as bigint))
    order by above.distance, c.id`.execute(db);
  return rows;
}

/** True if the access point is a device of the inventory. */
export async function hasDevice(
  { db }: Store,
  { id, organization, mac }: TestedPlace,
): Promise<boolean> {
  const { rows } = await sql`
    select id from inventory_device where organization = ${organization}
      and (access_point = ${id} or (access_point is null and mac_address = ${mac}))
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Numbers of users and vouchers for a page. */
interface PageUsers {
  readonly subscribers: number;
  readonly vouchers: number;
  /** The user of guests who only accept the terms; null: not configured. */
  readonly termsUser: { readonly name: string; readonly isUsable: boolean } | null;
}

/** Counts the users and vouchers that may log in on a page at a time. */
export async function countPageUsers(
  store: Store,
  page: ServedPage,
  now: number,
): Promise<PageUsers> {
  const { organizations } = await scopeOfPage(store, page.organization);
  const isOfPage = organizations.length > 0 ? sql`in (${sql.join(organizations)})` : sql`in (0)`;
  const isUsable = (alias: string) => {
    const table = sql.ref(alias);
    return sql`${table}.is_active = 1 and (${table}.expiration is null or ${table}.expiration > ${now})`;
  };
  const { rows } = await sql<CountRow>`
    select
      (select count(*) from "user" as u where u.role = 'subscriber' and u.terms_user is null and u.organization ${isOfPage}
        and ${isUsable('u')} and not exists (select 1 from user_token as t where t."user" = u.id)) as subscribers,
      (select count(*) from user_token as t join "user" as u on u.id = t."user"
        where t.kind = 'network' and u.organization ${isOfPage} and ${isUsable('t')} and ${isUsable('u')}) as vouchers,
      (select u.username from portal_page as p join "user" as u on u.id = p.terms_user where p.id = ${page.id}) as name,
      (select count(*) from portal_page as p join "user" as u on u.id = p.terms_user
        where p.id = ${page.id} and ${isUsable('u')}) as usable`.execute(store.db);
  const [row] = rows;
  const name = row?.name ?? null;
  return {
    subscribers: row?.subscribers ?? 0,
    vouchers: row?.vouchers ?? 0,
    termsUser: name === null ? null : { name, isUsable: row?.usable !== 0 },
  };
}

interface CountRow {
  readonly subscribers: number;
  readonly vouchers: number;
  readonly name: string | null;
  readonly usable: number;
}
