import { notNullWithDefault, type AnyDatabase, type MigrationStep } from './ddl.ts';

/** Poll intervals in seconds of types, connection profiles and devices, and the time at which the latest poll was due. */
export const pollIntervals: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    await db.schema
      .alterTable('inventory_type')
      .addColumn('poll_interval', 'integer', notNullWithDefault(60))
      .execute();
    for (const table of ['inventory_connection_profile', 'inventory_device'])
      await db.schema.alterTable(table).addColumn('poll_interval', 'integer').execute();
    await db.schema.alterTable('inventory_device').addColumn('poll_due_at', 'bigint').execute();
  },
});
