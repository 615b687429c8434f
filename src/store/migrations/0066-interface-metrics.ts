import {
  createIndex,
  createUniqueIndex,
  foreignKey,
  notNull,
  notNullWithDefault,
  type AnyDatabase,
  type MigrationStep,
} from './ddl.ts';

const source = 'inventory_metric_source';
const sample = 'inventory_metric_sample';
const rollups = ['inventory_metric_5min', 'inventory_metric_hour', 'inventory_metric_day'];

/**
 * Metrics of the interfaces of a device by name. Samples are those of a source now; the former ones are dropped, so that
 * rates begin anew with the second poll.
 */
export const interfaceMetrics: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    await addInterface(db, source, ['metric', 'parameter']);
    await createIndex(db, source, ['interface']);
    for (const rollup of rollups)
      await addInterface(db, rollup, ['device', 'metric', 'parameter', 'datetime']);
    await db.schema.dropTable(sample).execute();
    await db.schema
      .createTable(sample)
      .addColumn('device', 'bigint', foreignKey('inventory_device', 'cascade'))
      .addColumn('source', 'bigint', foreignKey(source, 'cascade'))
      .addColumn('value', 'text', notNull)
      .addColumn('taken_at', 'bigint', notNull)
      .addPrimaryKeyConstraint('inventory_metric_sample_key', ['device', 'source'])
      .execute();
  },
});

/** Adds the name of an interface, empty for what is of the device, to a table and its unique index. */
async function addInterface(
  db: AnyDatabase,
  table: string,
  columns: readonly string[],
): Promise<void> {
  await db.schema
    .alterTable(table)
    .addColumn('interface', 'text', notNullWithDefault(''))
    .execute();
  await db.schema.dropIndex(`${table}_${columns.join('_')}_key`).execute();
  await createUniqueIndex(db, table, [...columns, 'interface']);
}
