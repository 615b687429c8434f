import { sql } from 'kysely';
import type { AnyDatabase, MigrationStep } from './ddl.ts';

/** The page of the portal that a guest has logged in at, and the log of a page. */
export const portalSessionPages: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    await db.schema.alterTable('aaa_portal_session').addColumn('page', 'bigint').execute();
    await db.schema
      .createIndex('txlog_portal_page_datetime_id')
      .on('txlog_portal')
      .columns(['page', 'datetime', 'id'])
      .where(sql<boolean>`page is not null`)
      .execute();
  },
});
