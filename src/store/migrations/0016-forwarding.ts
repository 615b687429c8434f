import { index, required, tableWithId, withDefault, type AnyDatabase, type Step } from '../ddl.ts';

/** Accounting that waits for an upstream, who may send it, and portal sessions that an upstream is told of. */
export const forwarding: Step = (engine) => ({
  async up(db: AnyDatabase) {
    await tableWithId(db, engine, 'aaa_forward')
      .addColumn('organization', 'bigint', required)
      .addColumn('realm', 'text', required)
      .addColumn('nas', 'bigint', required)
      .addColumn('line', 'bigint', required)
      .addColumn('received', 'bigint', required)
      .addColumn('attributes', engine === 'sqlite' ? 'blob' : 'bytea', required)
      .execute();
    // What comes next in a queue, and whether anything of the same session is before it.
    await index(db, 'aaa_forward', ['organization', 'realm', 'id']);
    await index(db, 'aaa_forward', ['organization', 'realm', 'nas', 'line', 'id']);
    await db.schema
      .createTable('aaa_forward_lease')
      .addColumn('organization', 'bigint', required)
      .addColumn('realm', 'text', required)
      .addColumn('owner', 'text', required)
      .addColumn('until', 'bigint', withDefault(0))
      .addPrimaryKeyConstraint('aaa_forward_lease_key', ['organization', 'realm'])
      .execute();
    await portalSession(db);
  },
});

/** It tells of users as they were, so it outlives them. */
async function portalSession(db: AnyDatabase): Promise<void> {
  let table = db.schema.createTable('aaa_portal_session').addColumn('id', 'text', (column) => column.primaryKey());
  for (const column of ['organization', 'user', 'opened', 'due']) table = table.addColumn(column, 'bigint', required);
  for (const column of ['expires', 'ended']) table = table.addColumn(column, 'bigint');
  for (const column of ['realm', 'username', 'mac', 'ip', 'called', 'nas']) table = table.addColumn(column, 'text', required);
  await table.addColumn('cause', 'text').addColumn('reports', 'integer', withDefault(0)).execute();
  await index(db, 'aaa_portal_session', ['due']);
  await index(db, 'aaa_portal_session', ['mac']);
}
