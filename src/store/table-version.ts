import { sql } from 'kysely';
import type { Store } from './store.ts';

type Versioned = 'aaa_client' | 'aaa_upstream' | 'access_point' | 'organization';

/** What changes with every change of these tables' rows, but not with the gateway's own notes in them. */
export async function readTableVersion(
  { db }: Store,
  ...tables: readonly Versioned[]
): Promise<string> {
  // Each figure from an index of its own: together they would be a walk over the table.
  const figures = tables.map((name) => {
    const table = sql.table(name);
    const lastOf = (column: string) => sql`(select max(${sql.ref(column)}) from ${table})`;
    return sql`(select count(*) from ${table}) || '/' || coalesce(${lastOf('last_change')}, 0) || '/' || coalesce(${lastOf('id')}, 0)`;
  });
  const found = await sql<{
    version: string;
  }>`select ${sql.join(figures, sql` || ' ' || `)} as version`.execute(db);
  return found.rows[0]?.version ?? '';
}
