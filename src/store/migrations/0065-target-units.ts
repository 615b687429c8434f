import type { AnyDatabase, MigrationStep } from './ddl.ts';

/** The unit that values of a parameter are converted to. */
export const targetUnits: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    await db.schema.alterTable('inventory_parameter').addColumn('target_unit', 'text').execute();
  },
});
