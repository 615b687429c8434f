import { notNullWithDefault, type AnyDatabase, type MigrationStep } from './ddl.ts';

/** Counts how often in a row a device did not answer, so that it is tried less often. */
export const silentDevices: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    await db.schema
      .alterTable('inventory_device')
      .addColumn('silent_contacts', 'integer', notNullWithDefault(0))
      .execute();
  },
});
