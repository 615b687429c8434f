import { closeSync, openSync, rmSync } from 'node:fs';
import { Kysely, SqliteDialect } from 'kysely';
import { migrate } from '../migrate.ts';
import { SqliteConnection } from '../sqlite/sqlite-connection.ts';
import { onSqliteFile } from '../sqlite/store-backup.ts';
import type { Statement } from '../store.ts';
import { firstOwnId } from './copied-table.ts';

const reference = / references "?\w+"? ?\("?\w+"?\)(?: on delete (?:restrict|cascade|set null))?/gi;

/**
 * Creates the file of a copy, empty, in place of a former one. It has some tables of the store with their columns, keys and
 * indexes; a query of another table fails. Their references and triggers are left out: the rows come from the store, which
 * has checked them.
 *
 * @throws Error if the file cannot be written
 */
export async function createCopyFile(file: string, tables: readonly string[]): Promise<void> {
  removeCopyFile(file);
  closeSync(openSync(file, 'a', 0o600));
  const statements = await readSchema(tables);
  const connection = new SqliteConnection(file, { readonly: false });
  try {
    for (const statement of statements) connection.execute(statement);
    connection.execute('create table copied (at integer not null)');
    const own = connection.prepare('insert into sqlite_sequence (name, seq) values (?, ?)');
    for (const table of tables) own.run([table, firstOwnId]);
  } finally {
    connection.close();
  }
}

/** Returns the statements that note when the store was copied. */
export function noteCopied(at: number): readonly Statement[] {
  return [
    { sql: 'delete from copied', parameters: [] },
    { sql: 'insert into copied (at) values (?)', parameters: [at] },
  ];
}

/** Reads when the store was last copied, in milliseconds since 1970; null: not yet. @throws Error if the file is damaged */
export function readCopiedAt(file: string): number | null {
  const [row] = onSqliteFile(file, (copy) => copy.prepare('select at from copied').all([]));
  return typeof row?.['at'] === 'number' ? row['at'] : null;
}

/** Removes the file of a copy with the files that belong to it. */
export function removeCopyFile(file: string): void {
  for (const end of ['', '-wal', '-shm', '.mark']) rmSync(`${file}${end}`, { force: true });
}

/** Reads the statements that create tables, from a store in memory. */
async function readSchema(tables: readonly string[]): Promise<readonly string[]> {
  const connection = new SqliteConnection(':memory:', { readonly: false });
  try {
    const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: connection }) });
    await migrate(db, 'sqlite', { beforeChange: () => Promise.resolve() });
    return connection
      .prepare(
        `select sql from sqlite_master where type in ('table', 'index') and sql is not null
          and tbl_name in (select value from json_each(?)) order by type desc`,
      )
      .all([JSON.stringify(tables)])
      .map((row) => String(row['sql']).replaceAll(reference, ''));
  } finally {
    connection.close();
  }
}
