import { sql } from 'kysely';
import type { AnyDatabase, MigrationStep } from './ddl.ts';

/** Lets operations with other parameters wait beside each other, such as two clients to disconnect. */
export const operationParameters: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    const name = 'inventory_transaction_unfinished_operation';
    await db.schema.dropIndex(name).execute();
    await db.schema
      .createIndex(name)
      .unique()
      .on('inventory_transaction')
      .columns(['device', 'operation', 'parameters'])
      .where(sql<boolean>`kind = 'operation' and status in ('scheduled', 'running')`)
      .execute();
  },
});
