import type { MigrationStep } from './ddl.ts';

/** Adds whether a device has ever answered a ping: if so, it is pinged first while it is down. */
export const answersPing: MigrationStep = () => ({
  async up(db) {
    await db.schema.alterTable('inventory_device').addColumn('answers_ping', 'integer').execute();
  },
});
