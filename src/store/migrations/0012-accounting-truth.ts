import { sql } from 'kysely';
import { index, required, tableWithId, to, type AnyDatabase, type Engine, type Step } from '../ddl.ts';

/** What accounting needs to stay true: earlier sessions under used identifiers, silence, and packets that are of no session. */
export const accountingTruth: Step = (engine) => ({
  async up(db: AnyDatabase) {
    await db.schema.alterTable('aaa_accounting').addColumn('heard_at', 'bigint').execute();
    // Of rows that were taken out of use only, so no packet of a live session pays for it.
    await sql`create index aaa_accounting_earlier on aaa_accounting (client, acctuniqueid, acctstarttime)
      where is_current = 0`.execute(db);
    // Which device a NAS is.
    for (const column of ['ip_address', 'mac_address']) await index(db, 'inventory_device', [column]);
    await packet(db, engine);
  },
});

async function packet(db: AnyDatabase, engine: Engine): Promise<void> {
  await tableWithId(db, engine, 'aaa_packet')
    .addColumn('organization', 'bigint', to('organization', 'cascade'))
    .addColumn('datetime', 'bigint', required)
    .addColumn('client', 'bigint', required)
    .addColumn('client_name', 'text', required)
    .addColumn('source', 'text', required)
    .addColumn('acctstatustype', 'text')
    .addColumn('acctsessionid', 'text')
    .addColumn('username', 'text')
    .addColumn('nasipaddress', 'text', required)
    .addColumn('attributes', 'text', required)
    .execute();
  const inOrder = ['datetime', 'id'];
  await index(db, 'aaa_packet', ['organization', ...inOrder]);
  for (const leading of [[], ['client']]) await index(db, 'aaa_packet', [...leading, ...inOrder, 'organization']);
}
