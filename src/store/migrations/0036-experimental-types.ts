import { notNullWithDefault, type AnyDatabase, type MigrationStep } from './ddl.ts';

/** Adds whether a device type or one of its parameters is experimental. */
export const experimentalTypes: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    for (const table of ['inventory_type', 'inventory_parameter'])
      await db.schema
        .alterTable(table)
        .addColumn('experimental', 'integer', notNullWithDefault(0))
        .execute();
  },
});
