import { sql } from 'kysely';
import type { Store } from '../store/store.ts';
import { selectAncestors } from './tree-query.ts';

/** True if new users of an organization have reversible passwords, as it or the nearest one above it says. */
export async function hasReversiblePasswords(
  { db }: Store,
  organization: number,
): Promise<boolean> {
  const query = sql<{ readonly reversible_passwords: number }>`
    select o.reversible_passwords from ${selectAncestors(organization)} as above
    join organization as o on o.id = above.id
    where o.reversible_passwords is not null order by above.distance limit 1`;
  return (await query.execute(db)).rows[0]?.reversible_passwords === 1;
}
