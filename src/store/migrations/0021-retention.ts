import {
  createIndex,
  foreignKey,
  notNull,
  notNullWithDefault,
  type AnyDatabase,
  type MigrationStep,
} from './ddl.ts';

/** Limits of an organization, the usage of deleted sessions, and the order in which old rows are found. */
export const retention: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    await db.schema
      .alterTable('organization')
      .addColumn('retention', 'text', notNullWithDefault('{}'))
      .execute();
    await db.schema
      .createTable('aaa_usage')
      .addColumn('user', 'bigint', (column) => foreignKey('user', 'cascade')(column).primaryKey())
      .addColumn('seconds', 'bigint', notNull)
      .addColumn('octets', 'double precision', notNull)
      .execute();
    for (const table of ['inventory_device_log', 'txlog_portal'])
      await createIndex(db, table, ['organization', 'datetime', 'id']);
    for (const table of ['device_app_connection_log', 'device_app_test_report']) {
      await createIndex(db, table, ['created', 'id']);
      await createIndex(db, table, ['organization', 'created', 'id']);
    }
    await createIndex(db, 'dnsfilter_check', ['created_at']);
  },
});
