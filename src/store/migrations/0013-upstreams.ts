import {
  notNull,
  createTableWithId,
  foreignKey,
  createUniqueIndex,
  notNullWithDefault,
  type AnyDatabase,
  type MigrationStep,
} from './ddl.ts';

/** RADIUS servers that requests are passed on to, and by which of them a login was decided. */
export const upstreams: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    let table = createTableWithId(db, engine, 'aaa_upstream')
      .addColumn('organization', 'bigint', foreignKey('organization'))
      .addColumn('name', 'text', notNull)
      .addColumn('address', 'text', notNull);
    for (const [column, initial] of ports)
      table = table.addColumn(column, 'integer', notNullWithDefault(initial));
    table = table.addColumn('transport', 'text', notNullWithDefault('udp'));
    for (const column of texts) table = table.addColumn(column, 'text');
    for (const [column, initial] of flags)
      table = table.addColumn(column, 'integer', notNullWithDefault(initial));
    await table
      .addColumn('priority', 'integer', notNullWithDefault(1))
      .addColumn('description', 'text', notNullWithDefault(''))
      .addColumn('state', 'text', notNullWithDefault('unknown'))
      .addColumn('state_since', 'bigint')
      .addColumn('created', 'bigint', notNull)
      .addColumn('last_change', 'bigint', notNull)
      .execute();
    await createUniqueIndex(db, 'aaa_upstream', ['organization', 'name']);
    await db.schema.alterTable('aaa_decision').addColumn('upstream', 'text').execute();
  },
});

const ports = [
  ['auth_port', 1812],
  ['acct_port', 1813],
  ['tls_port', 2083],
] as const;
const texts = [
  'secret',
  'realm',
  'tls_ca',
  'tls_certificate',
  'tls_key',
  'tls_server_name',
  'last_error',
];
const flags = [
  ['strip_realm', 0],
  ['handles_authentication', 1],
  ['handles_accounting', 0],
  ['portal_accounting', 0],
  ['is_active', 1],
] as const;
