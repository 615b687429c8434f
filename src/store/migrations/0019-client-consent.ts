import { notNullWithDefault, type AnyDatabase, type MigrationStep } from './ddl.ts';

/** The organizations whose access points and users count for the sessions of an AAA client. */
export const clientConsent: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    await db.schema
      .alterTable('aaa_client')
      .addColumn('serves', 'text', notNullWithDefault('[]'))
      .execute();
  },
});
