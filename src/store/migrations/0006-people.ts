import { sql, type CreateTableBuilder } from 'kysely';
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

/** Who uses the network and where: profiles, what is known of users, vouchers, locations, apps, and the portal's log. */
export const accountTables: MigrationStep = (engine) => ({
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
  },
});

async function profile(db: AnyDatabase, engine: Engine): Promise<void> {
  await stamped(createTableWithId(db, engine, 'aaa_profile'))
    .addColumn('organization', 'bigint', foreignKey('organization'))
    .addColumn('name', 'text', notNull)
    .addColumn('description', 'text', notNullWithDefault(''))
    .addColumn('reply_attributes', 'text', notNull)
    .addColumn('check_attributes', 'text', notNull)
    .execute();
  await createUniqueIndex(db, 'aaa_profile', ['organization', 'name']);
}

async function user(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('user')
    .addColumn('profile', 'bigint', nullableForeignKey('aaa_profile', 'restrict'))
    .execute();
  for (const column of [
    'reversible_password',
    'external_id',
    'klass',
    'email',
    'first_name',
    'last_name',
    'attributes',
  ])
    await db.schema.alterTable('user').addColumn(column, 'text').execute();
  for (const column of ['expiration', 'last_login'])
    await db.schema.alterTable('user').addColumn(column, 'bigint').execute();
  await createUniqueIndex(db, 'user', ['id', 'organization']);
  for (const column of ['profile', 'external_id', 'email']) await createIndex(db, 'user', [column]);
}

/** A `network` token opens nothing in the API, so it has no hash. SQLite cannot take NOT NULL off a column: another takes its place. */
async function userToken(db: AnyDatabase, engine: Engine): Promise<void> {
  const change = () => db.schema.alterTable('user_token');
  await change().addColumn('kind', 'text', notNullWithDefault('api')).execute();
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
  await createUniqueIndex(db, 'user_token', ['token_hash']);
}

const extras = [
  'gender',
  'age_range',
  'birthday',
  'address',
  'city',
  'state',
  'country',
  'hometown',
  'telephone',
  'company',
  'title',
  'tax_id',
  'passport_number',
  'country_id',
  'custom1',
  'custom2',
  'custom3',
  'custom4',
  'custom5',
  'custom6',
  'custom7',
  'custom8',
];

async function userExtra(db: AnyDatabase, engine: Engine): Promise<void> {
  const table = stamped(createTableWithId(db, engine, 'user_extra'))
    .addColumn('organization', 'bigint', notNull)
    .addColumn('parent', 'bigint', notNull)
    // over both columns, so that the record moves with its user
    .addForeignKeyConstraint(
      'user_extra_parent',
      ['parent', 'organization'],
      'user',
      ['id', 'organization'],
      (key) => key.onDelete('cascade').onUpdate('cascade'),
    );
  await withTexts(table, extras).execute();
  await createUniqueIndex(db, 'user_extra', ['parent']);
  await createIndex(db, 'user_extra', ['organization']);
}

async function location(db: AnyDatabase, engine: Engine): Promise<void> {
  await placed(createTableWithId(db, engine, 'location'))
    .addColumn('parent', 'bigint', nullableForeignKey('location', 'restrict'))
    .execute();
  for (const columns of [['organization'], ['parent'], ['last_change', 'id']])
    await createIndex(db, 'location', columns);
}

async function accessPoint(db: AnyDatabase, engine: Engine): Promise<void> {
  const table = placed(createTableWithId(db, engine, 'access_point')).addColumn(
    'location',
    'bigint',
    nullableForeignKey('location', 'restrict'),
  );
  await withTexts(table, ['mac', 'ssid', 'identifier', 'ip', 'vendor', 'model']).execute();
  await createUniqueIndex(db, 'access_point', ['organization', 'mac']);
  for (const columns of [['location'], ['mac'], ['last_change', 'id']])
    await createIndex(db, 'access_point', columns);
}

const identifiers = ['generic_id', 'imei', 'imsi', 'iccid', 'mac', 'number'];

async function appDevice(db: AnyDatabase, engine: Engine): Promise<void> {
  const table = stamped(createTableWithId(db, engine, 'device_app_device'))
    .addColumn('device_id', 'text', notNull)
    .addColumn('organization', 'bigint', foreignKey('organization'))
    .addColumn('identity', 'text', notNull)
    .addColumn('user', 'bigint', nullableForeignKey('user'))
    .addColumn('os_api_level', 'integer');
  await withTexts(table, [
    ...identifiers,
    'os_family',
    'os_version',
    'home_mcc',
    'home_mnc',
    'carrier',
    'device_type',
    'vendor',
    'model',
    'app_name',
    'app_version',
    'push_key',
    'external_id',
    'klass',
  ]).execute();
  await createUniqueIndex(db, 'device_app_device', ['device_id']);
  await createUniqueIndex(db, 'device_app_device', ['organization', 'identity']);
  await createIndex(db, 'device_app_device', ['user']);
  for (const column of identifiers)
    await createIndex(db, 'device_app_device', ['organization', column]);
}

