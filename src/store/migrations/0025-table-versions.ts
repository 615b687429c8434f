import { sql } from 'kysely';
import {
  createVersionTriggers,
  notNullWithDefault,
  type AnyDatabase,
  type MigrationStep,
} from './ddl.ts';

/** Status that the gateway records in a row, which is no change of it. */
const statusColumns = {
  aaa_client: ['last_seen', 'weak_since', 'accepts_coa', 'accepts_disconnect'],
  aaa_upstream: ['state', 'state_since', 'last_error'],
  access_point: [],
  organization: [],
};

/** A counter for each table that gateways keep in memory, incremented in the transaction of each change. */
export const tableVersions: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    await db.schema
      .createTable('table_version')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('version', 'bigint', notNullWithDefault(0))
      .execute();
    if (engine === 'postgres')
      await sql`
        create function count_table_version() returns trigger language plpgsql as $$
        begin
          update table_version set version = version + 1 where name = tg_table_name;
          return null;
        end $$`.execute(db);
    for (const [table, columns] of Object.entries(statusColumns)) {
      await sql`insert into table_version (name, version) values (${table}, 1)`.execute(db);
      await createVersionTriggers(db, engine, { table, statusColumns: columns });
    }
  },
});
