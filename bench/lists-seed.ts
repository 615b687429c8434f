import Database from 'better-sqlite3';
import { entriesPerMs, timeOfId } from '../src/inventory/metric/metric-log-id.ts';
import { sized } from './scale.ts';

const defaultRows = sized(1_000_000, 5_000);
const days = 90;
const dayMs = 86_400_000;
const users = sized(20_000, 500);
const places = 200;

/** The user and the device that one row in 100 belongs to, so that their pages are full in short lists as well. */
export const busiest = { user: 'user-0', device: 'device-0' };

/** SQL expression of each column for row `n` of `total`; `h` is a hash of `n`. */
type Columns = Readonly<Record<string, string>>;

const time = `:now - (:total - n) * ${days * dayMs} / :total`;
const isOpen = 'n > :total - :total / 200';
const seconds = '60 + h % 7200';
const place = `case n % 100 when 0 then 0 else h % ${places} end`;
const subscriber = `case n % 100 when 0 then 0 else h % ${users} end`;

const sessions: Columns = {
  organization: `1 + ${place} % 3`,
  client: `1 + ${place}`,
  user: `(select min(id) from "user" where username like 'user-%') + ${subscriber}`,
  access_point: `1 + ${place}`,
  acctsessionid: "printf('%08X%08X', h, n)",
  acctuniqueid: "printf('%016x%016x', h, n)",
  acctmultisessionid: "printf('%016X', h)",
  username: `'user-' || (${subscriber})`,
  nasipaddress: `'10.0.0.' || (${place})`,
  nasidentifier: `'ap-' || (${place})`,
  nasportid: "'wlan0'",
  nasporttype: "'Wireless-802.11'",
  acctstarttime: time,
  acctupdatetime: `${time} + (${seconds}) * 1000`,
  acctstoptime: `case when ${isOpen} then null else ${time} + (${seconds}) * 1000 end`,
  acctsessiontime: seconds,
  acctinterval: '300',
  acctauthentic: "'RADIUS'",
  connectinfo_start: "'CONNECT 802.11ac'",
  acctinputoctets: 'h % 1000000007',
  acctoutputoctets: 'h * 7 % 10000000019',
  counters_at: `${time} + (${seconds}) * 1000`,
  calledstationid: `printf('02-00-00-00-00-%02X:guests', ${place})`,
  callingstationid: `printf('06-00-00-00-%02X-%02X', (${subscriber}) / 256, (${subscriber}) % 256)`,
  acctterminatecause: `case when ${isOpen} then null when h % 3 = 0 then 'Idle-Timeout' else 'User-Request' end`,
  servicetype: "'Framed-User'",
  framedipaddress: "'10.1.' || (h / 250 % 250) || '.' || (h % 250)",
  framedipv6prefix: "printf('2001:db8:%x::/64', h % 65536)",
  class: "printf('%08x', h)",
  attributes: 'randomblob(220)',
};

const metricValues: Columns = {
  id: `cast(${time} - ${timeOfId(0)} as integer) * ${entriesPerMs} + n % ${entriesPerMs}`,
  organization: `1 + ${place} % 3`,
  device: `(select min(id) from inventory_device) + ${place}`,
  source: '(select id from source where number = h % (select count(*) from source))',
  value: 'h % 1000000007',
  result: 'h % 1000000007 / 60.0',
};

const columnsOf = { aaa_accounting: sessions, inventory_metric_log: metricValues };

type TableName = keyof typeof columnsOf;

/** Returns the number of rows of a long table, from `BENCH_ROWS` if that is set. */
export function longTableRows(): number {
  const given = process.env['BENCH_ROWS'] ?? String(defaultRows);
  if (!/^[1-9]\d{0,8}$/.test(given))
    throw new Error(`BENCH_ROWS is not a number of rows: ${given}`);
  return Number(given);
}

export function rowsText(rows: number): string {
  return rows.toLocaleString('en');
}

