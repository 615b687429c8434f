import type { AnyDatabase, MigrationStep } from './ddl.ts';

/** Time at which a gateway last measured its own metric, by which one that is gone is noticed. */
export const conditionTimes: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    await db.schema.alterTable('alert_condition').addColumn('measured_at', 'bigint').execute();
  },
});
