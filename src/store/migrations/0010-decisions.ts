import {
  createIndex,
  notNull,
  createTableWithId,
  foreignKey,
  type AnyDatabase,
  type MigrationStep,
} from './ddl.ts';

/**
 * Decisions over RADIUS logins. They describe clients, users and profiles as they were, so they outlive them and refer to
 * nothing but their organization.
 */
export const decisions: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    let table = createTableWithId(db, engine, 'aaa_decision')
      .addColumn('organization', 'bigint', foreignKey('organization', 'cascade'))
      .addColumn('datetime', 'bigint', notNull)
      .addColumn('client', 'bigint', notNull)
      .addColumn('ms', 'double precision', notNull);
    for (const column of ['user', 'profile']) table = table.addColumn(column, 'bigint');
    for (const column of [
      'client_name',
      'method',
      'outcome',
      'reason',
      'checks',
      'counters',
      'attributes',
    ])
      table = table.addColumn(column, 'text', notNull);
    for (const column of ['username', 'callingstationid', 'calledstationid', 'profile_name'])
      table = table.addColumn(column, 'text');
    await table.execute();
    const inOrder = ['datetime', 'id'];
    await createIndex(db, 'aaa_decision', ['organization', ...inOrder]);
    for (const leading of [[], ['username'], ['client'], ['outcome']])
      await createIndex(db, 'aaa_decision', [...leading, ...inOrder, 'organization']);
  },
});
