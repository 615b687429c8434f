import type { CreateTableBuilder } from 'kysely';
import {
  createIndex,
  nullableForeignKey,
  notNull,
  createTableWithId,
  foreignKey,
  createUniqueIndex,
  notNullWithDefault,
  type AnyDatabase,
  type Engine,
  type MigrationStep,
} from './ddl.ts';

/** Device types and what can be read of them, connection profiles, and the devices. */
export const inventory: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    await connectionProfile(db, engine);
    await deviceType(db, engine);
    await parameter(db, engine);
    await metric(db, engine);
    await device(db, engine);
    await setting(db, engine);
  },
});

async function connectionProfile(db: AnyDatabase, engine: Engine): Promise<void> {
  await withCredentials(
    createTableWithId(db, engine, 'inventory_connection_profile')
      .addColumn('organization', 'bigint', foreignKey('organization'))
      .addColumn('name', 'text', notNull)
      .addColumn('description', 'text', notNullWithDefault(''))
      .addColumn('connection_service', 'text')
      .addColumn('collection_service', 'text')
      .addColumn('storage_service', 'text'),
  )
    .addColumn('created_at', 'bigint', notNull)
    .addColumn('updated_at', 'bigint', notNull)
    .execute();
  await createUniqueIndex(db, 'inventory_connection_profile', ['organization', 'name']);
}

function withCredentials<T extends string>(
  table: CreateTableBuilder<T>,
): CreateTableBuilder<string> {
  return table
    .addColumn('username', 'text')
    .addColumn('password', 'text')
    .addColumn('private_key', 'text')
    .addColumn('snmp_community', 'text')
    .addColumn('snmp_v3', 'text');
}

async function deviceType(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'inventory_type')
    .addColumn('short_name', 'text', notNull)
    .addColumn('name', 'text', notNull)
    .addColumn('description', 'text', notNullWithDefault(''))
    .addColumn('connection_profile', 'bigint', nullableForeignKey('inventory_connection_profile'))
    .addColumn('created_at', 'bigint', notNull)
    .addColumn('updated_at', 'bigint', notNull)
    .execute();
  await createUniqueIndex(db, 'inventory_type', ['short_name']);
}

async function parameter(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'inventory_parameter')
    .addColumn('type', 'bigint', foreignKey('inventory_type', 'cascade'))
    .addColumn('name', 'text', notNull)
    .addColumn('short_name', 'text', notNull)
    .addColumn('variable_name', 'text', notNull)
    .addColumn('value_type', 'text', notNull)
    .addColumn('unit', 'text')
    .addColumn('group_name', 'text')
    .addColumn('position', 'integer', notNull)
    .execute();
  await createUniqueIndex(db, 'inventory_parameter', ['type', 'variable_name']);
}

async function metric(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'inventory_metric')
    .addColumn('name', 'text', notNull)
    .addColumn('type', 'text', notNull)
    .addColumn('unit', 'text')
    .execute();
  await createUniqueIndex(db, 'inventory_metric', ['name']);
  await db.schema
    .createTable('inventory_metric_parameter')
    .addColumn('metric', 'bigint', foreignKey('inventory_metric', 'cascade'))
    .addColumn('parameter', 'bigint', foreignKey('inventory_parameter', 'cascade'))
    .addPrimaryKeyConstraint('inventory_metric_parameter_key', ['metric', 'parameter'])
    .execute();
}

async function device(db: AnyDatabase, engine: Engine): Promise<void> {
  await withCredentials(
    createTableWithId(db, engine, 'inventory_device')
      .addColumn('organization', 'bigint', foreignKey('organization'))
      .addColumn('name', 'text', notNull)
      .addColumn('serial_number', 'text')
      .addColumn('type', 'bigint', foreignKey('inventory_type'))
      .addColumn(
        'connection_profile',
        'bigint',
        nullableForeignKey('inventory_connection_profile', 'restrict'),
      )
      .addColumn('ip_address', 'text')
      .addColumn('description', 'text', notNullWithDefault('')),
  )
    .addColumn('host_key', 'text')
    .addColumn('status', 'integer', notNullWithDefault(0))
    .addColumn('last_status_change', 'bigint')
    .addColumn('first_connection', 'bigint')
    .addColumn('last_connection', 'bigint')
    .addColumn('last_error', 'text')
    .addColumn('next_poll_at', 'bigint', notNullWithDefault(0))
    .addColumn('created_at', 'bigint', notNull)
    .addColumn('updated_at', 'bigint', notNull)
    .execute();
  await createUniqueIndex(db, 'inventory_device', ['organization', 'name']);
  await createUniqueIndex(db, 'inventory_device', ['organization', 'serial_number']);
  for (const column of [
    'name',
    'serial_number',
    'type',
    'connection_profile',
    'next_poll_at',
    'last_status_change',
  ]) {
    await createIndex(db, 'inventory_device', [column]);
  }
}

async function setting(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'inventory_setting')
    .addColumn('device', 'bigint', foreignKey('inventory_device', 'cascade'))
    .addColumn('parameter', 'bigint', foreignKey('inventory_parameter', 'cascade'))
    .addColumn('value', 'text')
    .addColumn('created_at', 'bigint', notNull)
    .addColumn('updated_at', 'bigint', notNull)
    .execute();
  await createUniqueIndex(db, 'inventory_setting', ['device', 'parameter']);
}
