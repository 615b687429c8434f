import {
  createIndex,
  createTableWithId,
  foreignKey,
  notNull,
  notNullWithDefault,
  nullableForeignKey,
  type AnyDatabase,
  type MigrationStep,
} from './ddl.ts';

/** Searches of networks for devices, and what they found. */
export const discoveries: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    await db.schema
      .createTable('inventory_discovery')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organization', 'bigint', foreignKey('organization'))
      .addColumn('user', 'bigint', nullableForeignKey('user'))
      .addColumn('network', 'text', notNull)
      .addColumn('connection_profiles', 'text', notNull)
      .addColumn('ping', 'integer', notNull)
      .addColumn('status', 'text', notNull)
      .addColumn('addresses', 'bigint', notNull)
      .addColumn('scanned', 'bigint', notNullWithDefault(0))
      .addColumn('error_message', 'text')
      .addColumn('created_at', 'bigint', notNull)
      .addColumn('started_at', 'bigint')
      .addColumn('completed_at', 'bigint')
      .addColumn('lease_until', 'bigint', notNullWithDefault(0))
      .execute();
    await createIndex(db, 'inventory_discovery', ['status', 'created_at']);
    await createIndex(db, 'inventory_discovery', ['organization', 'created_at']);
    await createTableWithId(db, engine, 'inventory_discovery_candidate')
      .addColumn('organization', 'bigint', foreignKey('organization'))
      .addColumn('discovery', 'text', foreignKey('inventory_discovery', 'cascade'))
      .addColumn('address', 'text', notNull)
      .addColumn('mac_address', 'text')
      .addColumn('name', 'text')
      .addColumn('type', 'text')
      .addColumn('why', 'text', notNull)
      .addColumn('connection_profile', 'bigint')
      .addColumn('found_at', 'bigint', notNull)
      .execute();
    await createIndex(db, 'inventory_discovery_candidate', ['discovery', 'id']);
    await createIndex(db, 'inventory_discovery_candidate', ['organization']);
  },
});
