import { sql } from 'kysely';
import { selectAncestors, selectInactiveOrganizations } from '../../organization/tree-query.ts';
import { fiasEncodings, type FiasEncoding } from '../../protocol/fias/fias-record.ts';
import type { Store } from '../../store/store.ts';

/** A link, as its row describes it. */
export interface StoredLink {
  readonly id: number;
  readonly organization: number;
  readonly location: number | null;
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly encoding: FiasEncoding;
  readonly profile: number | null;
  readonly keepDays: number;
  readonly charge: Charge | null;
  readonly state: string;
  /** Changes with every edit of the row, but not with its state. */
  readonly configuration: string;
}

/** What the guests of a link are charged. */
export interface Charge {
  /** In the smallest unit of the currency. */
  readonly amount: number;
  readonly text: string | null;
  readonly period: 'stay' | 'day';
}

function linkRows({ db }: Store) {
  return db
    .selectFrom('pms_link')
    .selectAll('pms_link')
    .where('is_active', '=', 1)
    .where(sql<boolean>`organization not in ${selectInactiveOrganizations()}`);
}

type LinkRow = Awaited<ReturnType<ReturnType<typeof linkRows>['execute']>>[number];

/** Reads the active links of all organizations. @throws Fault if the store cannot be read */
export async function readActiveLinks(store: Store): Promise<readonly StoredLink[]> {
  return (await linkRows(store).orderBy('id').execute()).map(linkOf);
}

/** Reads the links whose guests log in at a place: those of the nearest organization, for this location or for all. */
export async function findLinksOfPlace(
  store: Store,
  { organization, location }: { readonly organization: number; readonly location: number | null },
): Promise<readonly StoredLink[]> {
  const above = sql<{ id: number; distance: number }>`${selectAncestors(organization)}`;
  const rows = await linkRows(store)
    .innerJoin(above.as('above'), 'above.id', 'pms_link.organization')
    .select('above.distance')
    .where((where) => where.or([where('location', 'is', null), where('location', '=', location)]))
    .orderBy('above.distance')
    .orderBy('pms_link.id')
    .execute();
  return rows.filter(({ distance }) => distance === rows[0]?.distance).map(linkOf);
}

const statusColumns = ['state', 'state_since', 'last_error', 'synced_at', 'distance'];

function linkOf(row: LinkRow): StoredLink {
  const settings = Object.entries(row).filter(([column]) => !statusColumns.includes(column));
  return {
    ...pickColumns(row),
    encoding: fiasEncodings.find((one) => one === row.encoding) ?? 'utf-8',
    keepDays: row.keep_days,
    charge: chargeOf(row),
    configuration: JSON.stringify(settings),
  };
}

function pickColumns(row: LinkRow) {
  const { id, organization, location, name, host, port, profile, state } = row;
  return { id, organization, location, name, host, port, profile, state };
}

function chargeOf({ charge_amount: amount, charge_text, charge_period }: LinkRow): Charge | null {
  if (amount === null) return null;
  return { amount, text: charge_text, period: charge_period === 'day' ? 'day' : 'stay' };
}

/** Records whether a link is alive. */
export async function recordLinkState(
  store: Store,
  id: number,
  { error, at }: { readonly error: string | null; readonly at: Date },
): Promise<void> {
  const state = error === null ? 'up' : 'down';
  const values = { state, state_since: at.getTime(), last_error: error } as const;
  await store.write([store.db.updateTable('pms_link').set(values).where('id', '=', id)]);
}

/** A link that is not alive. */
export interface DownLink {
  readonly id: number;
  readonly organization: number;
  readonly name: string;
  readonly last_error: string | null;
}

/** Finds the active links that are not alive. */
export async function findDownLinks({ db }: Store): Promise<readonly DownLink[]> {
  return db
    .selectFrom('pms_link')
    .select(['id', 'organization', 'name', 'last_error'])
    .where('is_active', '=', 1)
    .where('state', '=', 'down')
    .execute();
}
