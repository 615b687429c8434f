import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../store.ts';

export type { Engine };

/** A migration step: forward only, the same for both engines. */
export type MigrationStep = (engine: Engine) => Migration;

/** Steps by name: `0001-schema`. */
export type MigrationSteps = Readonly<Record<string, MigrationStep>>;

// A migration outlives the types of today's tables, so it works on a database without any.
export type AnyDatabase = Kysely<unknown>;

export interface VersionedTable {
  readonly table: string;
  /** Columns whose change is no change of the row. */
  readonly statusColumns: readonly string[];
}

/**
 * Creates or replaces the triggers that increment the version of a table with each change of its rows. A step that adds a
 * column to the table calls it again.
 */
export async function createVersionTriggers(
  db: AnyDatabase,
  engine: Engine,
  { table, statusColumns }: VersionedTable,
): Promise<void> {
  const columns = (await columnNames(db, engine, table)).filter(
    (column) => !statusColumns.includes(column),
  );
  const update = sql`update of ${sql.join(columns.map((column) => sql.ref(column)))}`;
  const on = sql.table(table);
  if (engine === 'postgres') {
    const trigger = sql.ref(`${table}_version`);
    await sql`drop trigger if exists ${trigger} on ${on}`.execute(db);
    await sql`
      create trigger ${trigger} after insert or delete or ${update} on ${on}
      for each statement execute function count_table_version()`.execute(db);
    return;
  }
  for (const [kind, event] of Object.entries({
    insert: sql`insert`,
    delete: sql`delete`,
    update,
  })) {
    const trigger = sql.ref(`${table}_version_${kind}`);
    await sql`drop trigger if exists ${trigger}`.execute(db);
    await sql`
      create trigger ${trigger} after ${event} on ${on} begin
        update table_version set version = version + 1 where name = ${sql.lit(table)};
      end`.execute(db);
  }
}

async function columnNames(db: AnyDatabase, engine: Engine, table: string): Promise<string[]> {
  const { rows } = await (
    engine === 'postgres'
      ? sql<{ name: string }>`
          select column_name as name from information_schema.columns
          where table_schema = current_schema() and table_name = ${table} order by ordinal_position`
      : sql<{ name: string }>`select name from pragma_table_info(${table})`
  ).execute(db);
  return rows.map(({ name }) => name);
}
