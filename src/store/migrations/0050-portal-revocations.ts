import {
  createIndex,
  createTableWithId,
  foreignKey,
  notNull,
  notNullWithDefault,
  type AnyDatabase,
  type MigrationStep,
} from './ddl.ts';

/** Adds the controller that lets the device of a portal session in, and the devices that controllers must still cut off. */
export const portalRevocations: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    for (const [column, type] of [
      ['controller', 'bigint'],
      ['controller_device', 'text'],
    ] as const)
      await db.schema.alterTable('aaa_portal_session').addColumn(column, type).execute();
    let table = createTableWithId(db, engine, 'portal_revocation')
      .addColumn('organization', 'bigint', foreignKey('organization', 'cascade'))
      .addColumn('controller', 'bigint', foreignKey('portal_controller', 'cascade'))
      .addColumn('access_point', 'bigint');
    for (const column of ['session', 'username', 'mac', 'device'])
      table = table.addColumn(column, 'text', notNull);
    for (const column of ['created', 'due']) table = table.addColumn(column, 'bigint', notNull);
    await table.addColumn('attempts', 'integer', notNullWithDefault(0)).execute();
    await createIndex(db, 'portal_revocation', ['due']);
    await createIndex(db, 'portal_revocation', ['controller']);
    await createIndex(db, 'portal_revocation', ['organization']);
  },
});
