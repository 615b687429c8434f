import { createVersionTriggers, type MigrationStep } from './ddl.ts';

/** Adds where EAP of the users of an upstream ends. */
export const terminatedEap: MigrationStep = (engine) => ({
  async up(db) {
    await db.schema
      .alterTable('aaa_upstream')
      .addColumn('eap', 'text', (column) => column.notNull().defaultTo('proxied'))
      .execute();
    const statusColumns = ['state', 'state_since', 'last_error', 'signs'];
    await createVersionTriggers(db, engine, { table: 'aaa_upstream', statusColumns });
  },
});
