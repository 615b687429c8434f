import { index, required, tableWithId, withDefault, type AnyDatabase, type Step } from '../ddl.ts';

/** Accounting that waits for an upstream, and who may send it. */
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
  },
});
