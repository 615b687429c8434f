import type { CreateTableBuilder } from 'kysely';
import {
  index,
  maybeTo,
  required,
  tableWithId,
  to,
  unique,
  withDefault,
  withKey,
  type AnyDatabase,
  type Engine,
  type Step,
} from '../ddl.ts';

/** RADIUS clients and the accounting of sessions (FreeRADIUS' `radacct`, with what we resolve beside it). */
export const aaa: Step = (engine) => ({
  async up(db: AnyDatabase) {
    await client(db, engine);
    await accounting(db, engine);
  },
});

async function client(db: AnyDatabase, engine: Engine): Promise<void> {
  await tableWithId(db, engine, 'aaa_client')
    .addColumn('organization', 'bigint', to('organization'))
    .addColumn('name', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('secret', 'text', required)
    .addColumn('nas_identifier', 'text')
    .addColumn('description', 'text', withDefault(''))
    .addColumn('require_message_authenticator', 'text', withDefault('auto'))
    .addColumn('limit_proxy_state', 'text', withDefault('auto'))
    .addColumn('coa_port', 'integer', withDefault(3799))
    .addColumn('is_active', 'integer', withDefault(1))
    .addColumn('last_seen', 'bigint')
    .addColumn('weak_since', 'bigint')
    .addColumn('created', 'bigint', required)
    .addColumn('last_change', 'bigint', required)
    .execute();
  await unique(db, 'aaa_client', ['address']);
  await unique(db, 'aaa_client', ['organization', 'name']);
}

const texts = [
  ...['realm', 'nasidentifier', 'nasportid', 'nasporttype', 'acctauthentic', 'connectinfo_start', 'connectinfo_stop'],
  ...['calledstationid', 'callingstationid', 'acctterminatecause', 'servicetype', 'framedprotocol', 'framedipaddress'],
  ...['framedipv6address', 'framedipv6prefix', 'framedinterfaceid', 'delegatedipv6prefix', 'class', 'acctmultisessionid'],
];
const numbers = [
  ...['acctstarttime', 'acctupdatetime', 'acctstoptime', 'acctinterval', 'acctsessiontime', 'counters_at'],
  ...['acctinputoctets', 'acctoutputoctets', 'access_point', 'location'],
];

async function accounting(db: AnyDatabase, engine: Engine): Promise<void> {
  let table: CreateTableBuilder<string> = withKey(db.schema.createTable('aaa_accounting'), engine, 'radacctid')
    .addColumn('organization', 'bigint', to('organization'))
    .addColumn('client', 'bigint', to('aaa_client'))
    .addColumn('user', 'bigint', maybeTo('user'))
    .addColumn('is_current', 'integer', withDefault(1))
    .addColumn('stop_is_guess', 'integer', withDefault(0))
    .addColumn('acctsessionid', 'text', required)
    .addColumn('acctuniqueid', 'text', required)
    .addColumn('username', 'text')
    .addColumn('nasipaddress', 'text', required)
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
    .where('is_current' as never, '=', 1)
    .execute();
  await index(db, 'aaa_accounting', ['acctstarttime', 'radacctid']);
  await index(db, 'aaa_accounting', ['username', 'acctstarttime']);
  // What Accounting-On and Accounting-Off close.
  await db.schema
    .createIndex('aaa_accounting_open')
    .on('aaa_accounting')
    .columns(['client', 'nasipaddress'])
    .where('acctstoptime' as never, 'is', null)
    .execute();
}
