import { sql } from 'kysely';
import type { AnyDatabase, MigrationStep } from './ddl.ts';

/** The pending settings are searched for devices that are up again; few of all settings are pending. */
export const pendingSettings: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    await db.schema
      .createIndex('inventory_setting_pending')
      .on('inventory_setting')
      .column('device')
      .where(sql<boolean>`state = 'pending'`)
      .execute();
  },
});
