import { sql } from 'kysely';
import {
  createIndex,
  createTableWithId,
  createUniqueIndex,
  foreignKey,
  notNull,
  notNullWithDefault,
  type AnyDatabase,
  type MigrationStep,
} from './ddl.ts';

const tables = {
  inventory_metric_5min: 300,
  inventory_metric_hour: 3600,
  inventory_metric_day: 86_400,
};

/** Rollups of the metric log, and the time until which each has been computed. */
export const metricRollups: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    await db.schema
      .createTable('inventory_metric_rollup')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('until', 'bigint')
      .addColumn('lease_until', 'bigint', notNullWithDefault(0))
      .execute();
    for (const [table, seconds] of Object.entries(tables)) {
      await sql`insert into inventory_metric_rollup (id) values (${seconds})`.execute(db);
      let rollup = createTableWithId(db, engine, table)
        .addColumn('organization', 'bigint', foreignKey('organization'))
        .addColumn('device', 'bigint', foreignKey('inventory_device', 'cascade'))
        .addColumn('metric', 'bigint', foreignKey('inventory_metric', 'cascade'))
        .addColumn('parameter', 'bigint', foreignKey('inventory_parameter', 'cascade'))
        .addColumn('datetime', 'bigint', notNull)
        .addColumn('count', 'integer', notNull);
      for (const column of ['min', 'max', 'sum', 'last'])
        rollup = rollup.addColumn(column, 'double precision', notNull);
      await rollup.execute();
      await createUniqueIndex(db, table, ['device', 'metric', 'parameter', 'datetime']);
      await createIndex(db, table, ['datetime', 'id', 'organization']);
      await createIndex(db, table, ['device', 'datetime', 'id', 'organization']);
      await createIndex(db, table, ['organization', 'datetime', 'id']);
    }
  },
});
