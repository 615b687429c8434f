import { required, tableWithId, to, unique, withDefault, type AnyDatabase, type Step } from '../ddl.ts';

/** RADIUS servers that requests are passed on to, and by which of them a login was decided. */
export const upstreams: Step = (engine) => ({
  async up(db: AnyDatabase) {
    let table = tableWithId(db, engine, 'aaa_upstream')
      .addColumn('organization', 'bigint', to('organization'))
      .addColumn('name', 'text', required)
      .addColumn('address', 'text', required);
    for (const [column, initial] of ports) table = table.addColumn(column, 'integer', withDefault(initial));
    table = table.addColumn('transport', 'text', withDefault('udp'));
    for (const column of texts) table = table.addColumn(column, 'text');
    for (const [column, initial] of flags) table = table.addColumn(column, 'integer', withDefault(initial));
    await table
      .addColumn('priority', 'integer', withDefault(1))
      .addColumn('description', 'text', withDefault(''))
      .addColumn('state', 'text', withDefault('unknown'))
      .addColumn('state_since', 'bigint')
      .addColumn('created', 'bigint', required)
      .addColumn('last_change', 'bigint', required)
      .execute();
    await unique(db, 'aaa_upstream', ['organization', 'name']);
    await db.schema.alterTable('aaa_decision').addColumn('upstream', 'text').execute();
  },
});

const ports = [
  ['auth_port', 1812],
  ['acct_port', 1813],
  ['tls_port', 2083],
] as const;
const texts = ['secret', 'realm', 'tls_ca', 'tls_certificate', 'tls_key', 'tls_server_name', 'last_error'];
const flags = [
  ['strip_realm', 0],
  ['handles_authentication', 1],
  ['handles_accounting', 0],
  ['portal_accounting', 0],
  ['is_active', 1],
] as const;
