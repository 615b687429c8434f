import { createVersionTriggers, type MigrationStep } from './ddl.ts';

/** Adds groups of NASes, and to a decision the reply items with conditions. */
export const replyConditions: MigrationStep = (engine) => ({
  async up(db) {
    await db.schema.alterTable('aaa_client').addColumn('nas_group', 'text').execute();
    await db.schema
      .alterTable('aaa_decision')
      .addColumn('conditions', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
    const statusColumns = ['last_seen', 'weak_since', 'accepts_coa', 'accepts_disconnect'];
    await createVersionTriggers(db, engine, { table: 'aaa_client', statusColumns });
  },
});
