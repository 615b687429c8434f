import { sql } from 'kysely';
import type { CallerScope } from '../../contract/caller.ts';
import {
  selectAncestors,
  selectFirstOrganization,
  selectInactiveOrganizations,
} from '../../organization/tree-query.ts';
import { parseJsonColumn, type Store } from '../../store/store.ts';
import type { LoginOptions } from './login-options.ts';
import type { LoginKind, Scheme, Theme } from './portal-page.ts';

/** A page as it is served. */
export interface ServedPage {
  readonly id: number;
  readonly organization: number;
  /** Null: all. */
  readonly location: number | null;
  readonly title: string | null;
  readonly welcome: string | null;
  readonly languages: readonly string[];
  readonly loginKinds: readonly LoginKind[];
  readonly terms: string | null;
  readonly termsVersion: string;
  /** Id of the user whose limits guests have who only accept the terms. */
  readonly termsUser: number | null;
  readonly theme: Theme;
  /** Day, night, or as the system of the guest has it. */
  readonly scheme: Scheme;
  /** Id of the AAA profile of guests who become users here; null: none. */
  readonly guestProfile: number | null;
  readonly options: LoginOptions;
  readonly look: PageLook;
  /** A colour as #rrggbb, or the address of a picture; null: that of the theme. */
  readonly background: string | null;
  /** Rules of the place, on top of the theme; null: none. */
  readonly css: string | null;
  readonly links: readonly PageLink[];
  readonly translations: readonly PageTranslation[];
}

/** A link at the foot of a page. */
export interface PageLink {
  readonly text: string;
  readonly url: string;
}

/** The texts of a page in a language; a missing text is taken from the page. */
export interface PageTranslation {
  readonly language: string;
  readonly title?: string | null;
  readonly welcome?: string | null;
  readonly terms?: string | null;
}

export interface PageLook {
  readonly color?: string;
  /** Address of a picture, or a data URL. */
  readonly logo?: string;
  /** Address of a font. */
  readonly font?: string;
  readonly logo_text?: string;
}

/** The access point that a redirect names. */
export interface PagePlace {
  /** Id of the access point. */
  readonly id: number;
  readonly organization: number;
  readonly location: number | null;
  readonly mac: string | null;
}

/** The fields of a page that its guests see something of, as the API names them. */
type PageFields = Pick<
  ServedPage,
  | 'id'
  | 'organization'
  | 'location'
  | 'title'
  | 'welcome'
  | 'languages'
  | 'terms'
  | 'theme'
  | 'scheme'
  | 'look'
  | 'background'
  | 'css'
  | 'links'
  | 'translations'
> & {
  readonly login_kinds: ServedPage['loginKinds'];
  readonly login_options: ServedPage['options'];
  readonly terms_version: string;
  readonly terms_user: ServedPage['termsUser'];
  readonly guest_profile: ServedPage['guestProfile'];
};

/** Columns with JSON. */
type JsonColumn = 'languages' | 'login_kinds' | 'login_options' | 'look' | 'links' | 'translations';

interface PageRow
  extends Omit<PageFields, JsonColumn | 'terms_version'>, Readonly<Record<JsonColumn, string>> {
  readonly terms_version: string | null;
  readonly last_change: number;
}

/** Returns a page as it is served. */
export function servedPage(fields: PageFields): ServedPage {
  return {
    id: fields.id,
    organization: fields.organization,
    location: fields.location,
    title: fields.title,
    welcome: fields.welcome,
    languages: fields.languages,
    loginKinds: fields.login_kinds,
    terms: fields.terms,
    termsVersion: fields.terms_version,
    termsUser: fields.terms_user,
    theme: fields.theme,
    scheme: fields.scheme,
    guestProfile: fields.guest_profile,
    options: fields.login_options,
    look: fields.look,
    background: fields.background,
    css: fields.css,
    links: fields.links,
    translations: fields.translations,
  };
}