/**
 * Seeds a migrated SQLite store with three months of accounting records and metric values, of 3 organizations,
 * 20,000 users and 200 RADIUS clients, access points and devices.
 *
 * @param file   must not be open elsewhere
 * @param total  rows of each table
 * @param names  the tables; default: both
 * @returns      duration in seconds
 */
export function seed(
  file: string,
  total: number,
  names: readonly TableName[] = ['aaa_accounting', 'inventory_metric_log'],
): number {
  const began = performance.now();
  const database = new Database(file);
  try {
    database.pragma('foreign_keys = off'); // the references are valid, and checking them takes longer than the inserts
    database.transaction(() => {
      addReferencedRows(database);
      for (const name of names) addTable(database, { name, columns: columnsOf[name], total });
    })();
    database.pragma('wal_checkpoint(truncate)');
  } finally {
    database.close();
  }
  return (performance.now() - began) / 1000;
}

const series = (until: string) =>
  `with recursive series(n) as (select 1 union all select n + 1 from series where n < ${until}),
    row as (select n, n * 2654435761 % 4294967296 as h from series)`;

function addReferencedRows(database: Database.Database): void {
  const stamps = { created: ':now', last_change: ':now' };
  const named = (word: string) => ({
    organization: '1 + (n - 1) % 3',
    name: `'${word}-' || (n - 1)`,
  });
  const add = (table: string, total: number, columns: Columns) => {
    insert(database, { name: table, columns, total });
  };
  add('organization', 2, {
    name: "'Hotel ' || n",
    short_name: "'hotel-' || n",
    parent: '1',
    ...stamps,
  });
  add('user', users, {
    organization: '1 + (n - 1) % 3',
    username: "'user-' || (n - 1)",
    role: "'subscriber'",
    ...stamps,
  });
  // Inactive, since they have no secret.
  add('aaa_client', places, {
    ...named('ap'),
    address: "'10.0.0.' || (n - 1)",
    secret: "''",
    is_active: '0',
    ...stamps,
  });
  add('access_point', places, {
    ...named('ap'),
    mac: "printf('02:00:00:00:00:%02x', n - 1)",
    ...stamps,
  });
  // Due in the distant future, so that no device is polled.
  const device = {
    type: "(select id from inventory_type where short_name = 'snmp')",
    next_poll_at: ':now * 2',
  };
  add('inventory_device', places, {
    ...named('device'),
    ...device,
    created_at: ':now',
    updated_at: ':now',
  });
}

interface LongTable {
  readonly name: string;
  readonly columns: Columns;
  readonly total: number;
}

/** Inserts the rows of a table. Its indexes are created afterwards from sorted rows, in a fraction of the time. */
function addTable(database: Database.Database, table: LongTable): void {
  const indexes = database
    .prepare<[string], { name: string; sql: string }>(
      "select name, sql from sqlite_master where type = 'index' and tbl_name = ? and sql is not null",
    )
    .all(table.name);
  for (const { name } of indexes) database.exec(`drop index "${name}"`);
  database.exec(`insert or ignore into inventory_metric_source (metric, parameter)
    select mp.metric, mp.parameter
    from inventory_metric_parameter mp join inventory_parameter p on p.id = mp.parameter join inventory_type t on t.id = p.type
    where t.short_name = 'snmp'`);
  database.exec(`create temp table if not exists source as
    select row_number() over () - 1 as number, id from inventory_metric_source`);
  insert(database, table);
  for (const { sql } of indexes) database.exec(sql);
}

function insert(database: Database.Database, { name, columns, total }: LongTable): void {
  const names = Object.keys(columns).map((column) => `"${column}"`);
  const statement = database.prepare(
    `insert into "${name}" (${names.join(', ')}) ${series(':total')} select ${Object.values(columns).join(', ')} from row`,
  );
  const values = { now: Date.now(), total };
  const used = Object.entries(values).filter(([parameter]) =>
    statement.source.includes(`:${parameter}`),
  );
  statement.run(Object.fromEntries(used));
}
