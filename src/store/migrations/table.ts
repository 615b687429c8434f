import { sql, type ColumnDefinitionBuilder, type CreateTableBuilder } from 'kysely';
import type { AnyDatabase, Engine } from './ddl.ts';

type ColumnType = 'text' | 'integer' | 'bigint' | 'real' | 'octets' | 'row_id';
type OnDelete = 'cascade' | 'set null' | 'restrict';

/** A column of a table. It is NOT NULL unless `isNullable`. */
export interface Column {
  readonly type: ColumnType;
  readonly isNullable?: boolean;
  readonly default?: string | number;
  /** Primary key, alone; `growing`: the engine counts, and the keys of deleted rows are not given out again. */
  readonly isKey?: boolean | 'growing';
  readonly references?: { readonly column: string; readonly onDelete: OnDelete };
}

/** A foreign key of several columns, or with a name of its own. */
export interface ForeignKey {
  readonly name: string;
  readonly columns: readonly string[];
  readonly table: string;
  readonly targets: readonly string[];
  readonly onDelete: OnDelete;
  readonly onUpdate?: 'cascade';
}

export interface Index {
  /** Follows the name of the table; default: the columns, and `key` if it is unique. */
  readonly name?: string;
  readonly columns: readonly string[];
  readonly isUnique?: boolean;
  /** SQL condition of the rows that it holds. */
  readonly where?: string;
  /** Engine that has it; default: both. */
  readonly engine?: Engine;
}

export interface Table {
  readonly columns: Readonly<Record<string, Column>>;
  /** Columns of a key of several columns. */
  readonly primaryKey?: readonly string[];
  /** Name of the constraint of `primaryKey`; default: the table with `_key`. */
  readonly primaryKeyName?: string;
  readonly foreignKeys?: readonly ForeignKey[];
  readonly indexes?: readonly Index[];
  /** Rows of a new store. */
  readonly rows?: readonly Readonly<Record<string, string | number>>[];
}

/** Tables by name. A table follows the tables that it refers to. */
export type Tables = Readonly<Record<string, Table>>;

export const id: Column = { type: 'row_id', isKey: 'growing' };
export const text: Column = { type: 'text' };
export const integer: Column = { type: 'integer' };
export const bigint: Column = { type: 'bigint' };
export const real: Column = { type: 'real' };
export const octets: Column = { type: 'octets' };

/** Makes a column the primary key. SQLite would accept null in it, as it does in every key without NOT NULL. */
export const key = (column: Column): Column => ({ ...column, isKey: true, isNullable: true });

export const nullable = (column: Column): Column => ({ ...column, isNullable: true });

export const withDefault = (column: Column, value: string | number): Column => ({
  ...column,
  default: value,
});

/** A required reference to the id of a table, or to another key of it: `aaa_accounting.radacctid`. */
export const reference = (target: string, onDelete: OnDelete = 'restrict'): Column => ({
  type: 'bigint',
  references: { column: target.includes('.') ? target : `${target}.id`, onDelete },
});

export const nullableReference = (target: string, onDelete: OnDelete = 'set null'): Column =>
  nullable(reference(target, onDelete));

/** A required reference to the id of a table whose ids are texts. */
export const textReference = (target: string, onDelete: OnDelete): Column => ({
  ...reference(target, onDelete),
  type: 'text',
});

export const index = (...columns: readonly string[]): Index => ({ columns });

export const unique = (...columns: readonly string[]): Index => ({ columns, isUnique: true });

/** Creates tables with their indexes and rows. */
export async function createTables(db: AnyDatabase, engine: Engine, tables: Tables): Promise<void> {
  for (const [name, table] of Object.entries(tables)) {
    await tableBuilder(db, engine, { name, table }).execute();
    for (const each of table.indexes ?? []) await createIndex(db, engine, { table: name, ...each });
    for (const row of table.rows ?? []) await insertRow(db, name, row);
  }
}

const columnTypes = {
  text: { sqlite: 'text', postgres: 'text' },
  integer: { sqlite: 'integer', postgres: 'integer' },
  bigint: { sqlite: 'bigint', postgres: 'bigint' },
  real: { sqlite: 'double precision', postgres: 'double precision' },
  octets: { sqlite: 'blob', postgres: 'bytea' },
  // Only an `integer primary key` is the number of the row, which SQLite needs no index for.
  row_id: { sqlite: 'integer', postgres: 'bigint' },
} as const satisfies Readonly<Record<ColumnType, Readonly<Record<Engine, string>>>>;

interface NamedTable {
  readonly name: string;
  readonly table: Table;
}

function tableBuilder(
  db: AnyDatabase,
  engine: Engine,
  { name, table }: NamedTable,
): CreateTableBuilder<string, string> {
  const { primaryKey, primaryKeyName = `${name}_key`, foreignKeys = [] } = table;
  let builder: CreateTableBuilder<string, string> = db.schema.createTable(name);
  for (const [column, definition] of Object.entries(table.columns))
    builder = builder.addColumn(column, columnTypes[definition.type][engine], (built) =>
      defineColumn(built, engine, definition),
    );
  if (primaryKey) builder = builder.addPrimaryKeyConstraint(primaryKeyName, [...primaryKey]);
  for (const each of foreignKeys)
    builder = builder.addForeignKeyConstraint(
      each.name,
      [...each.columns],
      each.table,
      [...each.targets],
      (built) => {
        const deleting = built.onDelete(each.onDelete);
        return each.onUpdate ? deleting.onUpdate(each.onUpdate) : deleting;
      },
    );
  return builder;
}

function defineColumn(
  builder: ColumnDefinitionBuilder,
  engine: Engine,
  column: Column,
): ColumnDefinitionBuilder {
  if (column.isKey === 'growing')
    return engine === 'sqlite'
      ? builder.primaryKey().autoIncrement()
      : builder.primaryKey().generatedAlwaysAsIdentity();
  let built = column.isKey ? builder.primaryKey() : builder;
  if (!column.isNullable) built = built.notNull();
  if (column.default !== undefined) built = built.defaultTo(column.default);
  return column.references
    ? built.references(column.references.column).onDelete(column.references.onDelete)
    : built;
}

/** Creates an index on the engines that have it. */
export async function createIndex(
  db: AnyDatabase,
  engine: Engine,
  definition: Index & { readonly table: string },
): Promise<void> {
  const { table, columns, isUnique = false, where } = definition;
  if (definition.engine !== undefined && definition.engine !== engine) return;
  const { name = [...columns, ...(isUnique ? ['key'] : [])].join('_') } = definition;
  const builder = db.schema
    .createIndex(`${table}_${name}`)
    .on(table)
    .columns([...columns]);
  const kind = isUnique ? builder.unique() : builder;
  await (where === undefined ? kind : kind.where(sql.raw<boolean>(where))).execute();
}

async function insertRow(
  db: AnyDatabase,
  table: string,
  row: Readonly<Record<string, string | number>>,
): Promise<void> {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
  const values = sql.join(Object.values(row));
  await sql`insert into ${sql.table(table)} (${columns}) values (${values})`.execute(db);
}
