import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { sql, type ColumnMetadata } from 'kysely';
import tap, { test } from 'tap';
import { hasFormat, isTime, typesOf } from '../../src/contract/fields.ts';
import { storedColumns } from '../../src/contract/resource.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { firstIdAt } from '../../src/inventory/metric/metric-log-id.ts';
import { loadTables } from '../../src/modules/load-modules.ts';
import { compileStatement, type Store } from '../../src/store/store.ts';
import { GatewayProcess, results, type Answer, type Json } from '../gateway-process.ts';
import { startPostgres } from '../peers/postgres.ts';
import { fixtureOf, furnish, pathFor, rows, type Fixtures } from './endpoint-rows.ts';

/*
 * Every list of both APIs, walked by its `next` on a default installation: each row that exists throughout is shown once, while
 * others are inserted and deleted.
 */

tap.setTimeout(280_000);
const run = promisify(execFile);
const dayMs = 86_400_000;
const { resources } = await loadTables();
type Row = Record<string, unknown>;

/** A list, and where its rows are. */
interface List {
  readonly url: string;
  readonly table: string;
  /** SQL of the value that an item shows in its field `key`. */
  readonly column: string;
  readonly key: string;
}

const ofSettings = { table: 'inventory_parameter', column: 'id', key: 'parameter_id' };
const ofVariables = {
  table: 'inventory_parameter',
  column: 'variable_name',
  key: 'variable_name',
};

/** Lists of another table than their path names, by the end of the path. */
const others: readonly (readonly [RegExp, Partial<List>])[] = [
  [/_setting\/$/, ofSettings],
  [/_variables\/$/, ofVariables],
  [/_diags\/$|_headless_operation\/$/, { table: 'inventory_transaction' }],
  [/\/inventory_device_(name|serial)\/$/, { table: 'inventory_device' }],
  [/access_(points|devices)\/$/, { table: 'access_point' }],
  [/_locations\/$/, { table: 'location' }],
  [/\}\/devices\/$/, { table: 'inventory_fleet_target' }],
  [/\}\/candidates\/$/, { table: 'inventory_discovery_candidate' }],
  [/\}\/deliveries\/$/, { table: 'delivery' }],
  [/aaa_accounting\/$/, { column: 'radacctid', key: 'radacctid' }],
  [
    /_summary\/$/,
    {
      table: 'device_app_connection_day',
      column: 'substr(network, 2)',
      key: 'network_name',
    },
  ],
];

/** Queries that put a list into an order of their own, by path. */
const orderings: Readonly<Record<string, readonly string[]>> = {
  '/inventory_device/': ['serial_number', '-serial_number', '-name', '-status'],
  '/user/': ['expiration', '-expiration'],
};

function listsOf(gateway: GatewayProcess, fixtures: Fixtures): readonly List[] {
  return rows
    .filter(({ row }) => row.method === 'GET' && 'next' in propertiesOf(row.reply))
    .flatMap(({ api, row }) => {
      const list = {
        table: row.path.split('/')[1] ?? '',
        column: 'id',
        key: 'id',
        ...others.find(([end]) => end.test(row.path))?.[1],
      };
      const path = `/${api}/api/v1${pathFor(row, fixtureOf(row, fixtures))}`;
      const url = `http://127.0.0.1:${gateway.httpPort}${path}?limit=3${parentOf(row, fixtures)}`;
      const ordered = (orderings[row.path] ?? []).map((by) => `${url}&ordering=${by}`);
      return [url, ...ordered].map((one) => ({ ...list, url: one }));
    });
}

const propertiesOf = (schema: object) => (schema as { properties?: Json }).properties ?? {};

/** Returns the query parameter by which a list names its device. */
function parentOf(row: Endpoint, fixtures: Fixtures): string {
  const name = ['parent_id', 'parent__name', 'parent__serial_number'].find((parent) =>
    (row.query as { required?: readonly string[] }).required?.includes(parent),
  );
  if (name === undefined) return '';
  const value = fixtures['inventory_device']?.[name.replace(/^parent_+/, '')];
  return `&${name}=${encodeURIComponent(String(value))}`;
}

/** Values of columns: of every table, or of one. */
type Values = Readonly<Record<string, Row>>;

/** Makes rows of a table, beside the gateway. */
class Rows {
  readonly #store: Store;
  readonly #values: Values;
  #columns: ReadonlyMap<string, readonly ColumnMetadata[]> = new Map();
  #made = 0;

  constructor(store: Store, values: Values) {
    this.#store = store;
    this.#values = values;
  }

  async introspect(): Promise<void> {
    const found = await this.#store.db.introspection.getTables();
    this.#columns = new Map(found.map(({ name, columns }) => [name, columns]));
  }

