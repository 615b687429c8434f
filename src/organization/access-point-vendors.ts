import { sql } from 'kysely';
import type { Store } from '../store/store.ts';
import { selectDescendants, isAtLocation } from './tree-query.ts';

/** Where access points are, and the organizations that a caller sees. */
interface VendorSearch {
  readonly organization: number;
  /** Null: all. */
  readonly location: number | null;
  readonly organizations: readonly number[];
}

/** More spellings of vendors than a site has. */
const maxVendors = 1000;

/** Finds the values of `vendor` of the active access points of an organization and those below it. */
export async function findAccessPointVendors(
  { db }: Store,
  { organization, location, organizations }: VendorSearch,
): Promise<readonly string[]> {
  if (organizations.length === 0) return [];
  const { rows } = await sql<{ vendor: string }>`
    select distinct vendor from access_point
    where is_active = 1 and vendor is not null and organization in (${sql.join(organizations)})
      and organization in ${selectDescendants(organization)} and ${isAtLocation(location)}
    limit ${sql.lit(maxVendors)}`.execute(db);
  return rows.map(({ vendor }) => vendor);
}
