import { sql } from 'kysely';
import type { Store } from '../store/store.ts';
import { selectDescendants, isAtLocation } from './tree-query.ts';

/** Finds the name of the network of the active access points of a place; null: there is none, or there are several. */
export async function findNetworkName(
  { db }: Store,
  { organization, location }: { readonly organization: number; readonly location: number | null },
): Promise<string | null> {
  const { rows } = await sql<{ ssid: string }>`
    select distinct ssid from access_point
    where is_active = 1 and ssid is not null and ssid <> ''
      and organization in ${selectDescendants(organization)} and ${isAtLocation(location)} limit 2`.execute(
    db,
  );
  return rows.length === 1 ? (rows[0]?.ssid ?? null) : null;
}
