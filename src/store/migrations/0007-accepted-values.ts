import type { MigrationStep } from './ddl.ts';

/** Keeps the bounds of the values of a parameter, as JSON; null: its type alone bounds them. */
export const acceptedValues: MigrationStep = () => ({
  async up(db) {
    await db.schema.alterTable('inventory_parameter').addColumn('accepts', 'text').execute();
  },
});
