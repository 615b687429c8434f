import { existsSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../../config/load-config.ts';
import type { SealedColumn } from '../../site/sealed-columns.ts';
import { engineOf, openStore, sqliteFile } from '../../store/database.ts';
import { countDump, dumpPostgres } from '../../store/postgres/postgres-dump.ts';
import type { SqliteConnection } from '../../store/sqlite/sqlite-connection.ts';
import {
  copySqliteStore,
  inspectSqliteStore,
  octetsOfStore,
  onSqliteFile,
} from '../../store/sqlite/store-backup.ts';
import type { Store } from '../../store/store.ts';
import { backupPaths, type Manifest } from './manifest.ts';

/** A copy of the store, checked and counted. */
export interface StoreDump extends Pick<Manifest, 'engine' | 'step' | 'tables' | 'sealed'> {
  readonly file: string;
}

/** Copies the store of a gateway, which may be running, into a folder. @throws Error naming a missing or damaged store */
export function dumpStore(
  config: Config,
  folder: string,
  sealed: readonly SealedColumn[],
): Promise<StoreDump> {
  return engineOf(config.database.url) === 'sqlite'
    ? dumpSqlite(config, folder, sealed)
    : dumpOfPostgres(config, folder, sealed);
}

async function dumpSqlite(
  { database, data_dir }: Config,
  folder: string,
  columns: readonly SealedColumn[],
): Promise<StoreDump> {
  const source = sqliteFile(database.url, data_dir);
  if (!existsSync(source)) throw new Error(`there is no store at ${source}`);
  checkSpace(folder, octetsOfStore(source));
  const file = join(folder, backupPaths.store.sqlite);
  await copySqliteStore(source, file);
  const content = inspectSqliteStore(file);
  return { engine: 'sqlite', file, ...content, sealed: countSealed(file, columns) };
}

/** @throws Error if the disk has no space for the copy and its archive, which is rarely larger than half the copy */
function checkSpace(folder: string, octets: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const [needed, free] = [octets * 1.5, bavail * bsize].map((number) =>
    Math.ceil(number / 2 ** 20),
  );
  if (needed !== undefined && free !== undefined && needed > free)
    throw new Error(`${dirname(folder)}: a backup needs ${needed} MiB, ${free} MiB are free`);
}

const sealedPattern = 'v1.%';
const [idStart, idLength] = [4, 8];

/** Counts the sealed values of a copy by the ids of their keys. */
function countSealed(file: string, columns: readonly SealedColumn[]): Manifest['sealed'] {
  return onSqliteFile(file, (connection) =>
    sealedBy(
      columns.map(({ table, column, formerColumn = column }) => ({
        name: `${table}.${column}`,
        // A store that lacks a step has the former column, or does not have the column yet.
        keys: [...new Set([column, formerColumn])]
          .filter((name) => hasColumn(connection, table, name))
          .flatMap((name) => countKeys(connection, table, name)),
      })),
    ),
  );
}

function countKeys(connection: SqliteConnection, table: string, column: string) {
  return connection
    .prepare(
      `select substr("${column}", ${idStart}, ${idLength}) as id, count(*) as rows from "${table}" where "${column}" like ? group by 1`,
    )
    .all([sealedPattern])
    .map(({ id, rows }) => [String(id), Number(rows)] as const);
}

function hasColumn(connection: SqliteConnection, table: string, column: string): boolean {
  const found = connection.prepare('select 1 from pragma_table_info(?) where name = ?');
  return found.all([table, column]).length > 0;
}

interface SealedCount {
  readonly name: string;
  readonly keys: readonly (readonly [id: string, rows: number])[];
}

const sealedBy = (counts: readonly SealedCount[]): Manifest['sealed'] =>
  Object.fromEntries(
    counts
      .filter(({ keys }) => keys.length > 0)
      .map(({ name, keys }) => [name, Object.fromEntries(keys)]),
  );

async function dumpOfPostgres(
  { database, data_dir }: Config,
  folder: string,
  columns: readonly SealedColumn[],
): Promise<StoreDump> {
  const file = join(folder, backupPaths.store.postgres);
  const store = await openStore(database.url, data_dir, { isBeside: true });
  try {
    const known = await sql<{ step: string; schema: string }>`
      select max(name) as step, current_schema() as schema from kysely_migration`.execute(store.db);
    const { step = '', schema = 'public' } = known.rows[0] ?? {};
    await dumpPostgres(database.url, file, schema);
    const tables = await countDump(file);
    if (tables['kysely_migration'] === undefined)
      throw new Error('the dump has no table kysely_migration: it is not the store of a gateway');
    return { engine: 'postgres', file, step, tables, sealed: await countSealedOf(store, columns) };
  } finally {
    await store.close();
  }
}

async function countSealedOf(
  store: Store,
  columns: readonly SealedColumn[],
): Promise<Manifest['sealed']> {
  const counts: SealedCount[] = [];
  for (const { table, column } of columns) {
    const sealed = sql.ref(column);
    const query = sql<{ id: string; rows: number }>`
      select substr(${sealed}, ${sql.lit(idStart)}, ${sql.lit(idLength)}) as id, count(*) as rows
      from ${sql.table(table)} where ${sealed} like ${sealedPattern} group by 1`;
    const rows = await store.readLong({ compile: () => query.compile(store.db) });
    counts.push({
      name: `${table}.${column}`,
      keys: rows.map(({ id, rows: number }) => [id, number] as const),
    });
  }
  return sealedBy(counts);
}

/** Counts the sealed values of a store, which a gateway may be writing, by the ids of their keys. */
export async function countSealedValues(
  { database, data_dir }: Config,
  columns: readonly SealedColumn[],
): Promise<Manifest['sealed']> {
  if (engineOf(database.url) === 'sqlite')
    return countSealed(sqliteFile(database.url, data_dir), columns);
  const store = await openStore(database.url, data_dir, { isBeside: true });
  try {
    return await countSealedOf(store, columns);
  } finally {
    await store.close();
  }
}
