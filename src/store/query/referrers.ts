import { sql, type RawBuilder } from 'kysely';
import type { Store } from '../store.ts';

/** The rows that refer to a row, as a caller may know of them. */
export interface Referrers {
  /** Rows of the organizations that the caller sees, by table. */
  readonly visible: readonly ReferrerCount[];
  /** True if rows of other organizations refer to it. */
  readonly hasOthers: boolean;
}

interface ReferrerCount {
  readonly table: string;
  /** Number of rows, at most `maxReferrers`. */
  readonly count: number;
}

/** A log may have millions of rows that refer to a row: counting stops here. */
export const maxReferrers = 1_000;

/** A column with ids of another table, in a table with organizations. */
export interface ReferringColumn {
  readonly table: string;
  readonly column: string;
}

/** A row, and the organizations visible to a caller. */
interface Referred {
  readonly id: number;
  readonly organizations: readonly number[];
  /** Condition of the rows that count; default: all. */
  readonly among?: RawBuilder<unknown>;
}

type Readable = Pick<Store, 'db' | 'engine' | 'readLong'>;

/**
 * Finds the rows with foreign keys that keep a row from being deleted.
 *
 * @throws Fault if the store cannot be read in time
 */
export async function findReferrersOfDeletion(
  store: Readable,
  table: string,
  referred: Referred,
): Promise<Referrers> {
  const { rows: columns } = await foreignKeysTo(store, table).execute(store.db);
  return findReferrers(store, columns, referred);
}

/**
 * Counts the rows that refer to a row by some columns, off the event loop: not every column has an index.
 *
 * @throws Fault if the store cannot be read in time
 */
export async function findReferrers(
  store: Readable,
  columns: readonly ReferringColumn[],
  { id, organizations, among = sql`1 = 1` }: Referred,
): Promise<Referrers> {
  const counts = new Map<string, number>();
  let hasOthers = false;
  for (const { table, column } of columns) {
    const isVisible = sql`organization in (${sql.join(organizations)})`;
    const rows = sql`from ${sql.table(table)} where ${sql.ref(column)} = ${id} and ${among}`;
    const count = await countUpTo(store, sql`${rows} and ${isVisible}`, maxReferrers);
    counts.set(table, (counts.get(table) ?? 0) + count);
    hasOthers ||=
      count < maxReferrers && (await countUpTo(store, sql`${rows} and not ${isVisible}`, 1)) > 0;
  }
  const visible = [...counts].filter(([, count]) => count > 0);
  return {
    visible: visible.map(([table, count]) => ({ table, count: Math.min(count, maxReferrers) })),
    hasOthers,
  };
}

/** @param rows  FROM and WHERE of a query */
async function countUpTo(store: Readable, rows: RawBuilder<unknown>, max: number): Promise<number> {
  const query = sql<{ count: number | string }>`
    select count(*) as count from (select 1 ${rows} limit ${sql.lit(max)}) as found`;
  const [row] = await store.readLong({ compile: () => query.compile(store.db) });
  return Number(row?.count ?? 0);
}

/** Returns the query of the foreign keys to a table that do not follow a deletion, of tables with organizations. */
function foreignKeysTo({ engine }: Pick<Store, 'engine'>, table: string) {
  return engine === 'sqlite'
    ? sql<ReferringColumn>`
        select m.name as "table", f."from" as "column"
        from sqlite_master m join pragma_foreign_key_list(m.name) f
        where m.type = 'table' and f."table" = ${table} and f.on_delete in ('RESTRICT', 'NO ACTION')
          and exists (select 1 from pragma_table_info(m.name) where name = 'organization')
        order by 1, 2`
    : sql<ReferringColumn>`
        select owner.relname as "table", a.attname as "column"
        from pg_constraint c
          join pg_class owner on owner.oid = c.conrelid
          join pg_class target on target.oid = c.confrelid
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
        where c.contype = 'f' and c.confdeltype in ('r', 'a') and target.relname = ${table}
          and target.relnamespace = current_schema()::regnamespace
          and exists (select 1 from pg_attribute o where o.attrelid = c.conrelid and o.attname = 'organization')
        order by 1, 2`;
}
