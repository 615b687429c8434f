import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import tap, { test } from 'tap';
import { moveToUrl } from '../../src/installation/move/move-command.ts';
import { batchLimits, RowSum } from '../../src/installation/move/moved-table.ts';
import { PostgresReader, PostgresWriter } from '../../src/installation/move/postgres-side.ts';
import { startGateway, type RunningGateway } from '../../src/start/main.ts';
import { Secret } from '../../src/contract/secret.ts';
import { openStore } from '../../src/store/database.ts';
import { openVault } from '../../src/store/vault.ts';
import { loopbackConfig } from '../loopback-config.ts';
import { startPostgres } from '../peers/postgres.ts';
import { addOrganization, insert, stamps } from '../store/stores.ts';
import { sealed } from '../sealed.ts';

tap.setTimeout(120_000);
const root = mkdtempSync(join(tmpdir(), 'gatehouse-move-'));
const data = join(root, 'data');
const postgres = await startPostgres({ fsync: false, isEmpty: true });
tap.teardown(async () => {
  await postgres.stop();
  rmSync(root, { recursive: true });
});
const configOf = (url: string) =>
  loopbackConfig({ GATEHOUSE_DATA_DIR: data, GATEHOUSE_DATABASE_URL: url });
const urlFile = join(root, 'url');
writeFileSync(urlFile, `${postgres.url}\n`);
const onFile = configOf('sqlite');
const onServer = configOf(postgres.url);
const back = join(root, 'back.db');
const octets = Buffer.from([0, 255, 10, 92]);

/** Fills tables with each kind of value; more sessions than a batch has rows. */
async function fill({ gateway: { store, vault } }: RunningGateway) {
  const organization = await addOrganization(store, await addOrganization(store));
  const secret = vault.seal(new Secret('a secret'), 'aaa_client.secret');
  const own = { organization, ...stamps };
  await insert(store, 'aaa_client', { ...own, name: 'näs "1" \\', address: '192.0.2.1', secret });
  const forward = { organization, realm: '', nas: 1, line: 1, received: 2 ** 53 - 1 };
  await insert(store, 'aaa_forward', { ...forward, attributes: octets });
  await store.write(
    Array.from({ length: batchLimits.rows + 500 }, (_, line) => ({
      sql: `insert into aaa_forward (organization, realm, nas, line, received, attributes) values (?, ?, ?, ?, ?, ?)`,
      parameters: [organization, 'r', 1, line, 1, octets],
    })),
  );
  await store.write([{ sql: 'delete from aaa_forward where line > 2400', parameters: [] }]);
}

test('a site moves to PostgreSQL and back, with ids, secrets and references', async (t) => {
  const running = await startGateway(onFile);
  await fill(running);
  await t.rejects(
    moveToUrl(onFile, { url: undefined, urlFile, sealed }),
    /in use by another gateway/,
  );
  await running.stop();

  const moved = await moveToUrl(onFile, { url: undefined, urlFile, sealed });
  t.match(moved, /Moved \d+ tables with \d+ rows, counted and compared\.\n.* opens all sealed/);
  const rows = Number(/with (\d+) rows/.exec(moved)?.[1]);
  t.ok(rows > 2400, 'those of the tables above, and of the shipped device types', { rows });
  t.match(moved, /url: postgres:\/\/gatehouse@127.*\nwith its password/);
  t.notMatch(moved, `:${new URL(postgres.url).password}`);
  await t.rejects(
    moveToUrl(onFile, { url: undefined, urlFile, sealed }),
    /new database is not empty/,
  );

  const served = await startGateway(onServer);
  const { store, vault } = served.gateway;
  const [row] = await store.read<{ name: string; secret: string }>({
    sql: 'select name, secret from aaa_client',
    parameters: [],
  });
  t.equal(row?.name, 'näs "1" \\');
  t.equal(vault.open(row?.secret ?? '', 'aaa_client.secret').reveal(), 'a secret');
  const forward = { organization: 2, realm: '', nas: 1, line: 1, received: 1, attributes: octets };
  const id = await insert(store, 'aaa_forward', forward);
  t.equal(id, 2502, 'ids of deleted rows are not given out again');
  const client = { organization: 99, name: 'x', address: '192.0.2.9', secret: '', ...stamps };
  await t.rejects(insert(store, 'aaa_client', client), 'references are checked again');
  await t.rejects(
    moveToUrl(onServer, { url: `sqlite:${back}`, sealed }),
    /in use by another gateway/,
  );
  await served.stop();

  const reader = await PostgresReader.open(postgres.url);
  const another = new pg.Client({ connectionString: postgres.url });
  await another.connect();
  await another.query("set lock_timeout = '50ms'");
  const start = "insert into gateway (id, instance, renewed) values ('b', 'b', 0)";
  await t.rejects(another.query(start), /lock timeout/, 'no gateway starts during a move');
  await reader.close();
  await another.query(start);
  await another.query("delete from gateway where id = 'b'");
  const writer = await PostgresWriter.open(postgres.url);
  await t.rejects(writer.begin(), /a gateway has begun there/, 'since the target was checked');
  await writer.close();
  const { rows: kept } = await another.query('select name from aaa_client');
  t.equal(kept.length, 1);
  await another.end();

  await t.rejects(
    moveToUrl(onServer, { url: 'sqlite', sealed }),
    /gatehouse\.db exists: move it aside/,
  );
  t.match(await moveToUrl(onServer, { url: `sqlite:${back}`, sealed }), /Moved/);
  const again = await openStore(`sqlite:${back}`, data);
  const { rows: audit } = await again.db
    .selectFrom('audit')
    .select(['path', 'outcome'])
    .where('method', '=', 'COMMAND')
    .orderBy('id')
    .execute()
    .then((found) => ({ rows: found }));
  const entry = { path: 'gatehouse move-store', outcome: 'done' };
  t.same(audit, [entry, entry], 'both moves are in the audit of the new store');
  t.equal(await insert(again, 'aaa_forward', forward), 2503);
  const version = async () =>
    (
      await again.read({
        sql: "select version from table_version where name = 'aaa_client'",
        parameters: [],
      })
    )[0];
  const before = await version();
  await insert(again, 'aaa_client', { ...client, organization: 2 });
  t.notSame(await version(), before, 'triggers count again');
  await again.close();
  t.equal(
    openVault(join(data, 'secret.key'))
      .open(row?.secret ?? '', 'aaa_client.secret')
      .reveal(),
    'a secret',
  );
});

