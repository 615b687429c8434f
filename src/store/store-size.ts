import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Store } from './store.ts';

/** The size of a store in octets, without the space of deleted rows, which new rows take. */
export interface StoreSize {
  readonly used: number;
  /** Octets that the store may still take; null: not known, since the disk is another machine's. */
  readonly available: number | null;
  /** Octets of the file system of the store. */
  readonly disk: number | null;
}

/** Measures a store, off the event loop. @throws Fault if the store cannot be read */
export function measureStore(store: Store): Promise<StoreSize> {
  return store.engine === 'sqlite' ? measureSqlite(store) : measurePostgres(store);
}

async function measureSqlite(store: Store): Promise<StoreSize> {
  const query = sql<{ file: string; size: number; pages: number; free: number }>`
    select l.file, s.page_size as size, p.page_count as pages, f.freelist_count as free
    from pragma_database_list as l, pragma_page_size as s, pragma_page_count as p, pragma_freelist_count as f
    where l.name = 'main'`;
  const [row] = await store.readLong({ compile: () => query.compile(store.db) });
  if (!row) throw new Error('SQLite does not report its file');
  const { bavail, blocks, bsize } = await statfs(row.file);
  const free = row.free * row.size;
  return {
    used: row.pages * row.size - free,
    available: bavail * bsize + free,
    disk: blocks * bsize,
  };
}

/** Octets of a row in addition to its values: its header, its place in the page, and its entry in each index. */
const rowOverhead = 36;
const indexEntry = 40;

/**
 * Estimates the live rows by the statistics of the tables: the files of PostgreSQL do not shrink when rows are deleted. The
 * estimate never exceeds the size of the database.
 */
async function measurePostgres(store: Store): Promise<StoreSize> {
  const query = sql<{ used: number }>`
    select cast(least(pg_database_size(current_database()), sum(t.n_live_tup * (
      coalesce((select sum(s.avg_width) from pg_stats as s where s.schemaname = t.schemaname and s.tablename = t.relname), 200)
      + ${sql.lit(rowOverhead)} + ${sql.lit(indexEntry)} * (select count(*) from pg_index as i where i.indrelid = t.relid)))) as bigint) as used
    from pg_stat_user_tables as t`;
  const [row] = await store.readLong({ compile: () => query.compile(store.db) });
  return { used: row?.used ?? 0, available: null, disk: null };
}
