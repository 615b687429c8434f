import pg from 'pg';
import { isEmptyInside } from '../../site/open-existing.ts';
import { findWritableServer } from '../../store/postgres/server-hosts.ts';
import { exactTypes } from '../../store/postgres/postgres-store.ts';
import { checkNoGateway } from '../restore/postgres-restore.ts';
import {
  batchLimits,
  octetsOfRow,
  type MovedRow,
  type MovedTable,
  type StoreReader,
  type StoreWriter,
} from './moved-table.ts';

const quoted = (name: string) => pg.escapeIdentifier(name);
const listOf = (columns: readonly string[]) => columns.map(quoted).join(', ');
/** Rows of the first batch of a table; their size decides on the next ones. */
const firstBatch = 50;

/** A snapshot of a PostgreSQL store that is moved. */
export class PostgresReader implements StoreReader {
  protected readonly client: pg.Client;

  protected constructor(client: pg.Client) {
    this.client = client;
  }

  /**
   * Opens a store and locks out gateways until it is closed: a start has to register itself.
   *
   * @throws Error if a gateway runs on the database
   */
  static async open(url: string): Promise<PostgresReader> {
    const client = await connect(url);
    try {
      await client.query('begin isolation level repeatable read read only');
      await client.query('lock table gateway in exclusive mode');
      await checkNoGateway(client);
      return new PostgresReader(client);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  async listTables(): Promise<readonly MovedTable[]> {
    const { rows } = await this.client.query<MovedTable>(`
      select table_name as name, array_agg(column_name::text order by column_name::text collate "C") as columns
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name not like 'kysely\\_%'
      group by table_name order by table_name::text collate "C"`);
    return rows;
  }

  async *readRows({ name, columns }: MovedTable): AsyncGenerator<readonly MovedRow[]> {
    const query = `select ${listOf(columns)} from ${quoted(name)}`;
    await this.client.query(`declare moved no scroll cursor for ${query}`);
    let next = firstBatch;
    for (;;) {
      const { rows } = await this.client.query<Record<string, unknown>>(`fetch ${next} from moved`);
      if (rows.length === 0) break;
      yield rows;
      const octets = rows.reduce((sum, row) => sum + octetsOfRow(row), 0);
      const fitting = Math.floor((batchLimits.octets * rows.length) / octets);
      next = Math.max(1, Math.min(batchLimits.rows, fitting));
    }
    await this.client.query('close moved');
  }

  async readLastIds(): Promise<ReadonlyMap<string, number | bigint>> {
    const found = new Map<string, number | bigint>();
    for (const { table, sequence } of await this.sequences()) {
      const { rows } = await this.client.query<{ id: number | bigint | null }>(
        `select case when is_called then last_value end as id from ${sequence}`,
      );
      const id = rows[0]?.id ?? null;
      if (id !== null) found.set(table, id);
    }
    return found;
  }

  async close(): Promise<void> {
    await this.client.end();
  }

  /** Lists the sequences of the tables, with their quoted names. */
  protected async sequences() {
    const { rows } = await this.client.query<{ table: string; sequence: string }>(`
      select relname as table, pg_get_serial_sequence(format('%I', relname), attname) as sequence
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and attidentity <> ''`);
    return rows;
  }
}

interface Constraint {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** A store of PostgreSQL that is filled in one transaction. */
export class PostgresWriter extends PostgresReader implements StoreWriter {
  #types: ReadonlyMap<string, string> = new Map();
  #references: readonly Constraint[] = [];

  static override async open(url: string): Promise<PostgresWriter> {
    return new PostgresWriter(await connect(url));
  }

  /** @throws Error if the database has the store of a gateway */
  async begin(): Promise<void> {
    await this.client.query('begin');
    const tables = (await this.listTables()).map(({ name }) => quoted(name));
    // A gateway may have begun here since the database was found to be empty.
    await this.client.query(`lock table ${tables.join(', ')} in access exclusive mode`);
    if (!(await isEmptyInside((query) => this.client.query(query))))
      throw new Error('the new database is not empty: a gateway has begun there');
    const { rows } = await this.client.query<Constraint>(`
      select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`);
    this.#references = rows;
    // They are created again at the end, which checks them; to leave them unchecked is the right of a superuser.
    for (const { table, name } of rows)
      await this.client.query(`alter table ${table} drop constraint ${name}`);
    for (const table of tables)
      await this.client.query(`alter table ${table} disable trigger user`);
    await this.client.query(`truncate ${tables.join(', ')}`);
    this.#types = await this.#readTypes();
  }

  async writeRows({ name, columns }: MovedTable, rows: readonly MovedRow[]): Promise<void> {
    const lists = columns.map((column, place) => {
      return `$${place + 1}::${this.#types.get(`${name}.${column}`) ?? 'text'}[]`;
    });
    await this.client.query(
      `insert into ${quoted(name)} (${listOf(columns)}) overriding system value select * from unnest(${lists.join(', ')})`,
      columns.map((column) => rows.map((row) => row[column])),
    );
  }

  async writeLastId(table: string, id: number | bigint): Promise<void> {
    const { sequence } = (await this.sequences()).find((one) => one.table === table) ?? {};
    if (sequence !== undefined)
      await this.client.query('select setval($1::regclass, $2::bigint)', [sequence, String(id)]);
  }

  async finish(): Promise<void> {
    const tables = (await this.listTables()).map(({ name }) => quoted(name));
    for (const { table, name, definition } of this.#references)
      await this.client.query(`alter table ${table} add constraint ${name} ${definition}`);
    for (const table of tables) await this.client.query(`alter table ${table} enable trigger user`);
    await this.client.query('commit');
    await this.client.query(`analyze ${tables.join(', ')}`);
  }

  async #readTypes(): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.client.query<{ place: string; type: string }>(`
      select relname || '.' || attname as place, format_type(atttypid, atttypmod) as type
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and attnum > 0`);
    return new Map(rows.map(({ place, type }) => [place, type]));
  }
}

/** True if the schema of a database has no table, view or sequence. */
export async function isBlank(url: string): Promise<boolean> {
  const client = await connect(url);
  try {
    const { rows } = await client.query<{ found: number }>(
      'select count(*) as found from pg_class where relnamespace = current_schema()::regnamespace',
    );
    return rows[0]?.found === 0;
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: await findWritableServer(url),
    connectionTimeoutMillis: 10_000,
    types: exactTypes,
  });
  // A connection that breaks fails the query that waits; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
