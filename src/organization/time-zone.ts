import { sql } from 'kysely';
import type { Store } from '../store/store.ts';

/** A place in the trees of locations and organizations. */
export interface Site {
  readonly location: number | null;
  readonly organization: number;
}

/** Returns the time zone of a site, an IANA name; null: time zone of the gateway. */
export type TimeZones = (site: Site) => string | null;

const maxDepth = 100;

/**
 * Reads the time zones of sites, with as many queries as for one: of the location, else of the nearest location above it, else
 * of the organization, else of the nearest organization above it.
 *
 * @throws Fault if the store cannot be read
 */
export async function readTimeZones(store: Store, sites: readonly Site[]): Promise<TimeZones> {
  const [ofLocations, ofOrganizations] = await Promise.all([
    readNearest(
      store,
      'location',
      sites.map(({ location }) => location),
    ),
    readNearest(
      store,
      'organization',
      sites.map(({ organization }) => organization),
    ),
  ]);
  return ({ location, organization }) =>
    (location === null ? undefined : ofLocations.get(location)) ??
    ofOrganizations.get(organization) ??
    null;
}

/** Reads the time zone of one site; null: time zone of the gateway. @throws Fault if the store cannot be read */
export async function readTimeZone(store: Store, site: Site): Promise<string | null> {
  return (await readTimeZones(store, [site]))(site);
}

/** Reads the time zones of rows of a tree; rows without one inherit from the nearest row above. */
async function readNearest(
  { db }: Store,
  tree: 'location' | 'organization',
  rows: readonly (number | null)[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(rows.filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const table = sql.table(tree);
  const { rows: found } = await sql<{ start: number; time_zone: string }>`
    with recursive above(start, parent, time_zone, distance) as (
      select id, parent, time_zone, 0 from ${table} where id in (${sql.join(ids)})
      union all
      select above.start, next.parent, next.time_zone, above.distance + 1
      from ${table} as next join above on next.id = above.parent
      where above.time_zone is null and above.distance < ${sql.lit(maxDepth)}
    )
    select start, time_zone from above where time_zone is not null`.execute(db);
  return new Map(found.map(({ start, time_zone }) => [start, time_zone]));
}
