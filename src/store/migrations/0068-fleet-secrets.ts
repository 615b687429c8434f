import type { AnyDatabase, MigrationStep } from './ddl.ts';

/** Adds the values that a fleet operation sets, sealed, because passwords may be among them. */
export const fleetSecrets: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    await db.schema
      .alterTable('inventory_fleet_operation')
      .addColumn('secret_parameters', 'text')
      .execute();
  },
});
