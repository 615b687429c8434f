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

/** Rules of alerts, their conditions, alerts with their history, and the parent of a device. */
export const alerts: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    await db.schema
      .alterTable('inventory_device')
      .addColumn('parent', 'bigint', nullableForeignKey('inventory_device'))
      .execute();
    await sql`create index inventory_device_parent on inventory_device (parent)
      where parent is not null`.execute(db);
    await sql`create index inventory_device_down on inventory_device (organization, last_status_change)
      where status = 0 and last_status_change is not null`.execute(db);
    await createTableWithId(db, engine, 'alert_rule')
      .addColumn('organization', 'bigint', foreignKey('organization'))
      .addColumn('name', 'text', notNull)
      .addColumn('description', 'text', notNullWithDefault(''))
      .addColumn('kind', 'text', notNull)
      .addColumn('severity', 'text', notNull)
      .addColumn('location', 'bigint', nullableForeignKey('location', 'restrict'))
      .addColumn('type', 'bigint', nullableForeignKey('inventory_type', 'restrict'))
      .addColumn('device', 'bigint', nullableForeignKey('inventory_device', 'cascade'))
      .addColumn('metric', 'text')
      .addColumn('operator', 'text')
      .addColumn('threshold', 'double precision')
      .addColumn('clear_threshold', 'double precision')
      .addColumn('polls', 'integer', notNull)
      .addColumn('seconds', 'integer', notNull)
      .addColumn('clear_seconds', 'integer', notNull)
      .addColumn('starts_at', 'bigint')
      .addColumn('ends_at', 'bigint')
      .addColumn('is_active', 'integer', notNullWithDefault(1))
      .addColumn('created_at', 'bigint', notNull)
      .addColumn('updated_at', 'bigint', notNull)
      .execute();
    await createIndex(db, 'alert_rule', ['organization']);
    await createAlerts(db);
    await db.schema
      .createTable('alert_condition')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('rule', 'bigint', foreignKey('alert_rule', 'cascade'))
      .addColumn('organization', 'bigint', foreignKey('organization', 'cascade'))
      .addColumn('device', 'bigint', nullableForeignKey('inventory_device', 'cascade'))
      .addColumn('subject', 'text', notNull)
      .addColumn('value', 'double precision')
      .addColumn('message', 'text')
      .addColumn('polls', 'integer', notNull)
      .addColumn('violated_since', 'bigint', notNull)
      .addColumn('clear_since', 'bigint')
      .addColumn('flaps', 'integer', notNullWithDefault(0))
      .addColumn('suppressed_by', 'text')
      .addColumn('alert', 'text', nullableForeignKey('alert'))
      .execute();
    await createIndex(db, 'alert_condition', ['rule']);
    await createIndex(db, 'alert_condition', ['device']);
    await createIndex(db, 'alert_condition', ['alert']);
    await createIndex(db, 'alert_condition', ['organization']);
    await createHistory(db, engine);
  },
});

async function createAlerts(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('alert')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization', 'bigint', foreignKey('organization', 'cascade'))
    .addColumn('rule', 'bigint', nullableForeignKey('alert_rule'))
    .addColumn('rule_name', 'text', notNull)
    .addColumn('kind', 'text', notNull)
    .addColumn('severity', 'text', notNull)
    .addColumn('state', 'text', notNull)
    .addColumn('device', 'bigint', nullableForeignKey('inventory_device'))
    .addColumn('subject', 'text', notNull)
    .addColumn('value', 'double precision')
    .addColumn('threshold', 'double precision')
    .addColumn('message', 'text', notNull)
    .addColumn('flaps', 'integer', notNull)
    .addColumn('started_at', 'bigint', notNull)
    .addColumn('fired_at', 'bigint', notNull)
    .addColumn('acknowledged_at', 'bigint')
    .addColumn('acknowledged_by', 'text')
    .addColumn('resolved_at', 'bigint')
    .execute();
  await createIndex(db, 'alert', ['organization', 'fired_at', 'id']);
  await createIndex(db, 'alert', ['device', 'fired_at', 'id']);
  await createIndex(db, 'alert', ['rule', 'fired_at']);
  await sql`create index alert_unresolved on alert (state) where state <> 'resolved'`.execute(db);
}

async function createHistory(
  db: AnyDatabase,
  engine: Parameters<typeof createTableWithId>[1],
): Promise<void> {
  await createTableWithId(db, engine, 'alert_history')
    .addColumn('organization', 'bigint', foreignKey('organization', 'cascade'))
    .addColumn('alert', 'text', foreignKey('alert', 'cascade'))
    .addColumn('datetime', 'bigint', notNull)
    .addColumn('state', 'text', notNull)
    .addColumn('message', 'text', notNull)
    .addColumn('user', 'text')
    .execute();
  await createIndex(db, 'alert_history', ['alert', 'id']);
  await createIndex(db, 'alert_history', ['organization']);
}
