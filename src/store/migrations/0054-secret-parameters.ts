import type { AnyDatabase, MigrationStep } from './ddl.ts';

/** Parameters of a transaction that are never shown, such as the password of a RADIUS login. */
export const secretParameters: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    await db.schema
      .alterTable('inventory_transaction')
      .addColumn('secret_parameters', 'text')
      .execute();
  },
});
