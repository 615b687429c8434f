import type { MigrationStep } from './ddl.ts';

/** Adds the id of the request to the audit; null: a command on the machine, or a request of an earlier version. */
export const auditRequestId: MigrationStep = () => ({
  async up(db) {
    await db.schema.alterTable('audit').addColumn('request_id', 'text').execute();
  },
});
