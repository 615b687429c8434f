import { createVersionTriggers, type AnyDatabase, type MigrationStep } from './ddl.ts';

/** Adds the time zones of locations and organizations. */
export const timeZones: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    for (const table of ['location', 'organization'])
      await db.schema.alterTable(table).addColumn('time_zone', 'text').execute();
    await createVersionTriggers(db, engine, { table: 'organization', statusColumns: [] });
  },
});
