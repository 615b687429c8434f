import { sql } from 'kysely';
import {
  createIndex,
  nullableForeignKey,
  notNull,
  createTableWithId,
  foreignKey,
  type AnyDatabase,
  type Engine,
  type MigrationStep,
} from './ddl.ts';

/** What was asked of devices and what they answered: transactions, device log, metric log. */
export const history: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    await transaction(db);
    await deviceLog(db, engine);
    await metricLog(db, engine);
  },
});

async function transaction(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('inventory_transaction')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization', 'bigint', foreignKey('organization'))
    .addColumn('device', 'bigint', foreignKey('inventory_device', 'cascade'))
    .addColumn('kind', 'text', notNull)
    .addColumn('operation', 'text', notNull)
    .addColumn('parameters', 'text', notNull)
    .addColumn('status', 'text', notNull)
    .addColumn('results', 'text')
    .addColumn('error_code', 'text')
    .addColumn('error_message', 'text')
    .addColumn('user', 'bigint', nullableForeignKey('user'))
    .addColumn('created_at', 'bigint', notNull)
    .addColumn('started_at', 'bigint')
    .addColumn('completed_at', 'bigint')
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint')
    .addColumn('progress', 'text')
    .execute();
  await createIndex(db, 'inventory_transaction', ['status', 'created_at']);
  // The same operation asked for twice before it ran is one transaction.
  await db.schema
    .createIndex('inventory_transaction_unfinished_operation')
    .unique()
    .on('inventory_transaction')
    .columns(['device', 'operation'])
    .where(sql<boolean>`kind = 'operation' and status in ('scheduled', 'running')`)
    .execute();
  await createIndex(db, 'inventory_transaction', ['device', 'status']);
  await createIndex(db, 'inventory_transaction', ['organization', 'created_at']);
}

async function deviceLog(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'inventory_device_log')
    .addColumn('organization', 'bigint', foreignKey('organization'))
    .addColumn('device', 'bigint', foreignKey('inventory_device', 'cascade'))
    .addColumn('datetime', 'bigint', notNull)
    .addColumn('action', 'text', notNull)
    .addColumn('variable_name', 'text')
    .addColumn('parameter', 'bigint', nullableForeignKey('inventory_parameter'))
    .addColumn('old_value', 'text')
    .addColumn('value', 'text')
    .addColumn('is_pending', 'integer', notNull)
    .addColumn('is_applied', 'integer', notNull)
    .addColumn('applied_at', 'bigint')
    .addColumn('error_code', 'text')
    .addColumn('error_message', 'text')
    .addColumn('user', 'bigint', nullableForeignKey('user'))
    .addColumn('origin', 'text', notNull)
    .addColumn('transaction', 'text')
    .execute();
  await createIndex(db, 'inventory_device_log', ['datetime', 'id']);
  await createIndex(db, 'inventory_device_log', ['device', 'datetime', 'id']);
  await createIndex(db, 'inventory_device_log', ['transaction']);
}

async function metricLog(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'inventory_metric_log')
    .addColumn('organization', 'bigint', foreignKey('organization'))
    .addColumn('device', 'bigint', foreignKey('inventory_device', 'cascade'))
    .addColumn('metric', 'bigint', foreignKey('inventory_metric'))
    .addColumn('parameter', 'bigint', foreignKey('inventory_parameter'))
    .addColumn('datetime', 'bigint', notNull)
    .addColumn('value', 'text', notNull)
    .addColumn('result', 'double precision')
    .addColumn('origin', 'text', notNull)
    .execute();
  await createIndex(db, 'inventory_metric_log', ['datetime', 'id']);
  await createIndex(db, 'inventory_metric_log', ['device', 'datetime', 'id']);
  await createIndex(db, 'inventory_metric_log', ['metric', 'datetime', 'id']);
  await db.schema
    .createTable('inventory_metric_sample')
    .addColumn('device', 'bigint', foreignKey('inventory_device', 'cascade'))
    .addColumn('metric', 'bigint', foreignKey('inventory_metric', 'cascade'))
    .addColumn('value', 'text', notNull)
    .addColumn('taken_at', 'bigint', notNull)
    .addPrimaryKeyConstraint('inventory_metric_sample_key', ['device', 'metric'])
    .execute();
}