const selectPage = sql`p.id, p.organization, p.location, p.title, p.welcome, p.languages, p.login_kinds, p.terms, p.terms_version,
  p.guest_profile, p.login_options,
  p.theme, p.scheme, p.look, p.background, p.css, p.links, p.translations, p.last_change, p.terms_user`;

/** Finds the page of a place: of its location, else of the nearest organization upwards. */
export async function findPageOfPlace(
  { db }: Store,
  { organization, location }: Pick<PagePlace, 'organization' | 'location'>,
): Promise<ServedPage | null> {
  const { rows } = await sql<PageRow>`
    select ${selectPage} from portal_page as p
    join ${selectAncestors(organization)} as above on above.id = p.organization
    where p.is_active = 1 and p.organization not in ${selectInactiveOrganizations()}
      and (p.location is null or p.location = cast(${location} as bigint))
    order by above.distance, case when p.location is null then 1 else 0 end, p.id limit 1`.execute(
    db,
  );
  return rows[0] ? pageOf(rows[0]) : null;
}

export async function findPageById({ db }: Store, id: number): Promise<ServedPage | null> {
  const { rows } = await sql<PageRow>`
    select ${selectPage} from portal_page as p
    where p.is_active = 1 and p.organization not in ${selectInactiveOrganizations()} and p.id = ${id}`.execute(
    db,
  );
  return rows[0] ? pageOf(rows[0]) : null;
}

function pageOf(row: PageRow): ServedPage {
  return servedPage({
    ...row,
    languages: parseJsonColumn<string[]>(row.languages),
    login_kinds: parseJsonColumn<LoginKind[]>(row.login_kinds),
    login_options: parseJsonColumn<LoginOptions>(row.login_options),
    terms_version: row.terms_version ?? new Date(row.last_change).toISOString(),
    look: parseJsonColumn<PageLook>(row.look),
    links: parseJsonColumn<PageLink[]>(row.links),
    translations: parseJsonColumn<PageTranslation[]>(row.translations),
  });
}

interface PlaceSearch {
  readonly mac: string | null;
  readonly identifier: string | null;
  /** The page whose organization has the access point; null: not known. */
  readonly page: ServedPage | null;
}

/**
 * Finds the access point that a redirect names: by its address, else by its identifier or name, which others may have chosen as
 * well. It is within the organization of the page, or without one among those that have a page.
 *
 * @returns null: none, or several that nothing tells apart
 */
export async function findPlace(store: Store, search: PlaceSearch): Promise<PagePlace | null> {
  const { page } = search;
  const rows = await findNamed(store, search);
  const [only, ...others] = rows;
  if (page || others.length === 0) return others.length === 0 ? (only ?? null) : null;
  const served = await Promise.all(rows.map((place) => findPageOfPlace(store, place)));
  const [place, another] = rows.filter((_, at) => served[at] !== null);
  return place && !another ? place : null;
}

/** Finds the access points with an address; without any those with the identifier, then those with the name. */
async function findNamed(
  store: Store,
  { mac, identifier, page }: PlaceSearch,
): Promise<readonly PagePlace[]> {
  const scope = page && (await scopeOfPage(store, page.organization));
  const isInScope = scope ? sql`organization in (${sql.join(scope.organizations)})` : sql`1 = 1`;
  const names = [
    ['mac', mac] as const,
    ['identifier', identifier] as const,
    ['name', identifier] as const,
  ];
  for (const [column, value] of names) {
    if (value === null || value === '') continue;
    const { rows } = await sql<PagePlace>`
      select id, organization, location, mac from access_point
      where is_active = 1 and organization not in ${selectInactiveOrganizations()} and ${isInScope}
        and ${sql.ref(column)} = ${value}
      order by id limit ${maxNamesakes}`.execute(store.db);
    if (rows.length > 0) return rows;
  }
  return [];
}

