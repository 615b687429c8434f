import { syncWhile } from '../../runtime/machine/steady-writing.ts';
import { ReadWorker } from './read-worker.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { copyStatement, makeCopy } from './store-copy.ts';

/** Longest copy: a scheduled backup is ended after as long. */
const copyMs = 6 * 3_600_000;

/** Content of a copy of a store. */
export interface StoreContent {
  /** Last migration step. */
  readonly step: string;
  /** Rows of each table. */
  readonly tables: Readonly<Record<string, number>>;
}

/**
 * Copies a store, which a gateway may be writing, into a new file, readable by its owner only and on disk when the call returns.
 *
 * @throws Error if it is no store, or the disk is full
 */
export async function copySqliteStore(file: string, copy: string): Promise<void> {
  makeCopy(copy);
  const worker = new ReadWorker(file, copyMs);
  try {
    await syncWhile(copy, worker.read(copyStatement, [copy]));
  } finally {
    await worker.close();
  }
}

/** Returns the octets that a copy of a store takes at most. */
export function octetsOfStore(file: string): number {
  return onSqliteFile(file, (connection) => connection.octets());
}

/** Opens a store that no gateway uses, checks the whole of it and counts its rows. @throws Error naming the damage */
export function inspectSqliteStore(file: string): StoreContent {
  return onSqliteFile(file, (connection) => {
    const [damage] = connection
      .prepare('pragma quick_check(1)')
      .all([])
      .map((row) => String(row['quick_check']));
    if (damage !== 'ok') throw new Error(`${file} is damaged: ${damage ?? 'no result'}`);
    const names = tableNames(connection);
    if (!names.includes('kysely_migration')) throw new Error(`${file} is no store of a gateway`);
    const tables = Object.fromEntries(names.map((name) => [name, countOf(connection, name)]));
    return { step: lastStep(connection), tables };
  });
}

/** Opens a file to read it, as it is. */
export function onSqliteFile<T>(file: string, use: (connection: SqliteConnection) => T): T {
  const connection = new SqliteConnection(file, { readonly: true });
  try {
    return use(connection);
  } finally {
    connection.close();
  }
}

function lastStep(connection: SqliteConnection): string {
  const [row] = connection.prepare('select max(name) as name from kysely_migration').all([]);
  return typeof row?.['name'] === 'string' ? row['name'] : '';
}

function tableNames(connection: SqliteConnection): readonly string[] {
  return connection
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name",
    )
    .all([])
    .map(({ name }) => String(name));
}

function countOf(connection: SqliteConnection, table: string): number {
  const [row] = connection.prepare(`select count(*) as rows from "${table}"`).all([]);
  return Number(row?.['rows'] ?? 0);
}
