import { sql, type CreateTableBuilder } from 'kysely';
import {
  createIndex,
  nullableForeignKey,
  notNull,
  createTableWithId,
  foreignKey,
  createUniqueIndex,
  notNullWithDefault,
  addPrimaryKey,
  type AnyDatabase,
  type Engine,
  type MigrationStep,
} from './ddl.ts';

/** RADIUS clients and the accounting of sessions (FreeRADIUS' `radacct`, with what we resolve beside it). */
export const aaa: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    await client(db, engine);
    await accounting(db, engine);
  },
});

async function client(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'aaa_client')
    .addColumn('organization', 'bigint', foreignKey('organization'))
    .addColumn('name', 'text', notNull)
    .addColumn('address', 'text', notNull)
    .addColumn('secret', 'text', notNull)
    .addColumn('nas_identifier', 'text')
    .addColumn('description', 'text', notNullWithDefault(''))
    .addColumn('require_message_authenticator', 'text', notNullWithDefault('auto'))
    .addColumn('limit_proxy_state', 'text', notNullWithDefault('auto'))
    .addColumn('coa_port', 'integer', notNullWithDefault(3799))
    .addColumn('is_active', 'integer', notNullWithDefault(1))
    .addColumn('last_seen', 'bigint')
    .addColumn('weak_since', 'bigint')
    .addColumn('created', 'bigint', notNull)
    .addColumn('last_change', 'bigint', notNull)
    .execute();
  await createUniqueIndex(db, 'aaa_client', ['address']);
  await createUniqueIndex(db, 'aaa_client', ['organization', 'name']);
}

const texts = [
  'realm',
  'nasidentifier',
  'nasportid',
  'nasporttype',
  'acctauthentic',
  'connectinfo_start',
  'connectinfo_stop',
  'calledstationid',
  'callingstationid',
  'acctterminatecause',
  'servicetype',
  'framedprotocol',
  'framedipaddress',
  'framedipv6address',
  'framedipv6prefix',
  'framedinterfaceid',
  'delegatedipv6prefix',
  'class',
  'acctmultisessionid',
];
const numbers = [
  'acctstarttime',
  'acctupdatetime',
  'acctstoptime',
  'acctinterval',
  'acctsessiontime',
  'counters_at',
  'acctinputoctets',
  'acctoutputoctets',
  'access_point',
  'location',
];

async function accounting(db: AnyDatabase, engine: Engine): Promise<void> {
  let table: CreateTableBuilder<string> = addPrimaryKey(
    db.schema.createTable('aaa_accounting'),
    engine,
    'radacctid',
  )
    .addColumn('organization', 'bigint', foreignKey('organization'))
    .addColumn('client', 'bigint', foreignKey('aaa_client'))
    .addColumn('user', 'bigint', nullableForeignKey('user'))
    .addColumn('is_current', 'integer', notNullWithDefault(1))
    .addColumn('stop_is_guess', 'integer', notNullWithDefault(0))
    .addColumn('acctsessionid', 'text', notNull)
    .addColumn('acctuniqueid', 'text', notNull)
    .addColumn('username', 'text')
    .addColumn('nasipaddress', 'text', notNull)
    .addColumn('attributes', engine === 'sqlite' ? 'blob' : 'bytea');
  for (const column of texts) table = table.addColumn(column, 'text');
  for (const column of numbers) table = table.addColumn(column, 'bigint');
  await table.execute();
  // One current row for each session of a client: what every packet of that session is merged into.
  await db.schema
    .createIndex('aaa_accounting_session_key')
    .unique()
    .on('aaa_accounting')
    .columns(['client', 'acctuniqueid'])
    .where(sql.ref('is_current'), '=', 1)
    .execute();
  await createIndex(db, 'aaa_accounting', ['acctstarttime', 'radacctid']);
  await createIndex(db, 'aaa_accounting', ['username', 'acctstarttime']);
  // What Accounting-On and Accounting-Off close.
  await db.schema
    .createIndex('aaa_accounting_open')
    .on('aaa_accounting')
    .columns(['client', 'nasipaddress'])
    .where(sql.ref('acctstoptime'), 'is', null)
    .execute();
}
