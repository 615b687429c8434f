import { sql, type CreateTableBuilder } from 'kysely';
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

/** Who uses the network and where: profiles, what is known of users, vouchers, locations, apps, and the portal's log. */
export const people: Step = (engine) => ({
  async up(db: AnyDatabase) {
    await profile(db, engine);
    await user(db);
    await userToken(db, engine);
    await userExtra(db, engine);
    await location(db, engine);
    await accessPoint(db, engine);
    await appDevice(db, engine);
    await appConnection(db, engine);
    await appTest(db, engine);
    await portalLog(db, engine);
    await accountingFilters(db);
    for (const [name, select] of Object.entries(viewsFor(engine)))
      await sql`create view ${sql.ref(name)} as ${sql.raw(select)}`.execute(db);
  },
});

async function profile(db: AnyDatabase, engine: Engine): Promise<void> {
  await stamped(tableWithId(db, engine, 'aaa_profile'))
    .addColumn('organization', 'bigint', to('organization'))
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', withDefault(''))
    .addColumn('reply_attributes', 'text', required)
    .addColumn('check_attributes', 'text', required)
    .execute();
  await unique(db, 'aaa_profile', ['organization', 'name']);
}

async function user(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('user').addColumn('profile', 'bigint', maybeTo('aaa_profile', 'restrict')).execute();
  for (const column of ['reversible_password', 'external_id', 'klass', 'email', 'first_name', 'last_name', 'attributes'])
    await db.schema.alterTable('user').addColumn(column, 'text').execute();
  for (const column of ['expiration', 'last_login']) await db.schema.alterTable('user').addColumn(column, 'bigint').execute();
  await unique(db, 'user', ['id', 'organization']);
  for (const column of ['profile', 'external_id', 'email']) await index(db, 'user', [column]);
}

/** A `network` token opens nothing in the API, so it has no hash. SQLite cannot take NOT NULL off a column: another takes its place. */
async function userToken(db: AnyDatabase, engine: Engine): Promise<void> {
  const change = () => db.schema.alterTable('user_token');
  await change().addColumn('kind', 'text', withDefault('api')).execute();
  await change().addColumn('time', 'bigint').execute();
  if (engine === 'postgres') {
    await change()
      .alterColumn('token_hash', (column) => column.dropNotNull())
      .execute();
    return;
  }
  await change().addColumn('hash', 'text').execute();
  await sql`update user_token set hash = token_hash`.execute(db);
  await db.schema.dropIndex('user_token_token_hash_key').execute();
  await change().dropColumn('token_hash').execute();
  await change().renameColumn('hash', 'token_hash').execute();
  await unique(db, 'user_token', ['token_hash']);
}

const extras = [
  ...['gender', 'age_range', 'birthday', 'address', 'city', 'state', 'country', 'hometown', 'telephone', 'company', 'title'],
  ...['tax_id', 'passport_number', 'country_id'],
  ...['custom1', 'custom2', 'custom3', 'custom4', 'custom5', 'custom6', 'custom7', 'custom8'],
];

async function userExtra(db: AnyDatabase, engine: Engine): Promise<void> {
  const table = stamped(tableWithId(db, engine, 'user_extra'))
    .addColumn('organization', 'bigint', required)
    .addColumn('parent', 'bigint', required)
    // over both columns, so that the record moves with its user
    .addForeignKeyConstraint('user_extra_parent', ['parent', 'organization'], 'user', ['id', 'organization'], (key) =>
      key.onDelete('cascade').onUpdate('cascade'),
    );
  await withTexts(table, extras).execute();
  await unique(db, 'user_extra', ['parent']);
  await index(db, 'user_extra', ['organization']);
}

async function location(db: AnyDatabase, engine: Engine): Promise<void> {
  await placed(tableWithId(db, engine, 'location'))
    .addColumn('parent', 'bigint', maybeTo('location', 'restrict'))
    .execute();
  for (const columns of [['organization'], ['parent'], ['last_change', 'id']]) await index(db, 'location', columns);
}

async function accessPoint(db: AnyDatabase, engine: Engine): Promise<void> {
  const table = placed(tableWithId(db, engine, 'access_point')).addColumn('location', 'bigint', maybeTo('location', 'restrict'));
  await withTexts(table, ['mac', 'ssid', 'identifier', 'ip', 'vendor', 'model']).execute();
  await unique(db, 'access_point', ['organization', 'mac']);
  for (const columns of [['location'], ['mac'], ['last_change', 'id']]) await index(db, 'access_point', columns);
}

const identifiers = ['generic_id', 'imei', 'imsi', 'iccid', 'mac', 'number'];

async function appDevice(db: AnyDatabase, engine: Engine): Promise<void> {
  const table = stamped(tableWithId(db, engine, 'device_app_device'))
    .addColumn('device_id', 'text', required)
    .addColumn('organization', 'bigint', to('organization'))
    .addColumn('identity', 'text', required)
    .addColumn('user', 'bigint', maybeTo('user'))
    .addColumn('os_api_level', 'integer');
  await withTexts(table, [
    ...identifiers,
    ...['os_family', 'os_version', 'home_mcc', 'home_mnc', 'carrier', 'device_type', 'vendor', 'model'],
    ...['app_name', 'app_version', 'push_key', 'external_id', 'klass'],
  ]).execute();
  await unique(db, 'device_app_device', ['device_id']);
  await unique(db, 'device_app_device', ['organization', 'identity']);
  await index(db, 'device_app_device', ['user']);
  for (const column of identifiers) await index(db, 'device_app_device', ['organization', column]);
}

