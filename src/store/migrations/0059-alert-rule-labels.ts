import type { AnyDatabase, MigrationStep } from './ddl.ts';

/** Labels by which a rule of kind `gateway` chooses series of its metric. */
export const alertRuleLabels: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    await db.schema.alterTable('alert_rule').addColumn('labels', 'text').execute();
  },
});