test('a value that the new engine refuses is named with its table, and no rows are left', async (t) => {
  const database = new Database(join(data, 'gatehouse.db'));
  database.exec("update aaa_client set coa_port = 'text'");
  const url = await postgres.createDatabase('refusing');
  writeFileSync(urlFile, url);
  await t.rejects(moveToUrl(onFile, { url: undefined, urlFile, sealed }), /^aaa_client: .*"text"/);
  const store = await openStore(url, data, { isBeside: true });
  t.same(await store.db.selectFrom('organization').select('id').execute(), []);
  await store.close();
  database.exec('update aaa_client set coa_port = 3799');
  database.close();
  t.match(
    await moveToUrl(onFile, { url: undefined, urlFile, sealed }),
    /Moved/,
    'and it is tried again',
  );
});

test('an address that is wrong, or shows a password, is refused before anything is read', async (t) => {
  const refused: readonly (readonly [url: string | undefined, reason: RegExp])[] = [
    [undefined, /by its address or by --url-file/],
    ['mysql://db', /must be sqlite, sqlite:FILE or postgres/],
    ['postgres://gate@db/gate?sslmod=require', /no parameter "sslmod" in the address/],
    [postgres.url, /a list of processes shows the password/],
    [`sqlite:${join(root, 'same.db')}`, /same engine/],
  ];
  for (const [url, reason] of refused) await t.rejects(moveToUrl(onFile, { url, sealed }), reason);
  t.notOk(existsSync(join(root, 'same.db')));
  t.notOk(existsSync(`${back}.moving`));
  t.match(readFileSync(back).subarray(0, 15).toString(), 'SQLite format 3');
});

test('the checksum of a table changes with each value, and not with the order of the rows', (t) => {
  const table = { name: 't', columns: ['a', 'b'] };
  const sumOf = (...rows: readonly Readonly<Record<string, unknown>>[]) => {
    const sum = new RowSum();
    sum.add(table, rows);
    return sum.checksum;
  };
  const [one, other] = [
    { a: 1, b: 'x' },
    { a: 2n, b: null },
  ];
  t.equal(sumOf(one, other), sumOf(other, one));
  t.equal(sumOf({ a: 2, b: null }), sumOf(other));
  const differing = [one, { a: '1', b: 'x' }, { a: null, b: 'x' }, { a: 1, b: Buffer.from('x') }];
  t.equal(new Set(differing.map((row) => sumOf(row))).size, differing.length);
  t.not(sumOf(one), sumOf(one, one));
  t.throws(() => sumOf({ a: true, b: 'x' }), /type boolean is not compared/);
  t.end();
});
