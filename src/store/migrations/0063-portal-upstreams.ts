import {
  createIndex,
  createVersionTriggers,
  notNullWithDefault,
  nullableForeignKey,
  type AnyDatabase,
  type MigrationStep,
} from './ddl.ts';

/** Which upstreams authenticate users of the captive portal, and the profile that these get. */
export const portalUpstreams: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    await db.schema
      .alterTable('aaa_upstream')
      .addColumn('portal_authentication', 'integer', notNullWithDefault(0))
      .execute();
    await db.schema
      .alterTable('aaa_upstream')
      .addColumn('portal_profile', 'bigint', nullableForeignKey('aaa_profile'))
      .execute();
    await createIndex(db, 'aaa_upstream', ['portal_profile']);
    await createVersionTriggers(db, engine, {
      table: 'aaa_upstream',
      statusColumns: ['state', 'state_since', 'last_error'],
    });
  },
});
