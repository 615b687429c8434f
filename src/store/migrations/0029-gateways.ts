import { notNull, type AnyDatabase, type MigrationStep } from './ddl.ts';

/** The gateways that work on the store, by which two of one id are noticed. */
export const gateways: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    await db.schema
      .createTable('gateway')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('instance', 'text', notNull)
      .addColumn('renewed', 'bigint', notNull)
      .execute();
  },
});