async function appConnection(db: AnyDatabase, engine: Engine): Promise<void> {
  let table = coordinates(createTableWithId(db, engine, 'device_app_connection_log'))
    .addColumn('organization', 'bigint', foreignKey('organization'))
    .addColumn('device', 'bigint', foreignKey('device_app_device', 'cascade'))
    .addColumn('network_type', 'text', notNull)
    .addColumn('network_security', 'text', notNull)
    .addColumn('start_datetime', 'bigint', notNull)
    .addColumn('end_datetime', 'bigint', notNull)
    .addColumn('created', 'bigint', notNull);
  for (const column of ['roaming', 'rssi', 'sinr']) table = table.addColumn(column, 'integer');
  for (const column of ['bytes_in', 'bytes_out']) table = table.addColumn(column, 'bigint');
  table = table.addColumn('link_speed', 'double precision');
  await withTexts(table, ['network_name', 'bssid', 'cell_id', 'mcc', 'mnc']).execute();
  await createIndex(db, 'device_app_connection_log', ['organization', 'start_datetime']);
  await createIndex(db, 'device_app_connection_log', ['device', 'start_datetime']);
}

async function appTest(db: AnyDatabase, engine: Engine): Promise<void> {
  await coordinates(createTableWithId(db, engine, 'device_app_test_report'))
    .addColumn('organization', 'bigint', foreignKey('organization'))
    .addColumn('device', 'bigint', nullableForeignKey('device_app_device', 'cascade'))
    .addColumn('network_name', 'text')
    .addColumn('network_type', 'text', notNull)
    .addColumn('test_type', 'text', notNull)
    .addColumn('destination', 'text', notNull)
    .addColumn('value', 'double precision', notNull)
    .addColumn('unit', 'text', notNull)
    .addColumn('count', 'integer', notNull)
    .addColumn('datetime', 'bigint', notNull)
    .addColumn('created', 'bigint', notNull)
    .execute();
  await createIndex(db, 'device_app_test_report', ['organization', 'datetime']);
  await createIndex(db, 'device_app_test_report', ['device', 'datetime']);
}

async function portalLog(db: AnyDatabase, engine: Engine): Promise<void> {
  const table = createTableWithId(db, engine, 'txlog_portal')
    .addColumn('organization', 'bigint', foreignKey('organization'))
    .addColumn('datetime', 'bigint', notNull)
    .addColumn('type', 'text', notNull)
    .addColumn('status', 'integer', notNull)
    .addColumn('detail', 'text', notNullWithDefault(''))
    .addColumn('user', 'bigint', nullableForeignKey('user'))
    .addColumn('page', 'bigint')
    .addColumn('access_point', 'bigint', nullableForeignKey('access_point'))
    .addColumn('location', 'bigint', nullableForeignKey('location'));
  await withTexts(table, ['username', 'mac', 'ip', 'user_agent', 'session_id']).execute();
  await createIndex(db, 'txlog_portal', ['datetime', 'id']);
  for (const column of ['user', 'access_point', 'location', 'type'])
    await createIndex(db, 'txlog_portal', [column, 'datetime', 'id']);
}

/** What accounting is asked for by, and what the deletion of a user or a client looks for. */
async function accountingFilters(db: AnyDatabase): Promise<void> {
  await createIndex(db, 'aaa_accounting', ['client', 'acctstarttime', 'radacctid']);
  for (const column of ['user', 'access_point', 'location']) {
    await db.schema
      .createIndex(`aaa_accounting_${column}_acctstarttime_radacctid`)
      .on('aaa_accounting')
      .columns([column, 'acctstarttime', 'radacctid'])
      .where(sql.ref(column), 'is not', null)
      .execute();
  }
}

function stamped(table: CreateTableBuilder<string>): CreateTableBuilder<string> {
  return table.addColumn('created', 'bigint', notNull).addColumn('last_change', 'bigint', notNull);
}

function coordinates(table: CreateTableBuilder<string>): CreateTableBuilder<string> {
  return table.addColumn('latitude', 'double precision').addColumn('longitude', 'double precision');
}

function withTexts(
  table: CreateTableBuilder<string>,
  columns: readonly string[],
): CreateTableBuilder<string> {
  return columns.reduce((grown, column) => grown.addColumn(column, 'text'), table);
}

/** Adds the columns that locations and access points share. */
function placed(table: CreateTableBuilder<string>): CreateTableBuilder<string> {
  const named = stamped(coordinates(table))
    .addColumn('organization', 'bigint', foreignKey('organization'))
    .addColumn('name', 'text', notNull)
    .addColumn('description', 'text', notNullWithDefault(''))
    .addColumn('is_active', 'integer', notNullWithDefault(1));
  return withTexts(named, ['address', 'city', 'state', 'postal_code', 'country']);
}
