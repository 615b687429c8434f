import {
  createIndex,
  notNull,
  createTableWithId,
  notNullWithDefault,
  type AnyDatabase,
  type MigrationStep,
} from './ddl.ts';

/** The forward queue, its leases, and portal sessions that are reported to an upstream. */
export const forwarding: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    await createTableWithId(db, engine, 'aaa_forward')
      .addColumn('organization', 'bigint', notNull)
      .addColumn('realm', 'text', notNull)
      .addColumn('nas', 'bigint', notNull)
      .addColumn('line', 'bigint', notNull)
      .addColumn('received', 'bigint', notNull)
      .addColumn('attributes', engine === 'sqlite' ? 'blob' : 'bytea', notNull)
      .execute();
    // What comes next in a queue, and whether anything of the same session is before it.
    await createIndex(db, 'aaa_forward', ['organization', 'realm', 'id']);
    await createIndex(db, 'aaa_forward', ['organization', 'realm', 'nas', 'line', 'id']);
    await db.schema
      .createTable('aaa_forward_lease')
      .addColumn('organization', 'bigint', notNull)
      .addColumn('realm', 'text', notNull)
      .addColumn('owner', 'text', notNull)
      .addColumn('until', 'bigint', notNullWithDefault(0))
      .addPrimaryKeyConstraint('aaa_forward_lease_key', ['organization', 'realm'])
      .execute();
    await portalSession(db);
  },
});

/** Describes users as they were, so it outlives them. */
async function portalSession(db: AnyDatabase): Promise<void> {
  let table = db.schema
    .createTable('aaa_portal_session')
    .addColumn('id', 'text', (column) => column.primaryKey());
  for (const column of ['organization', 'user', 'opened', 'due'])
    table = table.addColumn(column, 'bigint', notNull);
  for (const column of ['expires', 'ended']) table = table.addColumn(column, 'bigint');
  for (const column of ['realm', 'username', 'mac', 'ip', 'called', 'nas'])
    table = table.addColumn(column, 'text', notNull);
  await table
    .addColumn('cause', 'text')
    .addColumn('reports', 'integer', notNullWithDefault(0))
    .execute();
  await createIndex(db, 'aaa_portal_session', ['due']);
  await createIndex(db, 'aaa_portal_session', ['mac']);
}
