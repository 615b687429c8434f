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

/** Adds the pages of the captive portal. */
export const portalPages: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    let table = createTableWithId(db, engine, 'portal_page')
      .addColumn('organization', 'bigint', foreignKey('organization'))
      .addColumn('location', 'bigint', nullableForeignKey('location', 'restrict'))
      .addColumn('terms_user', 'bigint', nullableForeignKey('user', 'restrict'));
    for (const column of ['name', 'languages', 'login_kinds', 'look'])
      table = table.addColumn(column, 'text', notNull);
    for (const column of ['title', 'welcome', 'terms', 'terms_version'])
      table = table.addColumn(column, 'text');
    await table
      .addColumn('is_active', 'integer', notNullWithDefault(1))
      .addColumn('created', 'bigint', notNull)
      .addColumn('last_change', 'bigint', notNull)
      .execute();
    await createUniqueIndex(db, 'portal_page', ['organization', 'name']);
  },
});
