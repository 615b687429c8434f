import { createVersionTriggers, type MigrationStep } from './ddl.ts';

/** Adds what a voucher is sold for: from when and for how many devices it is valid, its price, and that it ends at check-out. */
export const voucherTerms: MigrationStep = (engine) => ({
  async up(db) {
    await db.schema.alterTable('user_token').addColumn('valid_from', 'bigint').execute();
    await db.schema.alterTable('user_token').addColumn('devices', 'integer').execute();
    await db.schema.alterTable('user_token').addColumn('price', 'text').execute();
    await db.schema
      .alterTable('user_token')
      .addColumn('until_checkout', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('organization').addColumn('checkout_time', 'text').execute();
    await createVersionTriggers(db, engine, { table: 'organization', statusColumns: [] });
  },
});
