import type { MigrationStep } from './ddl.ts';

/** Keeps the filter by which a fleet operation has found its devices, as JSON; null for a list of devices, and before this step. */
export const fleetFilter: MigrationStep = () => ({
  async up(db) {
    await db.schema.alterTable('inventory_fleet_operation').addColumn('filter', 'text').execute();
  },
});
