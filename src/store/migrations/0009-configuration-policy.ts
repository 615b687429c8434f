import type { MigrationStep } from './ddl.ts';

/** Keeps with each version of a configuration the type of its device and the patterns of its secrets. */
export const configurationPolicy: MigrationStep = () => ({
  async up(db) {
    for (const column of ['type', 'secrets'])
      await db.schema.alterTable('inventory_configuration').addColumn(column, 'text').execute();
  },
});
