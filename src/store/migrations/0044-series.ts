import { sql } from 'kysely';
import {
  createIndex,
  foreignKey,
  notNull,
  notNullWithDefault,
  nullableForeignKey,
  type AnyDatabase,
  type MigrationStep,
} from './ddl.ts';

/** Work that is repeated on a device, and the transactions that it has made. */
export const transactionSeries: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    await db.schema
      .createTable('inventory_series')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('organization', 'bigint', foreignKey('organization'))
      .addColumn('device', 'bigint', foreignKey('inventory_device', 'cascade'))
      .addColumn('user', 'bigint', nullableForeignKey('user'))
      .addColumn('kind', 'text', notNull)
      .addColumn('operation', 'text', notNull)
      .addColumn('parameters', 'text', notNull)
      .addColumn('every', 'bigint', notNull)
      .addColumn('until', 'bigint', notNull)
      .addColumn('next_run_at', 'bigint')
      .addColumn('status', 'text', notNull)
      .addColumn('runs', 'bigint', notNullWithDefault(0))
      .addColumn('missed', 'bigint', notNullWithDefault(0))
      .addColumn('created_at', 'bigint', notNull)
      .addColumn('completed_at', 'bigint')
      .execute();
    await createIndex(db, 'inventory_series', ['status', 'next_run_at']);
    await createIndex(db, 'inventory_series', ['organization', 'created_at']);
    await createIndex(db, 'inventory_series', ['device', 'status']);
    await db.schema.alterTable('inventory_transaction').addColumn('series', 'text').execute();
    await db.schema
      .createIndex('inventory_transaction_series')
      .on('inventory_transaction')
      .columns(['series', 'created_at'])
      .where(sql<boolean>`series is not null`)
      .execute();
  },
});
