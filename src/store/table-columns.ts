import { sql, type RawBuilder } from 'kysely';
import type { Engine, Store } from './store.ts';

/** A column as the database declares it. */
export interface TableColumn {
  readonly name: string;
  readonly isNullable: boolean;
  readonly hasDefault: boolean;
}

interface ColumnRow {
  readonly name: string;
  readonly not_null: number;
  readonly has_default: number;
}

const columnQueries: Readonly<Record<Engine, (table: string) => RawBuilder<ColumnRow>>> = {
  // SQLite lists the columns of a primary key as nullable.
  sqlite: (table) => sql`
    select name, "notnull" or pk > 0 as not_null, dflt_value is not null as has_default
    from pragma_table_info(${table})`,
  postgres: (table) => sql`
    select column_name as name, case is_nullable when 'NO' then 1 else 0 end as not_null,
      case when column_default is not null then 1 else 0 end as has_default
    from information_schema.columns where table_schema = current_schema() and table_name = ${table}`,
};

/** Reads the columns of a table; an empty list if the table does not exist. */
export async function readTableColumns(
  { engine, db }: Pick<Store, 'engine' | 'db'>,
  table: string,
): Promise<readonly TableColumn[]> {
  const { rows } = await columnQueries[engine](table).execute(db);
  return rows.map(({ name, not_null, has_default }) => ({
    name,
    isNullable: not_null === 0,
    hasDefault: has_default === 1,
  }));
}
