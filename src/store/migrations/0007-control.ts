import { sql } from 'kysely';
import {
  index,
  maybeTo,
  required,
  tableWithId,
  to,
  unique,
  withDefault,
  type AnyDatabase,
  type Engine,
  type Step,
} from '../ddl.ts';
import { controlViews } from './0007-control-views.ts';

/** The whole device-control API: what a device is, what is wanted of its parameters, and DNS filtering. */
export const control: Step = (engine) => ({
  async up(db: AnyDatabase) {
    for (const view of ['inventory_device_view', 'inventory_metric_view']) await db.schema.dropView(view).execute();
    await device(db);
    await parameter(db, engine);
    await setting(db);
    await category(db, engine);
    await rule(db, engine);
    await check(db);
    for (const [name, select] of Object.entries(controlViews(engine)))
      await sql`create view ${sql.ref(name)} as ${sql.raw(select)}`.execute(db);
  },
});

async function device(db: AnyDatabase): Promise<void> {
  const table = db.schema.alterTable('inventory_device');
  for (const column of ['mac_address', 'hardware_version', 'software_version']) await table.addColumn(column, 'text').execute();
  for (const column of ['manufacturer', 'unique_id', 'product_class'])
    await table.addColumn(column, 'text', withDefault('')).execute();
  for (const column of ['latitude', 'longitude']) await table.addColumn(column, 'double precision').execute();
  await table.addColumn('attributes', 'text', withDefault('{}')).execute();
  await table.addColumn('location', 'bigint', maybeTo('location')).execute();
  await index(db, 'inventory_device', ['location']);
}

async function parameter(db: AnyDatabase, engine: Engine): Promise<void> {
  await tableWithId(db, engine, 'inventory_group').addColumn('name', 'text', required).execute();
  await unique(db, 'inventory_group', ['name']);
  const table = db.schema.alterTable('inventory_parameter');
  await table.addColumn('description', 'text', withDefault('')).execute();
  for (const column of ['options', 'default_value']) await table.addColumn(column, 'text').execute();
  for (const column of ['required', 'writable']) await table.addColumn(column, 'integer', withDefault(0)).execute();
  await table.addColumn('group', 'bigint', maybeTo('inventory_group')).execute();
  await sql`insert into inventory_group (name)
    select distinct group_name from inventory_parameter where group_name is not null`.execute(db);
  await sql`update inventory_parameter
    set "group" = (select g.id from inventory_group g where g.name = group_name)`.execute(db);
  await table.dropColumn('group_name').execute();
  await db.schema.alterTable('inventory_metric').addColumn('description', 'text', withDefault('')).execute();
}

async function setting(db: AnyDatabase): Promise<void> {
  const table = db.schema.alterTable('inventory_setting');
  for (const column of ['wanted', 'state', 'error_code', 'error_message']) await table.addColumn(column, 'text').execute();
  await table.addColumn('applied_at', 'bigint').execute();
}

async function category(db: AnyDatabase, engine: Engine): Promise<void> {
  await tableWithId(db, engine, 'dnsfilter_category')
    .addColumn('organization', 'bigint', to('organization'))
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', withDefault(''))
    .addColumn('action', 'text')
    .addColumn('redirect_ip', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute();
  await unique(db, 'dnsfilter_category', ['organization', 'name']);
  await db.schema
    .createTable('dnsfilter_category_host')
    .addColumn('category', 'bigint', to('dnsfilter_category', 'cascade'))
    .addColumn('host', 'text', required)
    .addPrimaryKeyConstraint('dnsfilter_category_host_key', ['host', 'category'])
    .execute();
  await index(db, 'dnsfilter_category_host', ['category']);
}

async function rule(db: AnyDatabase, engine: Engine): Promise<void> {
  await tableWithId(db, engine, 'dnsfilter_rule')
    .addColumn('organization', 'bigint', to('organization'))
    .addColumn('name', 'text', required)
    .addColumn('host', 'text')
    .addColumn('category', 'bigint', maybeTo('dnsfilter_category', 'restrict'))
    .addColumn('subnet', 'text')
    .addColumn('action', 'text', required)
    .addColumn('redirect_ip', 'text')
    .addColumn('reason', 'text')
    .addColumn('is_active', 'integer', withDefault(1))
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute();
  await unique(db, 'dnsfilter_rule', ['organization', 'name']);
  await index(db, 'dnsfilter_rule', ['organization', 'host']);
  await index(db, 'dnsfilter_rule', ['category']);
}

async function check(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('dnsfilter_check')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization', 'bigint', to('organization'))
    .addColumn('user', 'bigint', maybeTo('user'))
    .addColumn('hostname', 'text', required)
    .addColumn('client_ip', 'text')
    .addColumn('action', 'text', required)
    .addColumn('category', 'text')
    .addColumn('rule', 'bigint')
    .addColumn('acl', 'text')
    .addColumn('subnet', 'text')
    .addColumn('redirect_ip', 'text')
    .addColumn('reason', 'text')
    .addColumn('created_at', 'bigint', required)
    .execute();
  await index(db, 'dnsfilter_check', ['organization', 'created_at']);
}
