import { sql } from 'kysely';
import { index, maybeTo, required, tableWithId, to, type AnyDatabase, type Engine, type Step } from '../ddl.ts';

/** What was asked of devices and what they answered: transactions, device log, metric log. */
export const history: Step = (engine) => ({
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
    .addColumn('organization', 'bigint', to('organization'))
    .addColumn('device', 'bigint', to('inventory_device', 'cascade'))
    .addColumn('kind', 'text', required)
    .addColumn('operation', 'text', required)
    .addColumn('parameters', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('results', 'text')
    .addColumn('error_code', 'text')
    .addColumn('error_message', 'text')
    .addColumn('user', 'bigint', maybeTo('user'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('started_at', 'bigint')
    .addColumn('completed_at', 'bigint')
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint')
    .addColumn('progress', 'text')
    .execute();
  await index(db, 'inventory_transaction', ['status', 'created_at']);
  // The same operation asked for twice before it ran is one transaction.
  await db.schema
    .createIndex('inventory_transaction_unfinished_operation')
    .unique()
    .on('inventory_transaction')
    .columns(['device', 'operation'])
    .where(sql<boolean>`kind = 'operation' and status in ('scheduled', 'running')`)
    .execute();
  await index(db, 'inventory_transaction', ['device', 'status']);
  await index(db, 'inventory_transaction', ['organization', 'created_at']);
}

async function deviceLog(db: AnyDatabase, engine: Engine): Promise<void> {
  await tableWithId(db, engine, 'inventory_device_log')
    .addColumn('organization', 'bigint', to('organization'))
    .addColumn('device', 'bigint', to('inventory_device', 'cascade'))
    .addColumn('datetime', 'bigint', required)
    .addColumn('action', 'text', required)
    .addColumn('variable_name', 'text')
    .addColumn('parameter', 'bigint', maybeTo('inventory_parameter'))
    .addColumn('old_value', 'text')
    .addColumn('value', 'text')
    .addColumn('is_pending', 'integer', required)
    .addColumn('is_applied', 'integer', required)
    .addColumn('applied_at', 'bigint')
    .addColumn('error_code', 'text')
    .addColumn('error_message', 'text')
    .addColumn('user', 'bigint', maybeTo('user'))
    .addColumn('origin', 'text', required)
    .addColumn('transaction', 'text')
    .execute();
  await index(db, 'inventory_device_log', ['datetime', 'id']);
  await index(db, 'inventory_device_log', ['device', 'datetime', 'id']);
  await index(db, 'inventory_device_log', ['transaction']);
}

async function metricLog(db: AnyDatabase, engine: Engine): Promise<void> {
  await tableWithId(db, engine, 'inventory_metric_log')
    .addColumn('organization', 'bigint', to('organization'))
    .addColumn('device', 'bigint', to('inventory_device', 'cascade'))
    .addColumn('metric', 'bigint', to('inventory_metric'))
    .addColumn('parameter', 'bigint', to('inventory_parameter'))
    .addColumn('datetime', 'bigint', required)
    .addColumn('value', 'text', required)
    .addColumn('result', 'double precision')
    .addColumn('origin', 'text', required)
    .execute();
  await index(db, 'inventory_metric_log', ['datetime', 'id']);
  await index(db, 'inventory_metric_log', ['device', 'datetime', 'id']);
  await index(db, 'inventory_metric_log', ['metric', 'datetime', 'id']);
  await db.schema
    .createTable('inventory_metric_sample')
    .addColumn('device', 'bigint', to('inventory_device', 'cascade'))
    .addColumn('metric', 'bigint', to('inventory_metric', 'cascade'))
    .addColumn('value', 'text', required)
    .addColumn('taken_at', 'bigint', required)
    .addPrimaryKeyConstraint('inventory_metric_sample_key', ['device', 'metric'])
    .execute();
}
