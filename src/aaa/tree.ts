import { sql } from 'kysely';
import type { Store } from '../store/store.ts';

/** Whether a row of a tree is `top` itself or lies anywhere below it. */
export async function isBelow(
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
