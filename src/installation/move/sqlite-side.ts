import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from '../../runtime/durable-file.ts';
import { openStore } from '../../store/database.ts';
import { SqliteConnection } from '../../store/sqlite/sqlite-connection.ts';
import {
  batchLimits,
  octetsOfRow,
  type MovedRow,
  type MovedTable,
  type StoreReader,
  type StoreWriter,
} from './moved-table.ts';

const quoted = (name: string) => `"${name}"`;
const listOf = (columns: readonly string[]) => columns.map(quoted).join(', ');

/** A store of SQLite that is moved elsewhere. */
export class SqliteReader implements StoreReader {
  readonly connection: SqliteConnection;

  constructor(file: string, options = { readonly: true }) {
    this.connection = new SqliteConnection(file, options);
  }

  listTables(): Promise<readonly MovedTable[]> {
    const names = this.#list(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%' order by name",
    );
    const columnsOf = (name: string) =>
      this.connection
        .prepare('select name from pragma_table_info(?) order by name')
        .all([name])
        .map((column) => String(column['name']));
    return Promise.resolve(names.map((name) => ({ name, columns: columnsOf(name) })));
  }

  // oxlint-disable-next-line typescript/require-await -- the other engine waits for its server
  async *readRows({ name, columns }: MovedTable): AsyncGenerator<readonly MovedRow[]> {
    let [batch, octets]: [MovedRow[], number] = [[], 0];
    const rows = this.connection.prepare(`select ${listOf(columns)} from ${quoted(name)}`);
    for (const row of rows.iterate([])) {
      batch.push(row);
      octets += octetsOfRow(row);
      if (batch.length < batchLimits.rows && octets < batchLimits.octets) continue;
      yield batch;
      [batch, octets] = [[], 0];
    }
    if (batch.length > 0) yield batch;
  }

  readLastIds(): Promise<ReadonlyMap<string, number | bigint>> {
    const rows = this.connection
      .prepare('select name, seq from sqlite_sequence where seq > 0')
      .all([]);
    return Promise.resolve(
      new Map(
        rows.map(({ name, seq }) => [String(name), typeof seq === 'bigint' ? seq : Number(seq)]),
      ),
    );
  }

  close(): Promise<void> {
    this.connection.close();
    return Promise.resolve();
  }

  #list(query: string): readonly string[] {
    return this.connection
      .prepare(query)
      .all([])
      .map((row) => String(row['name']));
  }
}

/** A new file of SQLite, written next to its place and moved there when it is complete. */
export class SqliteWriter extends SqliteReader implements StoreWriter {
  readonly #draft: string;
  readonly #file: string;
  #triggers: readonly string[] = [];

  private constructor(draft: string, file: string) {
    super(draft, { readonly: false });
    this.#draft = draft;
    this.#file = file;
  }

  static async open(file: string): Promise<SqliteWriter> {
    const draft = `${file}.moving`;
    removeStore(draft);
    const store = await openStore(`sqlite:${draft}`, dirname(file));
    await store.close();
    return new SqliteWriter(draft, file);
  }

  begin(): Promise<void> {
    // The draft needs no durability before its end: a draft left by a power cut is removed.
    this.connection.execute('pragma foreign_keys = off; pragma synchronous = off');
    const triggers = this.connection
      .prepare("select name, sql from sqlite_master where type = 'trigger'")
      .all([]);
    for (const { name } of triggers)
      this.connection.execute(`drop trigger ${quoted(String(name))}`);
    this.#triggers = triggers.map((trigger) => String(trigger['sql']));
    return this.listTables().then((tables) => {
      for (const { name } of tables) this.connection.execute(`delete from ${quoted(name)}`);
    });
  }

  writeRows({ name, columns }: MovedTable, rows: readonly MovedRow[]): Promise<void> {
    const marks = columns.map(() => '?').join(', ');
    const insert = this.connection.prepare(
      `insert into ${quoted(name)} (${listOf(columns)}) values (${marks})`,
    );
    this.connection.execute('begin');
    for (const row of rows) insert.run(columns.map((column) => row[column]));
    this.connection.execute('commit');
    return Promise.resolve();
  }

  writeLastId(table: string, id: number | bigint): Promise<void> {
    this.connection.prepare('delete from sqlite_sequence where name = ?').run([table]);
    this.connection
      .prepare('insert into sqlite_sequence (name, seq) values (?, ?)')
      .run([table, id]);
    return Promise.resolve();
  }

  finish(): Promise<void> {
    const [broken] = this.connection
      .prepare('select "table" from pragma_foreign_key_check')
      .all([]);
    if (broken) throw new Error(`${String(broken['table'])} has rows that refer to missing rows`);
    for (const trigger of this.#triggers) this.connection.execute(trigger);
    this.connection.execute('pragma wal_checkpoint(truncate)');
    this.connection.close();
    for (const ending of ['-wal', '-shm', '.mark']) rmSync(this.#draft + ending, { force: true });
    const descriptor = openSync(this.#draft, 'r+');
    fsyncSync(descriptor);
    closeSync(descriptor);
    renameSync(this.#draft, this.#file);
    syncFolder(dirname(this.#file));
    return Promise.resolve();
  }

  override close(): Promise<void> {
    this.connection.close();
    removeStore(this.#draft);
    return Promise.resolve();
  }
}

function removeStore(file: string): void {
  for (const ending of ['', '-wal', '-shm', '.mark']) rmSync(file + ending, { force: true });
}
