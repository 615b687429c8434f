import type { AnyDatabase, MigrationStep } from './ddl.ts';

/** Adds the digest of the definition that a device type was stored from. */
export const deviceTypeFingerprints: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    await db.schema.alterTable('inventory_type').addColumn('fingerprint', 'text').execute();
  },
});
