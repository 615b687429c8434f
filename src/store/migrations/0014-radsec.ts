import {
  createUniqueIndex,
  notNullWithDefault,
  type AnyDatabase,
  type MigrationStep,
} from './ddl.ts';

/** AAA clients over TLS: at one address one over UDP and one over TLS, distinguished by transport. */
export const radsec: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    await db.schema
      .alterTable('aaa_client')
      .addColumn('transport', 'text', notNullWithDefault('udp'))
      .execute();
    await db.schema.alterTable('aaa_client').addColumn('tls_name', 'text').execute();
    await db.schema.dropIndex('aaa_client_address_key').execute();
    await createUniqueIndex(db, 'aaa_client', ['address', 'transport']);
  },
});
