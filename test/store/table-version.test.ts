import { sql } from 'kysely';
import { test } from 'tap';
import type { Store } from '../../src/store/store.ts';
import { readTableVersion, type VersionedTable } from '../../src/store/table-version.ts';
import {
  addAccessPoint,
  addClient,
  addOrganization,
  bothStores,
  insert,
  stamps,
} from './stores.ts';
import { prepared } from '../prepared.ts';

/* The versions by which gateways notice changes of the tables that they keep in memory: counters, not times. */

/** Columns that gateways write themselves. */
const statusColumns: Readonly<Record<VersionedTable, readonly string[]>> = {
  aaa_client: ['last_seen', 'weak_since', 'accepts_coa', 'accepts_disconnect'],
  aaa_upstream: ['state', 'state_since', 'last_error', 'signs'],
  access_point: [],
  organization: [],
  pms_link: ['state', 'state_since', 'last_error', 'synced_at'],
  user_source: ['state', 'state_since', 'last_error'],
};

const sourceColumns = {
  name: 'staff',
  addresses: '["192.0.2.1"]',
  protection: 'tls',
  base_dn: 'dc=example',
  username_attribute: 'uid',
  priority: 1,
  timeout_seconds: 3,
  cache_hours: 24,
};

const linkColumns = {
  name: 'hotel',
  host: '192.0.2.1',
  port: 5_010,
  encoding: 'utf-8',
  charge_period: 'stay',
  keep_days: 7,
};

for (const [store, organization] of await prepared(await bothStores(), addOrganization)) {
  const { engine } = store;
  const rows: Readonly<Record<VersionedTable, () => Promise<number>>> = {
    organization: () => addOrganization(store),
    access_point: () => addAccessPoint(store, { organization }),
    aaa_client: () => addClient(store, organization),
    aaa_upstream: () =>
      insert(store, 'aaa_upstream', { organization, name: 'up', address: '192.0.2.1', ...stamps }),
    pms_link: () => insert(store, 'pms_link', { organization, ...linkColumns, ...stamps }),
    user_source: () => insert(store, 'user_source', { organization, ...sourceColumns, ...stamps }),
  };
  const tables = [
    'aaa_client',
    'aaa_upstream',
    'access_point',
    'organization',
    'pms_link',
    'user_source',
  ] as const;

  for (const table of tables)
    test(`${engine}: every change of ${table} has a version of its own, whatever the clock says`, async (t) => {
      const seen = new Set([await readTableVersion(store, table)]);
      const write = async (statement: ReturnType<typeof sql>) => {
        await store.write([statement.compile(store.db)]);
        return readTableVersion(store, table);
      };
      const isNew = (version: string, what: string) => {
        t.notOk(seen.has(version), what);
        seen.add(version);
      };
      const id = await rows[table]();
      isNew(await readTableVersion(store, table), 'insert');
      const of = sql.table(table);
      const day = 86_400_000;
      for (const last_change of [day, 0, 0, 2 * day, day])
        isNew(
          await write(
            sql`update ${of} set name = ${`n ${seen.size}`}, last_change = ${last_change} where id = ${id}`,
          ),
          `an update at ${last_change}`,
        );
      for (const column of statusColumns[table]) {
        const version = await write(
          sql`update ${of} set ${sql.ref(column)} = ${sql.ref(column)} where id = ${id}`,
        );
        t.ok(seen.has(version), `${column} is status`);
      }
      const twin = sql`insert into ${of} select * from ${of} where id = ${id}`;
      const rename = sql`update ${of} set name = 'undone' where id = ${id}`;
      await t.rejects(store.write([rename.compile(store.db), twin.compile(store.db)]));
      t.ok(seen.has(await readTableVersion(store, table)), 'a batch that fails changes nothing');
      isNew(await write(sql`delete from ${of} where id = ${id}`), 'delete');
      const others = tables.filter((other) => other !== table);
      const before = await readTableVersion(store, ...others);
      isNew(
        await readTableVersion(store, table)
          .then(() => rows[table]())
          .then(() => readTableVersion(store, table)),
        'insert',
      );
      t.equal(await readTableVersion(store, ...others), before, 'other tables have their own');
    });

  test(`${engine}: the triggers cover every column that is not status`, async (t) => {
    for (const table of tables)
      t.same(
        await triggerColumns(store, table),
        (await columns(store, table)).filter((column) => !statusColumns[table].includes(column)),
        table,
      );
  });
}

async function columns({ engine, db }: Store, table: string): Promise<string[]> {
  const query =
    engine === 'sqlite'
      ? sql<{ name: string }>`select name from pragma_table_info(${table})`
      : sql<{
          name: string;
        }>`select column_name as name from information_schema.columns where table_name = ${table}`;
  return (await query.execute(db)).rows.map(({ name }) => name).sort();
}

async function triggerColumns({ engine, db }: Store, table: string): Promise<string[]> {
  if (engine === 'postgres') {
    const { rows } = await sql<{ name: string }>`
      select event_object_column as name from information_schema.triggered_update_columns
      where trigger_name = ${`${table}_version`}`.execute(db);
    return rows.map(({ name }) => name).sort();
  }
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where type = 'trigger' and name = ${`${table}_version_update`}`.execute(
    db,
  );
  const list = /update of (.*?) on /s.exec(rows[0]?.sql ?? '')?.[1] ?? '';
  return [...list.matchAll(/"(\w+)"/g)].map(([, name = '']) => name).sort();
}
