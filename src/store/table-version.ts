import { sql } from 'kysely';
import type { Store } from './store.ts';

type Versioned = 'aaa_client' | 'aaa_upstream' | 'access_point' | 'organization';

/** Returns a version that changes with every edit of the tables' rows, but not with status that the gateway records. */
export async function readTableVersion(
  { db }: Store,
  ...tables: readonly Versioned[]
): Promise<string> {
  // Each figure is read from its own index; one query for all would scan the table.
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
