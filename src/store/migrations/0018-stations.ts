import { sql } from 'kysely';
import type { MigrationStep } from './ddl.ts';

/**
 * Gives each station a session of its own where a NAS gives several the same identifiers, and keeps the source address of
 * sessions whose client is a network.
 */
export const stations: MigrationStep = () => ({
  async up(db) {
    await db.schema
      .alterTable('aaa_accounting')
      .addColumn('station', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema.alterTable('aaa_accounting').addColumn('source', 'text').execute();
    await sql`drop index aaa_accounting_session_key`.execute(db);
    await sql`
      create unique index aaa_accounting_session_key on aaa_accounting (client, acctuniqueid, station)
      where is_current = 1`.execute(db);
  },
});
