import { createVersionTriggers, type MigrationStep } from './ddl.ts';

/** Adds the methods of EAP that clients, by network, and profiles permit. */
export const eapMethods: MigrationStep = (engine) => ({
  async up(db) {
    for (const table of ['aaa_client', 'aaa_profile'])
      await db.schema
        .alterTable(table)
        .addColumn('eap_methods', 'text', (column) => column.notNull().defaultTo('[]'))
        .execute();
    const statusColumns = ['last_seen', 'weak_since', 'accepts_coa', 'accepts_disconnect'];
    await createVersionTriggers(db, engine, { table: 'aaa_client', statusColumns });
  },
});
