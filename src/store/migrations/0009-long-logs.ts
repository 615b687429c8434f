import { sql } from 'kysely';
import { createIndex, type AnyDatabase, type MigrationStep } from './ddl.ts';

/**
 * Lists over millions of rows. Each index ends with what the scope asks for, so that rows are counted and skipped
 * without being read, and the usual filters that point at few rows have an index in the order of the list. Every one is
 * paid for with each packet of accounting: what is rarely asked for has none.
 */
export const longLogs: MigrationStep = () => ({
  async up(db: AnyDatabase) {
    await accounting(db);
    await metricLog(db);
  },
});

/** Columns that are null in many rows: those rows are not in the index. */
const sparse = ['user', 'access_point', 'location', 'callingstationid'];

async function accounting(db: AnyDatabase): Promise<void> {
  const inOrder = ['acctstarttime', 'radacctid'];
  for (const columns of [inOrder, ['username', 'acctstarttime'], ['client', ...inOrder]])
    await db.schema.dropIndex(`aaa_accounting_${columns.join('_')}`).execute();
  for (const column of ['user', 'access_point', 'location'])
    await db.schema.dropIndex(`aaa_accounting_${column}_acctstarttime_radacctid`).execute();
  for (const leading of [[], ['username'], ['client']])
    await createIndex(db, 'aaa_accounting', [...leading, ...inOrder, 'organization']);
  await createIndex(db, 'aaa_accounting', ['organization', ...inOrder]);
  for (const column of sparse)
    await db.schema
      .createIndex(`aaa_accounting_${column}`)
      .on('aaa_accounting')
      .columns([column, ...inOrder, 'organization'])
      .where(sql.ref(column), 'is not', null)
      .execute();
  await db.schema
    .createIndex('aaa_accounting_active')
    .on('aaa_accounting')
    .columns([...inOrder, 'organization'])
    .where(sql.ref('acctstoptime'), 'is', null)
    .execute();
}

async function metricLog(db: AnyDatabase): Promise<void> {
  const inOrder = ['datetime', 'id'];
  for (const columns of [inOrder, ['device', ...inOrder], ['metric', ...inOrder]])
    await db.schema.dropIndex(`inventory_metric_log_${columns.join('_')}`).execute();
  for (const leading of [[], ['device'], ['metric'], ['parameter']])
    await createIndex(db, 'inventory_metric_log', [...leading, ...inOrder, 'organization']);
  await createIndex(db, 'inventory_metric_log', ['organization', ...inOrder]);
}
