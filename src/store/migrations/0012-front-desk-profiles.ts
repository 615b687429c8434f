import { createVersionTriggers, type MigrationStep } from './ddl.ts';

/** Adds the names of the profiles that a front desk may give; null: as the organization above. */
export const frontDeskProfiles: MigrationStep = (engine) => ({
  async up(db) {
    await db.schema.alterTable('organization').addColumn('front_desk_profiles', 'text').execute();
    await createVersionTriggers(db, engine, { table: 'organization', statusColumns: [] });
  },
});
