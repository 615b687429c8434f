import { index, required, tableWithId, to, type AnyDatabase, type Step } from '../ddl.ts';

/**
 * Decisions over RADIUS logins. They tell of clients, users and profiles as they were, so they outlive them and refer to
 * nothing but their organization.
 */
export const decisions: Step = (engine) => ({
  async up(db: AnyDatabase) {
    let table = tableWithId(db, engine, 'aaa_decision')
      .addColumn('organization', 'bigint', to('organization', 'cascade'))
      .addColumn('datetime', 'bigint', required)
      .addColumn('client', 'bigint', required)
      .addColumn('ms', 'double precision', required);
    for (const column of ['user', 'profile']) table = table.addColumn(column, 'bigint');
    for (const column of ['client_name', 'method', 'outcome', 'reason', 'checks', 'counters', 'attributes'])
      table = table.addColumn(column, 'text', required);
    for (const column of ['username', 'callingstationid', 'calledstationid', 'profile_name'])
      table = table.addColumn(column, 'text');
    await table.execute();
    const inOrder = ['datetime', 'id'];
    await index(db, 'aaa_decision', ['organization', ...inOrder]);
    for (const leading of [[], ['username'], ['client'], ['outcome']])
      await index(db, 'aaa_decision', [...leading, ...inOrder, 'organization']);
  },
});
