import { sql } from 'kysely';
import type { Store } from '../store.ts';

/** The rows of a table that refer to a row, which cannot be deleted before them. */
export interface Referrers {
  readonly table: string;
  /** At most `maxReferrers`. */
  readonly count: number;
}

/** A log may have millions of rows that refer to a row: counting stops here. */
export const maxReferrers = 1_000;

interface ForeignKey {
  readonly table: string;
  readonly column: string;
}

/**
 * Counts the rows whose foreign keys keep a row from being deleted, off the event loop: not every foreign key has an index.
 *
 * @throws Fault if the store cannot be read in time
 */
export async function countReferrers(
  store: Pick<Store, 'db' | 'engine' | 'readLong'>,
  table: string,
  id: number,
): Promise<readonly Referrers[]> {
  const { rows: keys } = await foreignKeysTo(store, table).execute(store.db);
  const counts = new Map<string, number>();
  for (const { table: from, column } of keys) {
    const query = sql<{ count: number | string }>`
      select count(*) as count from (
        select 1 from ${sql.table(from)} where ${sql.ref(column)} = ${id} limit ${sql.lit(maxReferrers)}
      ) as found`;
    const [row] = await store.readLong({ compile: () => query.compile(store.db) });
    counts.set(from, (counts.get(from) ?? 0) + Number(row?.count ?? 0));
  }
  return [...counts].flatMap(([from, count]) =>
    count === 0 ? [] : [{ table: from, count: Math.min(count, maxReferrers) }],
  );
}

/** Returns the query of the foreign keys to a table that do not follow a deletion. */
function foreignKeysTo({ engine }: Pick<Store, 'engine'>, table: string) {
  return engine === 'sqlite'
    ? sql<ForeignKey>`
        select m.name as "table", f."from" as "column"
        from sqlite_master m join pragma_foreign_key_list(m.name) f
        where m.type = 'table' and f."table" = ${table} and f.on_delete in ('RESTRICT', 'NO ACTION')
        order by 1, 2`
    : sql<ForeignKey>`
        select owner.relname as "table", a.attname as "column"
        from pg_constraint c
          join pg_class owner on owner.oid = c.conrelid
          join pg_class target on target.oid = c.confrelid
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
        where c.contype = 'f' and c.confdeltype in ('r', 'a') and target.relname = ${table}
          and target.relnamespace = current_schema()::regnamespace
        order by 1, 2`;
}
