import { sql, type RawBuilder } from 'kysely';

/** Returns a subquery of the ids of an organization and its descendants. */
export const below = (organization: number): RawBuilder<unknown> => sql`(
  with recursive below(id) as (
    select id from organization where id = ${organization}
    union select o.id from organization as o join below on o.parent = below.id)
  select id from below)`;

/** Returns a subquery of the ids of an organization and its ancestors. */
export const above = (organization: number): RawBuilder<unknown> => sql`(
  with recursive above(id, parent) as (
    select id, parent from organization where id = ${organization}
    union select o.id, o.parent from organization as o join above on o.id = above.parent)
  select id from above)`;
