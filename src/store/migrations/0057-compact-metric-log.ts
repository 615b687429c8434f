import { sql } from 'kysely';
import {
  createIndex,
  createTableWithId,
  createUniqueIndex,
  foreignKey,
  type AnyDatabase,
  type Engine,
  type MigrationStep,
} from './ddl.ts';

const source = 'inventory_metric_source';
const log = 'inventory_metric_log';
const compact = 'inventory_metric_log_compact';

/**
 * Makes an entry of the metric log take half of the space: its id begins with its time, which was a column and a part of
 * five indexes, its source is the metric with the parameter, and a value that the result repeats is not stored.
 */
export const compactMetricLog: MigrationStep = (engine) => ({
  async up(db: AnyDatabase) {
    await createTableWithId(db, engine, source)
      .addColumn('metric', 'bigint', foreignKey('inventory_metric'))
      .addColumn('parameter', 'bigint', foreignKey('inventory_parameter'))
      .execute();
    await createUniqueIndex(db, source, ['metric', 'parameter']);
    await createIndex(db, source, ['parameter']);
    await sql`insert into ${sql.table(source)} (metric, parameter)
      select distinct metric, parameter from ${sql.table(log)} order by 1, 2`.execute(db);
    await db.schema
      .createTable(compact)
      .addColumn('id', engine === 'sqlite' ? 'integer' : 'bigint', (column) => column.primaryKey())
      .addColumn('organization', 'bigint', foreignKey('organization'))
      .addColumn('device', 'bigint', foreignKey('inventory_device', 'cascade'))
      .addColumn('source', 'bigint', foreignKey(source))
      .addColumn('value', 'bigint')
      .addColumn('value_text', 'text')
      .addColumn('result', 'double precision')
      .execute();
    await copyEntries(db);
    await db.schema.dropTable(log).execute();
    await db.schema.alterTable(compact).renameTo(log).execute();
    await createIndexes(db, engine);
  },
});

/** Copies the entries. More than 4,096 of a millisecond have consecutive ids, and so do those behind them. */
async function copyEntries(db: AnyDatabase): Promise<void> {
  const first = sql`(l.datetime - 1577836800000) * 4096`;
  const place = sql`row_number() over (order by l.datetime, l.id)`;
  await sql`
    insert into ${sql.table(compact)} (id, organization, device, source, value, value_text, result)
    select place + max(first_id - place) over (order by place), organization, device, source,
      case when is_integer and not is_repeated then cast(value as bigint) end,
      case when not is_integer and not is_repeated then value end, result
    from (
      select ${place} as place, ${first} as first_id, l.organization, l.device, s.id as source, l.value, l.result,
        ${isRepeated} as is_repeated, ${isInteger} as is_integer
      from ${sql.table(log)} l
        join ${sql.table(source)} s on s.metric = l.metric and s.parameter = l.parameter
    ) as entries order by place`.execute(db);
}

const isRepeated = sql`case when abs(l.result) <= 9007199254740991
  then cast(cast(l.result as bigint) as text) = l.value and cast(l.result as bigint) = l.result else false end`;

/** True for up to 18 digits, which fit into 64 bits. */
const isInteger = sql`case when length(l.value) <= 18 and ltrim(substr(l.value, 2), '0123456789') = ''
    and (substr(l.value, 1, 1) between '0' and '9' or (length(l.value) > 1 and substr(l.value, 1, 1) = '-'))
  then cast(cast(l.value as bigint) as text) = l.value else false end`;

/** Creates the indexes; in SQLite each ends with the id, which is the number of the row. */
async function createIndexes(db: AnyDatabase, engine: Engine): Promise<void> {
  for (const column of ['organization', 'device', 'source'])
    await createIndex(db, log, engine === 'sqlite' ? [column] : [column, 'id']);
  if (engine === 'sqlite') return;
  await sql`create sequence inventory_metric_log_place as integer minvalue 0 maxvalue 4095 cycle`.execute(
    db,
  );
  await sql`alter index ${sql.ref(`${compact}_pkey`)} rename to ${sql.ref(`${log}_pkey`)}`.execute(
    db,
  );
}
