import type { MigrationStep } from './ddl.ts';

/** Names the column of the desired value as the code does. Rows, indexes and sealed values stay as they are. */
export const desiredSetting: MigrationStep = () => ({
  async up(db) {
    await db.schema.alterTable('inventory_setting').renameColumn('wanted', 'desired').execute();
  },
});
