import { sql } from 'kysely';
import {
  createIndex,
  notNull,
  createTableWithId,
  foreignKey,
  type AnyDatabase,
  type Engine,
  type MigrationStep,
} from './ddl.ts';

/** Consistent accounting: reused session identifiers, silent sessions, and packets without a session. */
export const accountingConsistency: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    await db.schema.alterTable('aaa_accounting').addColumn('heard_at', 'bigint').execute();
    // Of rows that were taken out of use only, so no packet of a live session pays for it.
    await sql`create index aaa_accounting_earlier on aaa_accounting (client, acctuniqueid, acctstarttime)
      where is_current = 0`.execute(db);
    // Which device a NAS is.
    for (const column of ['ip_address', 'mac_address'])
      await createIndex(db, 'inventory_device', [column]);
    await packet(db, engine);
  },
});

async function packet(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'aaa_packet')
    .addColumn('organization', 'bigint', foreignKey('organization', 'cascade'))
    .addColumn('datetime', 'bigint', notNull)
    .addColumn('client', 'bigint', notNull)
    .addColumn('client_name', 'text', notNull)
    .addColumn('source', 'text', notNull)
    .addColumn('acctstatustype', 'text')
    .addColumn('acctsessionid', 'text')
    .addColumn('username', 'text')
    .addColumn('nasipaddress', 'text', notNull)
    .addColumn('attributes', 'text', notNull)
    .execute();
  const inOrder = ['datetime', 'id'];
  await createIndex(db, 'aaa_packet', ['organization', ...inOrder]);
  for (const leading of [[], ['client']])
    await createIndex(db, 'aaa_packet', [...leading, ...inOrder, 'organization']);
}
