import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type RawBuilder } from 'kysely';
import { test } from 'tap';
import { loadTables } from '../../src/modules/load-modules.ts';
import { openStore } from '../../src/store/database.ts';
import { migrationSteps } from '../../src/store/migrations/index.ts';
import { checkResources } from '../../src/store/resource-check.ts';
import type { Engine } from '../../src/store/store.ts';
import { formerSteps, openDatabases, stepsOf, type Database69 } from './former-store.ts';

/* Stores of builds before 0.1.0: one with their last schema is taken over with its rows, an earlier one is refused. */

const databases = await openDatabases();
const engines = ['sqlite', 'postgres'] as const;
const steps = Object.keys(migrationSteps);

const tableQueries: Readonly<Record<Engine, RawBuilder<{ name: string }>>> = {
  sqlite: sql`select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`,
  postgres: sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
};

/** Columns of the former stores by their names today, where a step has renamed them. */
const renamed: Readonly<Record<string, string>> = { 'inventory_setting.wanted': 'desired' };

/** Tables of the former stores by their names today, where a step has moved the rows. */
const moved: Readonly<Record<string, string>> = {
  delivery: 'alert_delivery',
  dnsfilter_host: 'dnsfilter_category_host',
};

/** Reads all rows of all tables except the migration's, one per line: of a former store, or with the columns that it had. */
async function contentOf({ engine, db }: Database69, former = ''): Promise<string> {
  const { rows: tables } = await tableQueries[engine].execute(db);
  const lines: string[] = [];
  for (const { name: today } of tables.filter((table) => !table.name.startsWith('kysely_'))) {
    const { rows } = await sql<Row>`select * from ${sql.table(today)}`.execute(db);
    const name = moved[today] ?? today;
    const before = formerRow(former, name);
    // A table of a later step.
    if (former !== '' && !before) continue;
    const shown = before ? rows.map((row) => asFormer(name, row, before)) : rows;
    lines.push(...shown.map((row) => `${name} ${JSON.stringify(row)}`));
  }
  return lines.sort().join('\n');
}

type Row = Readonly<Record<string, unknown>>;

/** Returns a row of a table of a content; each table of a former store has rows. */
function formerRow(content: string, table: string): Row | null {
  const line = content.split('\n').find((one) => one.startsWith(`${table} `));
  return line === undefined ? null : (JSON.parse(line.slice(table.length + 1)) as Row);
}

function asFormer(table: string, row: Row, former: Row): Row {
  return Object.fromEntries(
    Object.keys(former).map((column) => [column, row[renamed[`${table}.${column}`] ?? column]]),
  );
}

/** Queries of everything that a schema consists of. SQLite keeps the text of statements, with quotes and spaces as written. */
const schemaQueries: Readonly<Record<Engine, readonly RawBuilder<unknown>[]>> = {
  sqlite: [
    sql`select m.name as "table", c.cid, c.name, c.type, c."notnull", c.dflt_value, c.pk
      from sqlite_master m, pragma_table_xinfo(m.name) c where m.type = 'table'`,
    sql`select m.name as "table", f."from", f."table" as target, f."to", f.on_update, f.on_delete
      from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table'`,
    sql`select m.name as "table", i.name, i."unique", i.origin, i.partial, c.seqno, c.name as "column"
      from sqlite_master m, pragma_index_list(m.name) i, pragma_index_xinfo(i.name) c
      where m.type = 'table'`,
    sql`select type, name, sql from sqlite_master where type <> 'table'`,
    sql`select name, sql like '%autoincrement%' as grows from sqlite_master where type = 'table'`,
  ],
  // By name: the order of columns depends on when they were added.
  postgres: [
    sql`select table_name, column_name, data_type, is_nullable, column_default, identity_generation
      from information_schema.columns where table_schema = 'public'`,
    sql`select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace`,
    sql`select indexdef from pg_indexes where schemaname = 'public'`,
    sql`select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`,
    sql`select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace`,
    sql`select sequencename, data_type, start_value, min_value, max_value, increment_by, cycle
      from pg_sequences where schemaname = 'public'`,
  ],
};

/** Describes a schema, a line for each of its parts. */
async function schemaOf({ engine, db }: Database69): Promise<string> {
  const parts: string[] = [];
  for (const query of schemaQueries[engine])
    for (const row of (await query.execute(db)).rows) {
      const text = JSON.stringify(row).replaceAll(String.raw`\"`, '');
      parts.push(text.replaceAll(/(?:\\n|\s)+/g, ' '));
    }
  return parts.sort().join('\n');
}

async function start({ url, folder }: Database69, isBeside = false): Promise<void> {
  await (await openStore(url, folder, { isBeside })).close();
}

/** The rows that later steps add to former tables: versions of tables of their own. */
const isAdded = (line: string) => /^table_version \{"name":"(?:user_source|pms_link)"/.test(line);

const lineCount = (text: string) => text.split('\n').length;

for (const engine of engines) {
  test(`${engine}: a store with the last schema before 0.1.0 is taken over with its rows`, async (t) => {
    const former = await databases.former(engine);
    const content = await contentOf(former);
    t.ok(lineCount(content) > 130, `${lineCount(content)} rows`);
    await t.rejects(start(former, true), {
      message: /the store lacks 0001-schema, .*: start the gateway once, which upgrades it/,
    });
    t.equal((await stepsOf(former)).length, formerSteps);
    // Several gateways may start on one PostgreSQL at the same time.
    const gateways = engine === 'postgres' ? [1, 2, 3] : [1];
    await Promise.all(gateways.map(() => start(former)));
    t.same(await stepsOf(former), steps);
    const taken = (await contentOf(former, content)).split('\n');
    t.equal(taken.filter((line) => !isAdded(line)).join('\n'), content);

    const created = await databases.empty(engine);
    const store = await openStore(created.url, created.folder);
    await checkResources(store, (await loadTables()).resources);
    await store.close();
    const schema = await schemaOf(former);
    t.ok(lineCount(schema) > 1000, `${lineCount(schema)} parts`);
    t.equal(await schemaOf(created), schema, 'a new store has the same schema');
    await sql`drop index alert_unresolved`.execute(created.db);
    t.not(await schemaOf(created), schema, 'an index that is missing is noticed');
  });

  test(`${engine}: a store with an earlier or a later step is refused and stays as it is`, async (t) => {
    const former = await databases.former(engine);
    await sql`insert into kysely_migration (name, timestamp) values ('0070-later', '')`.execute(
      former.db,
    );
    await t.rejects(start(former), {
      message: /the store has 0070-later, which this program lacks/,
    });
    t.equal((await stepsOf(former)).length, formerSteps + 1);

    await sql`delete from kysely_migration where name > '0042-portal-pages'`.execute(former.db);
    const before = [await contentOf(former), await schemaOf(former)];
    for (const isBeside of [false, true])
      await t.rejects(start(former, isBeside), {
        message:
          /the store is at step 0042-portal-pages of the builds before 0\.1\.0, which .*: start the last such build/,
      });
    t.equal((await stepsOf(former)).length, 42);
    t.ok(lineCount(before.join('\n')) > 1000);
    t.strictSame([await contentOf(former), await schemaOf(former)], before);
    t.notOk(existsSync(join(former.folder, `gatehouse.db.before-${steps.at(-1)}`)));
  });
}
