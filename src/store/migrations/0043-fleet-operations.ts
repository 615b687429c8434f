import { sql } from 'kysely';
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

/** Operations on many devices, the device and the state of each, and the transactions that they have made. */
export const fleetOperations: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    await db.schema
      .createTable('inventory_fleet_operation')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organization', 'bigint', foreignKey('organization'))
      .addColumn('user', 'bigint', nullableForeignKey('user'))
      .addColumn('operation', 'text', notNull)
      .addColumn('parameters', 'text', notNull)
      .addColumn('status', 'text', notNull)
      .addColumn('window', 'text')
      .addColumn('concurrency', 'integer', notNull)
      .addColumn('stagger', 'integer', notNull)
      .addColumn('canary', 'integer', notNull)
      .addColumn('stop_after_failures', 'integer')
      .addColumn('error_message', 'text')
      .addColumn('created_at', 'bigint', notNull)
      .addColumn('started_at', 'bigint')
      .addColumn('completed_at', 'bigint')
      .addColumn('lease_until', 'bigint', notNullWithDefault(0))
      .execute();
    await createIndex(db, 'inventory_fleet_operation', ['status']);
    await createIndex(db, 'inventory_fleet_operation', ['organization', 'created_at']);
    await createTableWithId(db, engine, 'inventory_fleet_target')
      .addColumn('organization', 'bigint', foreignKey('organization'))
      .addColumn('fleet_operation', 'text', foreignKey('inventory_fleet_operation', 'cascade'))
      .addColumn('device', 'bigint', foreignKey('inventory_device', 'cascade'))
      .addColumn('state', 'text', notNull)
      .addColumn('transaction', 'text')
      .addColumn('message', 'text')
      .addColumn('run_at', 'bigint')
      .addColumn('expires_at', 'bigint', notNull)
      .addColumn('started_at', 'bigint')
      .execute();
    await createIndex(db, 'inventory_fleet_target', ['fleet_operation', 'state', 'id']);
    await createIndex(db, 'inventory_fleet_target', ['device']);
    await db.schema
      .alterTable('inventory_transaction')
      .addColumn('fleet_operation', 'text')
      .execute();
    await db.schema
      .createIndex('inventory_transaction_fleet_operation')
      .on('inventory_transaction')
      .columns(['fleet_operation', 'created_at'])
      .where(sql<boolean>`fleet_operation is not null`)
      .execute();
  },
});
