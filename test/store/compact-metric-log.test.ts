import { sql, type Kysely } from 'kysely';
import { test } from 'tap';
import { timeOfEntry } from '../../src/inventory/metric/metric-log-id.ts';
import { valueColumn } from '../../src/inventory/metric/metric.ts';
import { openBefore } from './upgrade.ts';

/* The upgrade of a metric log whose entries have a time of their own. */

const start = Date.parse('2026-03-01T00:00:00Z');
const devices = 20;
const metrics = 20;
const polls = 30;

/** Values and results that are stored in different forms. */
const special = [
  ['5', 5],
  ['-3', -3],
  ['0.1', 0.1],
  ['0.30000000000000004', 0.3],
  ['18446744073709551615', null],
  ['9223372036854775807', 2 ** 63],
  ['12345678901', 12.5],
  ['1e+21', 1e21],
  ['7', null],
] as const;

type Db = Kysely<unknown>;

async function addRows(db: Db): Promise<void> {
  const add = (text: string) => sql.raw(text).execute(db);
  await add(
    "insert into organization (name, short_name, created, last_change) values ('One', 'one', 0, 0)",
  );
  await add(
    "insert into inventory_type (name, short_name, created_at, updated_at) values ('T', 't', 0, 0)",
  );
  for (let at = 1; at <= devices; at += 1)
    await add(
      `insert into inventory_device (organization, name, type, attributes, created_at, updated_at) values (1, 'd${at}', 1, '{}', 0, 0)`,
    );
  for (let at = 1; at <= metrics; at += 1) {
    await add(
      `insert into inventory_parameter (type, name, short_name, variable_name, value_type, position) values (1, 'p${at}', 'p${at}', 'p${at}', 'integer', ${at})`,
    );
    await add(`insert into inventory_metric (name, type) values ('m${at}', 'a')`);
  }
  const count = devices * metrics * polls;
  await sql`
    insert into inventory_metric_log (organization, device, metric, parameter, datetime, value, result, origin)
    with recursive series(n) as (select 0 union all select n + 1 from series where n < ${sql.lit(count - 1)})
    select 1, 1 + n / ${sql.lit(metrics)} % ${sql.lit(devices)}, 1 + n % ${sql.lit(metrics)}, 1 + n % ${sql.lit(metrics)},
      ${sql.lit(start)} + n / ${sql.lit(metrics * devices)} * 60000 + n / ${sql.lit(metrics)} % ${sql.lit(devices)},
      case n % 2 when 0 then cast(n % 100 as text) else cast(123456789012 + n as text) end,
      case n % 2 when 0 then n % 100 else n / 60.001 end, 'auto' from series`.execute(db);
  // Earlier than the others, written after them, and more than fit into a millisecond.
  for (const [value, result] of special)
    await sql`insert into inventory_metric_log (organization, device, metric, parameter, datetime, value, result, origin)
      values (1, 1, 1, 2, ${start - 1}, ${value}, ${result}, 'auto')`.execute(db);
  await sql`
    insert into inventory_metric_log (organization, device, metric, parameter, datetime, value, result, origin)
    with recursive series(n) as (select 1 union all select n + 1 from series where n < 5000)
    select 1, 2, 2, 2, ${sql.lit(start - 9000)}, '1', 1, 'auto' from series`.execute(db);
}

/** Returns the octets of an entry with its share of the indexes. */
async function octetsOfEntry(db: Db, engine: string): Promise<number> {
  const query =
    engine === 'sqlite'
      ? sql<{ octets: number }>`
          select sum(pgsize) * 1.0 / (select count(*) from inventory_metric_log) as octets from dbstat
          where name like 'inventory_metric_log%' or name like 'sqlite_autoindex_inventory_metric_log%'`
      : sql<{ octets: number }>`
          select cast(pg_total_relation_size('inventory_metric_log') as double precision) / count(*) as octets
          from inventory_metric_log`;
  return (await query.execute(db)).rows[0]?.octets ?? 0;
}

for (const { engine, db, run } of await openBefore('compact-metric-log'))
  test(`${engine}: the entries of the metric log are kept in their order, in half of the space`, async (t) => {
    await addRows(db);
    const before = await sql<Record<string, unknown>>`
      select device, metric, parameter, cast(datetime as text) as datetime, value, result
      from inventory_metric_log order by inventory_metric_log.datetime, id`.execute(db);
    const octetsBefore = await octetsOfEntry(db, engine);
    await run();
    const after = await sql<Record<string, unknown>>`
      select l.device, s.metric, s.parameter, cast(${timeOfEntry('l')} as text) as datetime, ${sql.raw(valueColumn('l'))} as value, l.result
      from inventory_metric_log l join inventory_metric_source s on s.id = l.source order by l.id`.execute(
      db,
    );
    const late = after.rows.splice(4096, 904);
    const behind = before.rows.splice(4096, 904);
    t.same(after.rows, before.rows);
    t.same(
      new Set(late.map(({ datetime }) => datetime)),
      new Set([String(start - 8999)]),
      'entries that do not fit into a millisecond are in the next',
    );
    t.equal(late.length, behind.length);
    const octets = await octetsOfEntry(db, engine);
    t.ok(
      octets < octetsBefore / 1.9,
      `${octets.toFixed(0)} octets, ${octetsBefore.toFixed(0)} before`,
    );
    t.comment(`${octets.toFixed(1)} octets, ${octetsBefore.toFixed(1)} before`);
  });