  /** Inserts a row like a given one, or any row. @returns the value of a column */
  async insert(
    { table, column }: Pick<List, 'table' | 'column'>,
    like: Row | undefined,
  ): Promise<unknown> {
    this.#made += 1;
    const row: Row = {};
    for (const one of this.#columns.get(table) ?? [])
      if (!one.isAutoIncrementing && !isGenerated(one))
        row[one.name] = this.#valueOf(table, one, like);
    const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
    const query = sql`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(row))}) returning ${sql.raw(column)} as key`;
    const [returned] = await this.#store.write([
      compileStatement({ compile: () => query.compile(this.#store.db) }),
    ]);
    return returned?.rows[0]?.['key'];
  }

  async delete({ table, column }: List, key: unknown): Promise<void> {
    const query = sql`delete from ${sql.table(table)} where ${sql.raw(column)} = ${key}`;
    await this.#store.write([compileStatement({ compile: () => query.compile(this.#store.db) })]);
  }

  async one(
    { table, column }: Pick<List, 'table' | 'column'>,
    key: unknown,
  ): Promise<Row | undefined> {
    const query = sql<Row>`select * from ${sql.table(table)} where ${sql.raw(column)} = ${key}`;
    const { rows: found } = await query.execute(this.#store.db);
    return found.find(({ type }) => type === this.#values['all']?.['type']) ?? found[0];
  }

  #valueOf(table: string, column: ColumnMetadata, like: Row | undefined): unknown {
    const { name, isNullable, dataType } = column;
    const given = like?.[name];
    const own = this.#ownOf(table, name, like);
    if (own !== undefined) return own;
    if (name === 'id' && /text|char/i.test(dataType)) return randomUUID();
    if (like ? given === null : isNullable) return null;
    if (isNamed.test(name)) return `${name} ${this.#made}`;
    return this.#anyOf(table, column) ?? given ?? this.#made;
  }

  /** Returns the value that this test names for a column. */
  #ownOf(table: string, name: string, like: Row | undefined): unknown {
    const shared = like === undefined ? this.#values['all']?.[name] : undefined;
    const own = this.#values[table]?.[name] ?? shared;
    return typeof own === 'function' ? (own as Numbered)(this.#made) : own;
  }

  /** Returns a value by the schema of a column; undefined: any number or text. */
  #anyOf(table: string, { name, dataType }: ColumnMetadata): unknown {
    const of = resources.find((one) => one.name === table);
    const schema = (of && storedColumns(of)[name]) ?? {};
    const octet = this.#made % 256;
    if (hasFormat(schema, 'mac'))
      return `02:00:00:00:10:${octet.toString(16).padStart(2, '0').toUpperCase()}`;
    if (name === 'address') return `198.51.100.${octet}`;
    if (isTime(schema)) return Date.now() + this.#made;
    if (typesOf(schema).includes('array')) return '[]';
    if (typesOf(schema).includes('object')) return '{}';
    if (/int|real|double|numeric/i.test(dataType)) return undefined;
    return (schema as { enum?: readonly unknown[] }).enum?.[0];
  }
}

type Numbered = (count: number) => unknown;

const isGenerated = ({ name, dataType, hasDefaultValue }: ColumnMetadata) =>
  /^(id|radacctid)$/.test(name) && (hasDefaultValue || /^integer$/i.test(dataType));

/** Columns that are unique, alone or with others. */
const isNamed =
  /^(name|serial_number|short_name|variable_name|username|code|hash|token_hash|acctuniqueid|session_key|interface)$/;

const ask = async (gateway: GatewayProcess, url: string): Promise<Answer> => {
  const { origin, pathname, search } = new URL(url);
  if (origin !== `http://127.0.0.1:${gateway.httpPort}`) throw new Error(`another origin: ${url}`);
  const answer = await gateway.call('GET', pathname + search);
  if (answer.status !== 200) throw new Error(`${url}: ${answer.text}`);
  return answer;
};

/** Walks through a list by `next` while rows come and go. @returns what is wrong */
async function walk(gateway: GatewayProcess, of: Rows, list: List): Promise<string | null> {
  const keysOf = (answer: Answer) => results(answer).map((item) => item[list.key]);
  const all = list.url.replace('limit=3', 'limit=1000');
  const [first] = keysOf(await ask(gateway, all));
  const like = first === undefined ? undefined : await of.one(list, first);
  const made: unknown[] = [];
  for (let count = 0; count < 10; count += 1) made.push(await of.insert(list, like));
  const before = keysOf(await ask(gateway, all));
  const shown = before.filter((key) => made.includes(key));
  if (shown.length < made.length) return `${shown.length} of ${made.length} rows are shown`;
  const [gone, seen] = [new Set<unknown>(), [] as unknown[]];
  for (let next: unknown = list.url; typeof next === 'string';) {
    const page = await ask(gateway, next);
    seen.push(...keysOf(page));
    next = page.body['next'];
    // One that was shown, and the last one.
    for (const key of [shown.find((one) => seen.includes(one) && !gone.has(one)), shown.at(-1)])
      if (key !== undefined && !gone.has(key)) {
        gone.add(key);
        await of.delete(list, key);
      }
    if (gone.size < 6) await of.insert(list, like);
  }
  if (gone.size < 3) return `only ${gone.size} were deleted`;
  return faultOf(
    before.filter((key) => !gone.has(key)),
    seen,
  );
}

/** Returns what a walk has missed or repeated; null: nothing. */
function faultOf(throughout: readonly unknown[], seen: readonly unknown[]): string | null {
  const missed = throughout.filter((key) => !seen.includes(key));
  const repeated = seen.filter((key, at) => seen.indexOf(key) !== at);
  return missed.length + repeated.length > 0
    ? `missed ${JSON.stringify(missed)}, repeated ${JSON.stringify(repeated)}`
    : null;
}

const python = `
import json, sys, urllib.request
token, lists = sys.argv[1], json.loads(sys.argv[2])
faults = []
for url in lists:
    next, seen = url, 0
    while next is not None:
        request = urllib.request.Request(next, headers={'Authorization': 'Bearer ' + token})
        page = json.load(urllib.request.urlopen(request))
        seen += len(page['results'])
        next = page['next']
    if seen < page['count'] or seen < 4:
        faults.append('%s: %d of %d' % (url, seen, page['count']))
print(json.dumps(faults))
`;

for (const engine of ['sqlite', 'postgres'] as const)
  test(`${engine}: a walk by next returns each row once`, async (t) => {
    const postgres = engine === 'postgres' ? await startPostgres({ hasTypes: true }) : null;
    t.teardown(() => postgres?.stop());
    const gateway = await GatewayProcess.start({
      GATEHOUSE_POLLING_ENABLED: 'false',
      ...(postgres && { GATEHOUSE_DATABASE_URL: postgres.url }),
    });
    t.teardown(() => gateway.remove());
    const made = async (answer: Promise<Answer>) => {
      const { status, body, text } = await answer;
      if (status >= 300) throw new Error(`${status} ${text}`);
      return body;
    };
    const fixtures = await furnish(gateway, gateway.token, { name: 'own', made });
    const device = fixtures['inventory_device'] ?? {};
    await made(
      gateway.control('POST', '/inventory_device_headless_operation/', {
        parent_id: device['id'],
        operation: 'get',
        variables: ['system.hostname'],
        run_at: '2099-01-01T00:00:00Z',
      }),
    );
    const store = await gateway.openStore();
    t.teardown(() => store.close());
    const idOf = (collection: string) => fixtures[collection]?.['id'];
    const appDevice = await made(
      gateway.gate('POST', '/device_app_register/', { imsi: '222010000000001' }),
    );
    const today = Math.floor(Date.now() / dayMs) * dayMs;
    const users: unknown[] = [];
    const of = new Rows(store, {
      all: {
        organization: device['organization'],
        device: device['id'],
        type: device['type'],
        webhook: idOf('webhook'),
        alert: idOf('alert'),
        user: idOf('user'),
        client: idOf('aaa_client'),
        pool: idOf('address_pool'),
        user_key: idOf('user_key'),
        discovery: idOf('inventory_discovery'),
        fleet_operation: idOf('inventory_fleet_operation'),
      },
      organization: { parent: device['organization'] },
      aaa_fallback: { ssid: (count: number) => `net ${count}` },
      pms_guest: { link: idOf('pms_link'), reservation: (count: number) => `R${count}` },
      pms_posting: {
        link: idOf('pms_link'),
        guest: sql`(select max(id) from pms_guest)`,
        period: (count: number) => `day ${count}`,
      },
      user_extra: { parent: () => users.pop() },
      user_key: { digest: (count: number) => `digest ${count}` },
      user_certificate: { serial: (count: number) => `serial ${count}` },
      aaa_accounting: { acctstarttime: (count: number) => today + count },
      device_app_connection_log: { device: appDevice['id'] },
      device_app_test_report: { device: appDevice['id'] },
      device_app_connection_day: {
        device: appDevice['id'],
        network: (count: number) => `:network ${count}`,
        day: today,
        first: today,
        last: today,
      },
      inventory_metric_source: { metric: 1, parameter: 1, id: 1 },
      inventory_metric_log: { source: 1, id: (count: number) => firstIdAt(today) + count },
    });
    await of.introspect();
    const account = { table: 'user', column: 'id' };
    const like = await of.one(account, idOf('user'));
    while (users.length < 20) users.push(await of.insert(account, like));
    await of.insert({ table: 'inventory_metric_source', column: 'id' }, undefined);
    const lists = listsOf(gateway, fixtures);
    t.ok(lists.length > 60, `${lists.length} lists`);
    for (const list of lists) {
      const fault = await walk(gateway, of, list).catch(String);
      t.equal(fault, null, list.url.slice(22));
    }
    const urls = JSON.stringify(lists.map(({ url }) => url));
    const { stdout } = await run('python3', ['-c', python, gateway.token, urls]);
    t.same(JSON.parse(stdout), [], "Python's urllib");
  });
