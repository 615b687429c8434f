import {
  createVersionTriggers,
  notNullWithDefault,
  type AnyDatabase,
  type MigrationStep,
} from './ddl.ts';

/** Which AAA clients sign their Access-Requests, so that a restart does not forget it. */
export const signingClients: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    await db.schema
      .alterTable('aaa_client')
      .addColumn('signs', 'integer', notNullWithDefault(0))
      .execute();
    await createVersionTriggers(db, engine, {
      table: 'aaa_client',
      statusColumns: ['last_seen', 'weak_since', 'accepts_coa', 'accepts_disconnect'],
    });
  },
});