async function appConnection(db: AnyDatabase, engine: Engine): Promise<void> {
  let table = coordinates(tableWithId(db, engine, 'device_app_connection_log'))
    .addColumn('organization', 'bigint', to('organization'))
    .addColumn('device', 'bigint', to('device_app_device', 'cascade'))
    .addColumn('network_type', 'text', required)
    .addColumn('network_security', 'text', required)
    .addColumn('start_datetime', 'bigint', required)
    .addColumn('end_datetime', 'bigint', required)
    .addColumn('created', 'bigint', required);
  for (const column of ['roaming', 'rssi', 'sinr']) table = table.addColumn(column, 'integer');
  for (const column of ['bytes_in', 'bytes_out']) table = table.addColumn(column, 'bigint');
  table = table.addColumn('link_speed', 'double precision');
  await withTexts(table, ['network_name', 'bssid', 'cell_id', 'mcc', 'mnc']).execute();
  await index(db, 'device_app_connection_log', ['organization', 'start_datetime']);
  await index(db, 'device_app_connection_log', ['device', 'start_datetime']);
}

async function appTest(db: AnyDatabase, engine: Engine): Promise<void> {
  await coordinates(tableWithId(db, engine, 'device_app_test_report'))
    .addColumn('organization', 'bigint', to('organization'))
    .addColumn('device', 'bigint', maybeTo('device_app_device', 'cascade'))
    .addColumn('network_name', 'text')
    .addColumn('network_type', 'text', required)
    .addColumn('test_type', 'text', required)
    .addColumn('destination', 'text', required)
    .addColumn('value', 'double precision', required)
    .addColumn('unit', 'text', required)
    .addColumn('count', 'integer', required)
    .addColumn('datetime', 'bigint', required)
    .addColumn('created', 'bigint', required)
    .execute();
  await index(db, 'device_app_test_report', ['organization', 'datetime']);
  await index(db, 'device_app_test_report', ['device', 'datetime']);
}

async function portalLog(db: AnyDatabase, engine: Engine): Promise<void> {
  const table = tableWithId(db, engine, 'txlog_portal')
    .addColumn('organization', 'bigint', to('organization'))
    .addColumn('datetime', 'bigint', required)
    .addColumn('type', 'text', required)
    .addColumn('status', 'integer', required)
    .addColumn('detail', 'text', withDefault(''))
    .addColumn('user', 'bigint', maybeTo('user'))
    .addColumn('page', 'bigint')
    .addColumn('access_point', 'bigint', maybeTo('access_point'))
    .addColumn('location', 'bigint', maybeTo('location'));
  await withTexts(table, ['username', 'mac', 'ip', 'user_agent', 'session_id']).execute();
  await index(db, 'txlog_portal', ['datetime', 'id']);
  for (const column of ['user', 'access_point', 'location', 'type']) await index(db, 'txlog_portal', [column, 'datetime', 'id']);
}

/** What accounting is asked for by, and what the deletion of a user or a client looks for. */
async function accountingFilters(db: AnyDatabase): Promise<void> {
  await index(db, 'aaa_accounting', ['client', 'acctstarttime', 'radacctid']);
  for (const column of ['user', 'access_point', 'location']) {
    await db.schema
      .createIndex(`aaa_accounting_${column}_acctstarttime_radacctid`)
      .on('aaa_accounting')
      .columns([column, 'acctstarttime', 'radacctid'])
      .where(column as never, 'is not', null)
      .execute();
  }
}

function stamped(table: CreateTableBuilder<string>): CreateTableBuilder<string> {
  return table.addColumn('created', 'bigint', required).addColumn('last_change', 'bigint', required);
}

function coordinates(table: CreateTableBuilder<string>): CreateTableBuilder<string> {
  return table.addColumn('latitude', 'double precision').addColumn('longitude', 'double precision');
}

function withTexts(table: CreateTableBuilder<string>, columns: readonly string[]): CreateTableBuilder<string> {
  return columns.reduce((grown, column) => grown.addColumn(column, 'text'), table);
}

/** What locations and access points have in common. */
function placed(table: CreateTableBuilder<string>): CreateTableBuilder<string> {
  const named = stamped(coordinates(table))
    .addColumn('organization', 'bigint', to('organization'))
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', withDefault(''))
    .addColumn('is_active', 'integer', withDefault(1));
  return withTexts(named, ['address', 'city', 'state', 'postal_code', 'country']);
}

function viewsFor(engine: Engine): Readonly<Record<string, string>> {
  const object = engine === 'sqlite' ? 'json_object' : 'json_build_object';
  const json = (column: string) => (engine === 'sqlite' ? `json(${column})` : `cast(${column} as json)`);
  return {
    user_view: `
      select u.*, o.name as organization_name,
        case when p.id is not null then ${object}('id', p.id, 'name', p.name, 'description', p.description,
          'reply_attributes', ${json('p.reply_attributes')}, 'check_attributes', ${json('p.check_attributes')}) end as profile_detail
      from "user" u join organization o on o.id = u.organization left join aaa_profile p on p.id = u.profile`,
    user_token_view: `
      select t.id, t.kind, t."user", u.username, u.organization, o.name as organization_name, t.name, u.profile, u.external_id,
        u.klass, t.time, t.read_only, t.last_used, t.created,
        case t.kind when 'network' then u.username end as code,
        case t.kind when 'network' then u.expiration else t.expiration end as expiration,
        case t.kind when 'network' then u.is_active else t.is_active end as is_active
      from user_token t join "user" u on u.id = t."user" join organization o on o.id = u.organization`,
    user_extra_view: `
      select e.*, o.name as organization_name from user_extra e join organization o on o.id = e.organization`,
    access_device_view: 'select a.*, a.id as access_point from access_point a',
  };
}
