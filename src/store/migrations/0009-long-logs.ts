import { sql } from 'kysely';
import { createIndex, type AnyDatabase, type Engine, type MigrationStep } from './ddl.ts';

/**
 * Lists over millions of rows. Each index ends with what the scope asks for, so that rows are counted and skipped
 * without being read, and the usual filters that point at few rows have an index in the order of the list. Every one is
 * paid for with each packet of accounting: what is rarely asked for has none.
 */
export const longLogs: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    await accounting(db);
    await metricLog(db, engine);
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

async function metricLog(db: AnyDatabase, engine: Engine): Promise<void> {
  const inOrder = ['datetime', 'id'];
  for (const columns of [inOrder, ['device', ...inOrder], ['metric', ...inOrder]])
    await db.schema.dropIndex(`inventory_metric_log_${columns.join('_')}`).execute();
  for (const leading of [[], ['device'], ['metric'], ['parameter']])
    await createIndex(db, 'inventory_metric_log', [...leading, ...inOrder, 'organization']);
  await createIndex(db, 'inventory_metric_log', ['organization', ...inOrder]);
  await db.schema.dropView('inventory_metric_log_view').execute();
  await sql`create view inventory_metric_log_view as ${sql.raw(metricLogView(engine))}`.execute(db);
}

/** An outer join, of what is always there, is left out by the engine where nothing of it is asked for. */
function metricLogView(engine: Engine): string {
  const object = engine === 'sqlite' ? 'json_object' : 'json_build_object';
  return `
    select l.id, l.organization, l.datetime, l.value, l.result, l.origin, l.device as device_id, l.metric as metric_id,
      l.parameter as parameter_id, d.name as device_name, m.name as metric_name, p.name as parameter_name,
      p.short_name as parameter_short_name, p.variable_name as parameter_variable_name,
      ${object}('id', d.id, 'name', d.name) as device, ${object}('id', m.id, 'name', m.name) as metric,
      ${object}('id', p.id, 'name', p.name, 'short_name', p.short_name, 'variable_name', p.variable_name) as parameter
    from inventory_metric_log l left join inventory_device d on d.id = l.device
      left join inventory_metric m on m.id = l.metric left join inventory_parameter p on p.id = l.parameter`;
}
