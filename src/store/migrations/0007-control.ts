import { sql } from 'kysely';
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

/** The whole device-control API: what a device is, what is wanted of its parameters, and DNS filtering. */
export const control: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    await device(db);
    await parameter(db, engine);
    await setting(db);
    await category(db, engine);
    await rule(db, engine);
    await check(db);
  },
});

async function device(db: AnyDatabase): Promise<void> {
  const table = db.schema.alterTable('inventory_device');
  for (const column of ['mac_address', 'hardware_version', 'software_version'])
    await table.addColumn(column, 'text').execute();
  for (const column of ['manufacturer', 'unique_id', 'product_class'])
    await table.addColumn(column, 'text', notNullWithDefault('')).execute();
  for (const column of ['latitude', 'longitude'])
    await table.addColumn(column, 'double precision').execute();
  await table.addColumn('attributes', 'text', notNullWithDefault('{}')).execute();
  await table.addColumn('location', 'bigint', nullableForeignKey('location')).execute();
  await createIndex(db, 'inventory_device', ['location']);
}

async function parameter(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'inventory_group')
    .addColumn('name', 'text', notNull)
    .execute();
  await createUniqueIndex(db, 'inventory_group', ['name']);
  const table = db.schema.alterTable('inventory_parameter');
  await table.addColumn('description', 'text', notNullWithDefault('')).execute();
  for (const column of ['options', 'default_value'])
    await table.addColumn(column, 'text').execute();
  for (const column of ['required', 'writable'])
    await table.addColumn(column, 'integer', notNullWithDefault(0)).execute();
  await table.addColumn('group', 'bigint', nullableForeignKey('inventory_group')).execute();
  await sql`insert into inventory_group (name)
    select distinct group_name from inventory_parameter where group_name is not null`.execute(db);
  await sql`update inventory_parameter
    set "group" = (select g.id from inventory_group g where g.name = group_name)`.execute(db);
  await table.dropColumn('group_name').execute();
  await db.schema
    .alterTable('inventory_metric')
    .addColumn('description', 'text', notNullWithDefault(''))
    .execute();
}

async function setting(db: AnyDatabase): Promise<void> {
  const table = db.schema.alterTable('inventory_setting');
  for (const column of ['wanted', 'state', 'error_code', 'error_message'])
    await table.addColumn(column, 'text').execute();
  await table.addColumn('applied_at', 'bigint').execute();
}

async function category(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'dnsfilter_category')
    .addColumn('organization', 'bigint', foreignKey('organization'))
    .addColumn('name', 'text', notNull)
    .addColumn('description', 'text', notNullWithDefault(''))
    .addColumn('action', 'text')
    .addColumn('redirect_ip', 'text')
    .addColumn('created_at', 'bigint', notNull)
    .addColumn('updated_at', 'bigint', notNull)
    .execute();
  await createUniqueIndex(db, 'dnsfilter_category', ['organization', 'name']);
  await db.schema
    .createTable('dnsfilter_category_host')
    .addColumn('category', 'bigint', foreignKey('dnsfilter_category', 'cascade'))
    .addColumn('host', 'text', notNull)
    .addPrimaryKeyConstraint('dnsfilter_category_host_key', ['host', 'category'])
    .execute();
  await createIndex(db, 'dnsfilter_category_host', ['category']);
}

async function rule(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'dnsfilter_rule')
    .addColumn('organization', 'bigint', foreignKey('organization'))
    .addColumn('name', 'text', notNull)
    .addColumn('host', 'text')
    .addColumn('category', 'bigint', nullableForeignKey('dnsfilter_category', 'restrict'))
    .addColumn('subnet', 'text')
    .addColumn('action', 'text', notNull)
    .addColumn('redirect_ip', 'text')
    .addColumn('reason', 'text')
    .addColumn('is_active', 'integer', notNullWithDefault(1))
    .addColumn('created_at', 'bigint', notNull)
    .addColumn('updated_at', 'bigint', notNull)
    .execute();
  await createUniqueIndex(db, 'dnsfilter_rule', ['organization', 'name']);
  await createIndex(db, 'dnsfilter_rule', ['organization', 'host']);
  await createIndex(db, 'dnsfilter_rule', ['category']);
}

async function check(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('dnsfilter_check')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization', 'bigint', foreignKey('organization'))
    .addColumn('user', 'bigint', nullableForeignKey('user'))
    .addColumn('hostname', 'text', notNull)
    .addColumn('client_ip', 'text')
    .addColumn('action', 'text', notNull)
    .addColumn('category', 'text')
    .addColumn('rule', 'bigint')
    .addColumn('acl', 'text')
    .addColumn('subnet', 'text')
    .addColumn('redirect_ip', 'text')
    .addColumn('reason', 'text')
    .addColumn('created_at', 'bigint', notNull)
    .execute();
  await createIndex(db, 'dnsfilter_check', ['organization', 'created_at']);
}
