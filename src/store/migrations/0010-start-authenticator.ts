import type { MigrationStep } from './ddl.ts';

/** Keeps which Accounting-Request opened a session, so that a delayed copy of it opens no other. */
export const startAuthenticator: MigrationStep = () => ({
  async up(db) {
    await db.schema.alterTable('aaa_accounting').addColumn('start_authenticator', 'text').execute();
  },
});