/** Returns the names that a redirect has for an access point; undefined: it is gone. */
export async function findPlaceNames({ db }: Store, id: number) {
  const { rows } = await sql<{ mac: string | null; identifier: string | null }>`
    select mac, identifier from access_point where id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Finds the access point of a device of which only the page is known; null: the page has several, or none.
 *
 * @param page  serves all access points of its organization, or those of a location
 */
export async function findOnlyPlace(store: Store, page: ServedPage): Promise<PagePlace | null> {
  const { organizations } = await scopeOfPage(store, page.organization);
  if (organizations.length === 0) return null;
  const isThere = page.location === null ? sql`1 = 1` : sql`location = ${page.location}`;
  const { rows } = await sql<PagePlace>`
    select id, organization, location, mac from access_point
    where is_active = 1 and organization in (${sql.join(organizations)}) and ${isThere}
    order by id limit 2`.execute(store.db);
  return rows.length === 1 ? (rows[0] ?? null) : null;
}

/** Finds the page of a gateway that has only one; null: there are several, or none. */
export async function findOnlyPage({ db }: Store): Promise<ServedPage | null> {
  const { rows } = await sql<PageRow>`
    select ${selectPage} from portal_page as p
    where p.is_active = 1 and p.organization not in ${selectInactiveOrganizations()} order by p.id limit 2`.execute(
    db,
  );
  return rows.length === 1 && rows[0] ? pageOf(rows[0]) : null;
}

/** Returns the id of the organization at the root, which has what belongs to no other. */
export async function findRoot({ db }: Store): Promise<number | null> {
  const { rows } = await sql<{
    id: number | null;
  }>`select ${selectFirstOrganization()} as id`.execute(db);
  return rows[0]?.id ?? null;
}

/** Access points with the same name that are looked at. */
const maxNamesakes = 20;

/** Returns the scope of logins on a page: its organization and all active organizations below it. */
export async function scopeOfPage({ db }: Store, organization: number): Promise<CallerScope> {
  const { rows } = await sql<{ id: number }>`
    with recursive below(id) as (
      select id from organization where id = ${organization}
      union select o.id from organization as o join below on o.parent = below.id
    ) select id from below where id not in ${selectInactiveOrganizations()}`.execute(db);
  return { organization, organizations: rows.map(({ id }) => id) };
}

/** A device by its address, which devices of another site may have as well. */
export interface DeviceSearch {
  readonly ip: string;
  /** The page whose access points the device is at; null: not known. */
  readonly page: ServedPage | null;
}

/**
 * Finds the open session of the device with an address, at the access points of a page. Without a page, a login on the portal
 * page from that address counts, unless logins at several places have that address.
 */
export async function findSessionByIp(
  store: Store,
  { ip, page }: DeviceSearch,
): Promise<OpenSession | null> {
  const isOfPage = page ? await sessionsOfPage(store, page) : null;
  const isNear = isOfPage ?? sql`(login_address is null or login_address = ${ip})`;
  const { rows } = await sql<OpenSession>`
    select id, "user", mac, ip, access_point, organization, location, opened, expires from aaa_portal_session
    where ended is null and ip = ${ip} and ${isNear} order by opened desc limit ${sql.lit(maxFound)}`.execute(
    store.db,
  );
  const [row] = rows;
  const isElsewhere = ({ organization, location }: OpenSession) =>
    organization !== row?.organization || location !== row.location;
  const isAmbiguous = !page && rows.some(isElsewhere);
  return row && !isAmbiguous ? row : null;
}

/** An open session of a device. */
export interface OpenSession {
  readonly id: string;
  /** Id of the user. */
  readonly user: number;
  /** Canonical. */
  readonly mac: string;
  readonly ip: string;
  /** Id of the access point. */
  readonly access_point: number | null;
  readonly organization: number;
  readonly location: number | null;
  /** Milliseconds since 1970. */
  readonly opened: number;
  /** The end of its own time in milliseconds since 1970; null: only a limit of the user ends it. */
  readonly expires: number | null;
}

const maxFound = 50;

async function sessionsOfPage(store: Store, { organization, location }: ServedPage) {
  const { organizations } = await scopeOfPage(store, organization);
  if (organizations.length === 0) return sql`1 = 0`;
  const isThere = location === null ? sql`1 = 1` : sql`location = ${location}`;
  return sql`organization in (${sql.join(organizations)}) and ${isThere}`;
}
