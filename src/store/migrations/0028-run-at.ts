import type { AnyDatabase, MigrationStep } from './ddl.ts';

/** Adds the time before which a transaction is not run. */
export const runAt: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    await db.schema.alterTable('inventory_transaction').addColumn('run_at', 'bigint').execute();
  },
});
