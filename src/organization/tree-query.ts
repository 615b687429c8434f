import { sql, type RawBuilder } from 'kysely';
import type { Store } from '../store/store.ts';

/** True if a row of a tree is `top` itself or below it. */
export async function isInSubtree(
  store: Store,
  table: 'organization' | 'location',
  { id, top }: { readonly id: number; readonly top: number },
): Promise<boolean> {
  const query = sql<{ id: number }>`
    with recursive above(id, parent) as (
      select id, parent from ${sql.table(table)} where id = ${id}
      union select t.id, t.parent from ${sql.table(table)} t join above a on t.id = a.parent
    ) select id from above where id = ${top}`;
  return (await query.execute(store.db)).rows.length > 0;
}

/** Returns a subquery of the id of the first organization, which all others are below. */
export function selectFirstOrganization(): RawBuilder<number> {
  return sql<number>`(select min(id) from organization where parent is null)`;
}

/** Returns a subquery of the ids of the organizations that are switched off, themselves or one above them. */
export function selectInactiveOrganizations(): RawBuilder<unknown> {
  return sql`(
    with recursive inactive(id) as (select id from organization where is_active = 0
      union select o.id from organization as o join inactive on o.parent = inactive.id)
    select id from inactive)`;
}

/** Ends the query even if the data has a cycle; no tree is this deep. */
const maxDepth = 100;

/** Returns a subquery of `id` and `distance` of an organization (distance 0) and those above it. */
export function selectAncestors(organization: number): RawBuilder<unknown> {
  return sql`(
    with recursive above(id, parent, distance) as (
      select id, parent, 0 from organization where id = ${organization}
      union all
      select o.id, o.parent, above.distance + 1 from organization as o join above on o.id = above.parent where above.distance < ${maxDepth})
    select id, distance from above)`;
}

/** Reads a setting of an organization, or of the nearest above it that has one; undefined: none has. */
export async function readInherited<Value>(
  { db }: Store,
  organization: number,
  setting: 'checkout_time' | 'front_desk_profiles' | 'language' | 'reversible_passwords',
): Promise<Value | undefined> {
  const column = sql.ref(`o.${setting}`);
  const query = sql<{ value: Value }>`
    select ${column} as value
    from organization as o join ${selectAncestors(organization)} as a on a.id = o.id
    where ${column} is not null order by a.distance limit 1`;
  return (await query.execute(db)).rows[0]?.value;
}

/** Returns a subquery of the ids of an organization and those below it. */
export function selectDescendants(organization: number): RawBuilder<unknown> {
  return sql`(
    with recursive below(id) as (
      select id from organization where id = ${organization}
      union select o.id from organization as o join below on o.parent = below.id)
    select id from below)`;
}

/** Returns a condition for rows with a column `location`: of a location or those below it. @param location  null: any row */
export function isAtLocation(location: number | null): RawBuilder<unknown> {
  return location === null
    ? sql`1 = 1`
    : sql`location in (
    with recursive below(id) as (
      select id from location where id = ${location}
      union select l.id from location as l join below on l.parent = below.id)
    select id from below)`;
}

/** Finds the organization directly below the root that one belongs to, or is; null: it is the root. */
export async function findTenant({ db }: Store, organization: number): Promise<number | null> {
  const query = sql<{ id: number }>`
    select id from ${selectAncestors(organization)} as a order by distance desc limit 2`;
  const [, tenant] = (await query.execute(db)).rows;
  return tenant?.id ?? null;
}

/** Finds an organization with those below it, and those above it. */
export async function findRelatives(
  { db }: Store,
  organization: number,
): Promise<{ readonly below: readonly number[]; readonly above: readonly number[] }> {
  const below = sql<{ id: number }>`select id from ${selectDescendants(organization)} as b`;
  const above = sql<{ id: number }>`
    select id from ${selectAncestors(organization)} as a where distance > 0`;
  const [{ rows: lower }, { rows: upper }] = await Promise.all([
    below.execute(db),
    above.execute(db),
  ]);
  return { below: lower.map(({ id }) => id), above: upper.map(({ id }) => id) };
}
