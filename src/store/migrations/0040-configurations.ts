import {
  createIndex,
  createTableWithId,
  foreignKey,
  notNull,
  type AnyDatabase,
  type MigrationStep,
} from './ddl.ts';

/** Adds the versions of the configurations of devices. */
export const configurations: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    await createTableWithId(db, engine, 'inventory_configuration')
      .addColumn('organization', 'bigint', foreignKey('organization'))
      .addColumn('device', 'bigint', foreignKey('inventory_device', 'cascade'))
      .addColumn('changed_by', 'text')
      .addColumn('sha256', 'text', notNull)
      .addColumn('octets', 'integer', notNull)
      .addColumn('configuration', 'text', notNull)
      .addColumn('transaction', 'text')
      .addColumn('created_at', 'bigint', notNull)
      .addColumn('seen_at', 'bigint', notNull)
      .execute();
    await createIndex(db, 'inventory_configuration', ['organization', 'created_at', 'id']);
    await createIndex(db, 'inventory_configuration', ['device', 'created_at', 'id']);
  },
});
