import type { ColumnBuilderCallback, CreateTableBuilder, Kysely, Migration } from 'kysely';
import type { Engine } from '../store.ts';

export type { Engine };

/** A migration step: forward only, the same for both engines. */
export type MigrationStep = (engine: Engine) => Migration;

// A migration outlives the types of today's tables, so it works on a database without any.
export type AnyDatabase = Kysely<unknown>;

/** Starts a table with the engine's own kind of growing integer key, `id`; keys of deleted rows are not given out again. */
export function createTableWithId(
  db: AnyDatabase,
  engine: Engine,
  name: string,
): CreateTableBuilder<string> {
  return addPrimaryKey(db.schema.createTable(name), engine, 'id');
}

export function addPrimaryKey<T extends string>(
  table: CreateTableBuilder<T>,
  engine: Engine,
  key: string,
): CreateTableBuilder<string> {
  return engine === 'sqlite'
    ? table.addColumn(key, 'integer', (column) => column.primaryKey().autoIncrement())
    : table.addColumn(key, 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity());
}

export const notNull: ColumnBuilderCallback = (column) => column.notNull();

export const notNullWithDefault =
  (value: number | string): ColumnBuilderCallback =>
  (column) =>
    column.notNull().defaultTo(value);

type OnDelete = 'cascade' | 'set null' | 'restrict';

/** A required reference to another table's id. */
export const foreignKey =
  (table: string, onDelete: OnDelete = 'restrict'): ColumnBuilderCallback =>
  (column) =>
    column.notNull().references(`${table}.id`).onDelete(onDelete);

/** A reference that may be null. */
export const nullableForeignKey =
  (table: string, onDelete: OnDelete = 'set null'): ColumnBuilderCallback =>
  (column) =>
    column.references(`${table}.id`).onDelete(onDelete);

export async function createIndex(
  db: AnyDatabase,
  table: string,
  columns: readonly string[],
): Promise<void> {
  await db.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .on(table)
    .columns([...columns])
    .execute();
}

export async function createUniqueIndex(
  db: AnyDatabase,
  table: string,
  columns: readonly string[],
): Promise<void> {
  await db.schema
    .createIndex(`${table}_${columns.join('_')}_key`)
    .unique()
    .on(table)
    .columns([...columns])
    .execute();
}
