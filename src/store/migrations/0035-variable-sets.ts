import {
  createIndex,
  createTableWithId,
  foreignKey,
  notNull,
  notNullWithDefault,
  nullableForeignKey,
  type AnyDatabase,
  type MigrationStep,
} from './ddl.ts';

/** Adds variable sets, the changes of them that settings have not followed yet, and the templates of settings. */
export const variableSets: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    await createTableWithId(db, engine, 'inventory_variable_set')
      .addColumn('organization', 'bigint', foreignKey('organization'))
      .addColumn('name', 'text', notNull)
      .addColumn('description', 'text', notNullWithDefault(''))
      .addColumn('location', 'bigint', nullableForeignKey('location', 'restrict'))
      .addColumn('type', 'bigint', nullableForeignKey('inventory_type', 'restrict'))
      .addColumn('device', 'bigint', nullableForeignKey('inventory_device', 'cascade'))
      .addColumn('weight', 'integer', notNullWithDefault(0))
      .addColumn('variables', 'text', notNullWithDefault('{}'))
      .addColumn('secret_variables', 'text')
      .addColumn('created_at', 'bigint', notNull)
      .addColumn('updated_at', 'bigint', notNull)
      .execute();
    for (const column of ['organization', 'location', 'type', 'device'])
      await createIndex(db, 'inventory_variable_set', [column]);
    await createTableWithId(db, engine, 'inventory_variable_change')
      .addColumn('organization', 'bigint', foreignKey('organization', 'cascade'))
      .addColumn('device', 'bigint', nullableForeignKey('inventory_device', 'cascade'))
      .addColumn('position', 'bigint', notNullWithDefault(-1))
      .addColumn('created_at', 'bigint', notNull)
      .execute();
    await createIndex(db, 'inventory_variable_change', ['organization']);
    await createIndex(db, 'inventory_variable_change', ['device']);
    for (const column of ['template', 'origin'])
      await db.schema.alterTable('inventory_setting').addColumn(column, 'text').execute();
  },
});
