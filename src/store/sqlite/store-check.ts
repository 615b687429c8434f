import { statSync } from 'node:fs';
import { sourcesOf } from './store-copy.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** Files up to this size are checked as a whole; of a larger one only tables of few rows. */
const maxCheckedOctets = 64 * 2 ** 20;
const maxCheckedRows = 20_000;
const maxCheckMs = 300;

/**
 * Checks the file of a store: that it is one, that no page of it is missing, and its structure within a limited time.
 *
 * @returns  whether the store has been migrated before
 * @throws   Error naming the file and the way back
 */
export function checkStoreFile(connection: SqliteConnection, file: string): boolean {
  const tables = readTables(connection, file);
  if (tables.length === 0) return false;
  if (!tables.includes('kysely_migration'))
    throw new Error(
      `${file} is a database of another program (tables ${tables.slice(0, 5).join(', ')}); database.url names the file of the store`,
    );
  const faults = damage(connection, file, tables);
  if (faults.length > 0)
    throw new Error(`${file} is damaged (${faults.join('; ')}). ${wayBack(file)}`);
  return true;
}

function readTables(connection: SqliteConnection, file: string): readonly string[] {
  try {
    return connection
      .prepare(
        "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name",
      )
      .all([])
      .map(({ name }) => String(name));
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** Returns the error of a file that SQLite cannot read. */
export function unreadable(file: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : 'unknown';
  return new Error(`${file} cannot be read as a store: ${reason}. ${wayBack(file)}`, { cause });
}

const wayBack = (file: string) => `Put back ${sourcesOf(file)}`;

function damage(
  connection: SqliteConnection,
  file: string,
  tables: readonly string[],
): readonly string[] {
  // Pages of the log count too: a checkpoint brings them into the file, so that its size can be compared.
  const expected = connection.octets();
  const isWhole = checkpoint(connection);
  const octets = statSync(file).size;
  if (isWhole && octets < expected) return [`${octets} of ${expected} octets are there`];
  if (octets <= maxCheckedOctets) return quickCheck(connection, '');
  const deadline = performance.now() + maxCheckMs;
  return tables
    .filter((table) => isShort(connection, table))
    .flatMap((table) => (performance.now() < deadline ? quickCheck(connection, table) : []));
}

/**
 * Brings pages of the log into the file and waits for nobody.
 *
 * @returns  false if some remain in the log, since another process reads an older state or is at a checkpoint itself
 */
function checkpoint(connection: SqliteConnection): boolean {
  const [row] = connection.prepare('pragma wal_checkpoint(passive)').all([]);
  return row?.['busy'] === 0 && row['log'] === row['checkpointed'];
}

/** @param table  empty for all */
function quickCheck(connection: SqliteConnection, table: string): readonly string[] {
  const argument = table === '' ? '1' : `"${table}"`;
  try {
    return connection
      .prepare(`pragma quick_check(${argument})`)
      .all([])
      .map((row) => String(row['quick_check']))
      .filter((result) => result !== 'ok')
      .slice(0, 1);
  } catch (error) {
    return [error instanceof Error ? error.message : 'unknown'];
  }
}

/** True if the last key of a table is low, which one page tells; of a table without such keys, if it has few rows. */
function isShort(connection: SqliteConnection, table: string): boolean {
  const hasRowid = 'select 1 from pragma_table_list(?) where wr = 0';
  try {
    const query =
      connection.prepare(hasRowid).all([table]).length > 0
        ? `select max(rowid) as last from "${table}"`
        : `select count(*) as last from (select 1 from "${table}" limit ${maxCheckedRows + 1})`;
    const [row] = connection.prepare(query).all([]);
    return Number(row?.['last'] ?? 0) <= maxCheckedRows;
  } catch {
    return true;
  }
}
