import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';

const passes = 3;

type Row = Readonly<Record<string, unknown>>;

/**
 * Inserts copies of the gateway's rows into a table of the same shape, in transactions of a fixed size, each on the disk
 * before the next begins: the limit that the disk and SQLite set.
 *
 * @param store  the gateway's file, with 4,000 sessions at least
 * @param group  rows in a transaction
 * @returns      rows per second
 */
export function insertsPerSecond(store: string, group: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const { ddl, rows } = read(store);
  const database = new Database(join(folder, 'inserts.db'));
  try {
    for (const setting of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = OFF'])
      database.pragma(setting);
    for (const statement of ddl) database.exec(statement);
    const began = performance.now();
    for (let client = 1; client <= passes; client += 1) insert(database, { rows, client, group });
    return (passes * rows.length) / ((performance.now() - began) / 1000);
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
}

function read(store: string): { readonly ddl: readonly string[]; readonly rows: readonly Row[] } {
  const database = new Database(store, { readonly: true });
  const ddl = database
    .prepare<[], string>(
      // Without its triggers, which write to another table.
      "select sql from sqlite_master where tbl_name = 'aaa_accounting' and type in ('table', 'index') and sql is not null order by type desc",
    )
    .pluck()
    .all();
  const rows = database
    .prepare<[], Row>(
      'select * from aaa_accounting where acctstoptime is not null order by radacctid desc limit 4000',
    )
    .all();
  database.close();
  return { ddl, rows };
}

interface Pass {
  readonly rows: readonly Row[];
  /** Part of the key of a session: repeated rows become new ones. */
  readonly client: number;
  readonly group: number;
}

function insert(database: Database.Database, { rows, client, group }: Pass): void {
  const columns = Object.keys(rows[0] ?? {}).map((column) => `"${column}"`);
  const statement = database.prepare(
    `insert into aaa_accounting (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  );
  const commit = database.transaction((some: readonly Row[]) => {
    // Without a key, a row gets the next one.
    for (const row of some) statement.run(...Object.values({ ...row, radacctid: null, client }));
  });
  for (let start = 0; start < rows.length; start += group)
    commit.immediate(rows.slice(start, start + group));
}
