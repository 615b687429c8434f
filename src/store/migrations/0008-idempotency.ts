import { index, required, to, type AnyDatabase, type Step } from '../ddl.ts';

/** Requests that must not be done twice, and their answers. */
export const idempotency: Step = () => ({
  async up(db: AnyDatabase) {
    await db.schema
      .createTable('idempotency_key')
      .addColumn('user', 'bigint', to('user', 'cascade'))
      .addColumn('key', 'text', required)
      .addColumn('digest', 'text', required)
      .addColumn('status', 'integer')
      .addColumn('reply', 'text')
      .addColumn('created', 'bigint', required)
      .addPrimaryKeyConstraint('idempotency_key_key', ['user', 'key'])
      .execute();
    await index(db, 'idempotency_key', ['created']);
  },
});
