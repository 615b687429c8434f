import {
  createIndex,
  createTableWithId,
  createUniqueIndex,
  foreignKey,
  notNull,
  notNullWithDefault,
  nullableForeignKey,
  type AnyDatabase,
  type MigrationStep,
} from './ddl.ts';

/** Webhooks, and the deliveries of alerts by webhook, mail and syslog. */
export const alertDeliveries: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    await createTableWithId(db, engine, 'webhook')
      .addColumn('organization', 'bigint', foreignKey('organization'))
      .addColumn('name', 'text', notNull)
      .addColumn('url', 'text', notNull)
      .addColumn('secret', 'text', notNull)
      .addColumn('min_severity', 'text', notNull)
      .addColumn('is_active', 'integer', notNullWithDefault(1))
      .addColumn('created_at', 'bigint', notNull)
      .addColumn('updated_at', 'bigint', notNull)
      .execute();
    await createUniqueIndex(db, 'webhook', ['organization', 'name']);
    await createTableWithId(db, engine, 'alert_delivery')
      .addColumn('organization', 'bigint', foreignKey('organization', 'cascade'))
      .addColumn('alert', 'text', foreignKey('alert', 'cascade'))
      .addColumn('channel', 'text', notNull)
      .addColumn('webhook', 'bigint', nullableForeignKey('webhook', 'cascade'))
      .addColumn('event', 'text', notNull)
      .addColumn('alert_state', 'text', notNull)
      .addColumn('message', 'text', notNull)
      .addColumn('user', 'text')
      .addColumn('state', 'text', notNull)
      .addColumn('attempts', 'integer', notNull)
      .addColumn('next_try', 'bigint')
      .addColumn('last_error', 'text')
      .addColumn('created_at', 'bigint', notNull)
      .addColumn('delivered_at', 'bigint')
      .execute();
    await createIndex(db, 'alert_delivery', ['next_try']);
    await createIndex(db, 'alert_delivery', ['alert']);
    await createIndex(db, 'alert_delivery', ['webhook', 'state', 'id']);
    await createIndex(db, 'alert_delivery', ['organization', 'created_at', 'id']);
  },
});
