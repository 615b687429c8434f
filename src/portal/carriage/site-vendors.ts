import { sql } from 'kysely';
import type { SoldAt } from '../../gateway/limit-warnings.ts';
import { findAccessPointVendors } from '../../organization/access-point-vendors.ts';
import { isAtLocation } from '../../organization/tree-query.ts';
import type { Store } from '../../store/store.ts';
import { dialectNames, dialects, findDialect, type DialectName } from '../dialect/dialects.ts';

/** A place, and the organizations that a caller sees. */
interface SiteSearch extends SoldAt {
  readonly organizations: readonly number[];
  /** Those of them that are the organization of the place, above it or below it. */
  readonly related: readonly number[];
}

/**
 * Finds the vendors of a site: of its portal controllers, and of its access points as far as `vendor` has the name of a dialect.
 *
 * @returns in the order of the dialects
 */
export async function findVendors(store: Store, site: SiteSearch): Promise<DialectName[]> {
  const vendors = [
    ...(await findControllerVendors(store, site)),
    ...(await findAccessPointVendors(store, site)),
  ];
  const found = new Set(vendors.map(dialectOf));
  return dialectNames.filter((name) => found.has(name));
}

/** Returns the dialect of a vendor, by the name or title of the dialect. */
export function dialectOf(vendor: string): DialectName | undefined {
  const title = vendor.trim().toLowerCase();
  return (
    findDialect(vendor) ?? dialectNames.find((name) => dialects[name].title.toLowerCase() === title)
  );
}

/** A controller above an organization serves it, and one below it serves access points where its users log in. */
async function findControllerVendors(
  store: Store,
  { related, location }: SiteSearch,
): Promise<readonly string[]> {
  if (related.length === 0) return [];
  const { rows } = await sql<{ vendor: string }>`
    select distinct vendor from portal_controller
    where is_active = 1 and organization in (${sql.join(related)})
      and (location is null or ${isAtLocation(location)})`.execute(store.db);
  return rows.map(({ vendor }) => vendor);
}
