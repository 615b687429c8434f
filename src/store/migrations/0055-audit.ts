import {
  createIndex,
  createTableWithId,
  foreignKey,
  notNull,
  nullableForeignKey,
  type AnyDatabase,
  type MigrationStep,
} from './ddl.ts';

/** Requests that were to change something. */
export const audit: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    await createTableWithId(db, engine, 'audit')
      .addColumn('organization', 'bigint', foreignKey('organization', 'cascade'))
      .addColumn('datetime', 'bigint', notNull)
      .addColumn('user', 'bigint', nullableForeignKey('user'))
      .addColumn('username', 'text', notNull)
      .addColumn('remote_address', 'text')
      .addColumn('method', 'text', notNull)
      .addColumn('path', 'text', notNull)
      .addColumn('object', 'text')
      .addColumn('fields', 'text', notNull)
      .addColumn('status', 'integer', notNull)
      .addColumn('outcome', 'text', notNull)
      .execute();
    const inOrder = ['datetime', 'id'];
    await createIndex(db, 'audit', ['organization', ...inOrder]);
    for (const leading of [[], ['user'], ['username']])
      await createIndex(db, 'audit', [...leading, ...inOrder, 'organization']);
  },
});
