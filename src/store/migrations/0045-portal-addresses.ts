import { sql } from 'kysely';
import type { AnyDatabase, MigrationStep } from './ddl.ts';

/** Adds the address that a portal login comes from, and finds open logins by the address of their device. */
export const portalAddresses: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    await db.schema.alterTable('aaa_portal_session').addColumn('login_address', 'text').execute();
    await sql`create index aaa_portal_session_ip on aaa_portal_session (ip) where ended is null`.execute(
      db,
    );
  },
});
