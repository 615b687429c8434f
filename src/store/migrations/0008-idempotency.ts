import { createIndex, notNull, foreignKey, type AnyDatabase, type MigrationStep } from './ddl.ts';

/** Requests that must not be done twice, and their answers. */
export const idempotency: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    await db.schema
      .createTable('idempotency_key')
      .addColumn('user', 'bigint', foreignKey('user', 'cascade'))
      .addColumn('key', 'text', notNull)
      .addColumn('digest', 'text', notNull)
      .addColumn('status', 'integer')
      .addColumn('reply', 'text')
      .addColumn('created', 'bigint', notNull)
      .addPrimaryKeyConstraint('idempotency_key_key', ['user', 'key'])
      .execute();
    await createIndex(db, 'idempotency_key', ['created']);
  },
});
