import { sql } from 'kysely';
import { createIndex, notNullWithDefault, type AnyDatabase, type MigrationStep } from './ddl.ts';

/** Adds why a transaction waits, when it is tried next, and until when it may begin. */
export const waitingTransactions: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    const table = db.schema.alterTable('inventory_transaction');
    await table.addColumn('waiting_for', 'text').execute();
    await table.addColumn('expires_at', 'bigint').execute();
    await table.addColumn('due_at', 'bigint', notNullWithDefault(0)).execute();
    await sql`update inventory_transaction set due_at = run_at where run_at is not null`.execute(
      db,
    );
    await createIndex(db, 'inventory_transaction', ['status', 'due_at']);
    await db.schema
      .createIndex('inventory_transaction_expires_at')
      .on('inventory_transaction')
      .column('expires_at')
      .where(sql<boolean>`status = 'scheduled'`)
      .execute();
  },
});
