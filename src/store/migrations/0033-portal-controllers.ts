import {
  createTableWithId,
  createUniqueIndex,
  foreignKey,
  notNull,
  notNullWithDefault,
  nullableForeignKey,
  type AnyDatabase,
  type MigrationStep,
} from './ddl.ts';

/** Adds the controllers that let guests of the captive portal in. */
export const portalControllers: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    let table = createTableWithId(db, engine, 'portal_controller')
      .addColumn('organization', 'bigint', foreignKey('organization'))
      .addColumn('location', 'bigint', nullableForeignKey('location', 'restrict'))
      .addColumn('name', 'text', notNull)
      .addColumn('vendor', 'text', notNull);
    for (const column of texts) table = table.addColumn(column, 'text');
    await table
      .addColumn('is_active', 'integer', notNullWithDefault(1))
      .addColumn('description', 'text', notNullWithDefault(''))
      .addColumn('created', 'bigint', notNull)
      .addColumn('last_change', 'bigint', notNull)
      .execute();
    await createUniqueIndex(db, 'portal_controller', ['organization', 'name']);
  },
});

const texts = ['url', 'site', 'username', 'password', 'secret', 'certificate_sha256'];
