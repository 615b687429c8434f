import { sql } from 'kysely';
import tap, { test } from 'tap';
import { busiest, seed } from '../../bench/lists-seed.ts';
import { accountingRecord } from '../../src/aaa/session/accounting-record.ts';
import { firstIdAt } from '../../src/inventory/metric/metric-log-id.ts';
import { metricLog } from '../../src/inventory/metric/metric.ts';
import type { Resource } from '../../src/contract/resource.ts';
import { loadTables } from '../../src/modules/load-modules.ts';
import { openStore } from '../../src/store/database.ts';
import type { Row } from '../../src/store/query/row-serialization.ts';
import type { Store } from '../../src/store/store.ts';
import type { KeysetPosition } from '../../src/store/query/keyset.ts';
import { listByKeyset } from '../../src/store/query/keyset-page.ts';
import { countRows } from '../../src/store/query/row-count.ts';
import type { Condition, Scope } from '../../src/store/query/selection.ts';
import { relationOf } from '../../src/store/query/relation.ts';
import { GatewayProcess } from '../gateway-process.ts';

const { resources } = await loadTables();

/* Logs that are longer than what is read on the event loop, on the embedded engine. */

const gateway = await GatewayProcess.start();
await gateway.signal('SIGTERM');
seed(gateway.database, 10_000);
const store = await openStore(`sqlite:${gateway.database}`, gateway.folder);
tap.teardown(async () => {
  await store.close();
  await gateway.remove();
});

interface Case {
  readonly of: Resource;
  readonly scope?: Scope;
  readonly where?: readonly Condition[];
  /** The same in SQL, as plain as can be. */
  readonly plain: string;
}

const is = (columnName: string, value: unknown): Condition => ({
  column: columnName,
  operator: '=',
  value,
});
const { start, end } = { start: Date.now() - 60 * 86_400_000, end: Date.now() - 50 * 86_400_000 };
const between = (columnName: string): Condition[] => [
  { column: columnName, operator: '>=', value: start },
  { column: columnName, operator: '<=', value: end },
];
const isOpen: Condition = { column: 'acctstoptime', operator: 'is null', value: 1 };

const sessionIds = (
  await store.db
    .selectFrom('aaa_accounting')
    .select('acctsessionid')
    .where('radacctid', 'in', [7, 4000, 9999])
    .execute()
).map(({ acctsessionid }) => acctsessionid);

const cases: Readonly<Record<string, Case>> = {
  'all sessions': { of: accountingRecord, plain: '1 = 1' },
  'sessions of one organization': { of: accountingRecord, scope: [2], plain: 'organization = 2' },
  'sessions of two organizations': {
    of: accountingRecord,
    scope: [3, 1],
    plain: 'organization <> 2',
  },
  'sessions of organizations that have none': {
    of: accountingRecord,
    scope: [77, 78],
    plain: '1 = 0',
  },
  'sessions of no organization': { of: accountingRecord, scope: [], plain: '1 = 0' },
  'sessions of a user': {
    of: accountingRecord,
    where: [is('username', busiest.user)],
    plain: `username = '${busiest.user}'`,
  },
  'sessions of some users, one of them twice': {
    of: accountingRecord,
    plain: `username in ('${busiest.user}', 'user-7', 'user-9')`,
    where: [
      {
        column: 'username',
        operator: 'in',
        value: [busiest.user, 'user-7', 'user-9', busiest.user],
      },
    ],
  },
  'sessions of many users': {
    of: accountingRecord,
    plain: `cast(substr(username, 6) as integer) < 40`,
    where: [
      {
        column: 'username',
        operator: 'in',
        value: Array.from({ length: 40 }, (_, user) => `user-${user}`),
      },
    ],
  },
  'sessions of ten days': {
    of: accountingRecord,
    where: between('acctstarttime'),
    plain: `acctstarttime between ${start} and ${end}`,
  },
  'sessions that go on': { of: accountingRecord, where: [isOpen], plain: 'acctstoptime is null' },
  'sessions of a client that go on': {
    of: accountingRecord,
    where: [is('client', 1), isOpen],
    plain: 'client = 1 and acctstoptime is null',
  },
  'a session by its session id': {
    of: accountingRecord,
    where: [is('acctsessionid', sessionIds[0])],
    plain: `acctsessionid = '${sessionIds[0]}'`,
  },
  'sessions by their session ids': {
    of: accountingRecord,
    where: [{ column: 'acctsessionid', operator: 'in', value: sessionIds }],
    plain: `acctsessionid in ('${sessionIds.join("', '")}')`,
  },
  'sessions by a session id that differs before its last four characters': {
    of: accountingRecord,
    where: [is('acctsessionid', `X${sessionIds[0]}`)],
    plain: '1 = 0',
  },
  'a session by its key': {
    of: accountingRecord,
    where: [is('radacctid', 77), isOpen],
    plain: 'radacctid = 77 and acctstoptime is null',
  },
  'sessions of one organization that go on': {
    of: accountingRecord,
    scope: [2],
    where: [isOpen],
    plain: 'organization = 2 and acctstoptime is null',
  },
  'sessions without a user name': {
    of: accountingRecord,
    where: [{ column: 'username', operator: 'is null', value: 1 }],
    plain: '1 = 0',
  },
  'sessions that nothing leads to': {
    of: accountingRecord,
    plain: "class like '%00%'",
    where: [{ column: 'class', operator: 'contains', value: '00' }],
  },
  'sessions that there are none of': {
    of: accountingRecord,
    where: [is('acctterminatecause', 'none')],
    plain: '1 = 0',
  },
  'all readings': { of: metricLog, plain: '1 = 1' },
  'readings of a device': {
    of: metricLog,
    where: [is('device_name', 'device-0')],
    plain: "device_name = 'device-0'",
  },
  'readings of no device': { of: metricLog, where: [is('device_name', 'none')], plain: '1 = 0' },
  'readings of a parameter of several types': {
    of: metricLog,
    where: [is('parameter_short_name', 'uptime')],
    plain: "parameter_short_name = 'uptime'",
  },
  'readings of a metric of a device in ten days': {
    of: metricLog,
    where: [
      is('device_name', busiest.device),
      is('metric_name', 'uptime'),
      { column: 'id', operator: '>=', value: firstIdAt(start) },
      { column: 'id', operator: '<=', value: firstIdAt(end + 1) - 1 },
    ],
    plain: `device_name = '${busiest.device}' and metric_name = 'uptime' and datetime between ${start} and ${end}`,
  },
};

const everywhere = [1, 2, 3];

/** The keys that a plain query finds, in the order of the list. */
async function plainly({ of, plain }: Case): Promise<unknown[]> {
  const query = sql<Row>`select ${sql.ref(of.key)} as "key" from ${relationOf(store, of)} where ${sql.raw(plain)}
    order by ${sql.ref(of.order.column)} desc, ${sql.ref(of.key)} desc`;
  return (await query.execute(store.db)).rows.map(({ key }) => key);
}

/** The keys of the pages of a list, one page after the other. */
async function paged(
  { of, scope = everywhere, where = [] }: Case,
  backwards: boolean,
): Promise<unknown[]> {
  const keys: unknown[] = [];
  let from: KeysetPosition | null = backwards ? { value: 0, key: 0, isBackwards: backwards } : null;
  for (;;) {
    const rows: readonly Row[] = await listByKeyset(store, of, { scope, where, limit: 700, from });
    const found = rows.map((row) => row[of.key]);
    keys.splice(backwards ? 0 : keys.length, 0, ...found);
    const last = backwards ? rows[0] : rows.at(-1);
    if (!last) return keys;
    from = { value: last[of.order.column], key: last[of.key], isBackwards: backwards };
  }
}

for (const [name, of] of Object.entries(cases)) {
  test(`${name}: pages, forwards and backwards, and count are what a plain query finds`, async (t) => {
    const wanted = await plainly(of);
    t.same(await paged(of, false), wanted);
    t.same(await paged(of, true), wanted);
    t.same(
      await countRows(store, of.of, { scope: of.scope ?? everywhere, where: of.where ?? [] }),
      {
        count: wanted.length,
        isEstimate: false,
      },
    );
  });
}

/** The store, and what was asked of it on the event loop and off it. */
function observed(): {
  readonly store: Store;
  readonly run: { sql: string; parameters: readonly unknown[] }[];
  readonly long: unknown[];
} {
  const run: { sql: string; parameters: readonly unknown[] }[] = [];
  const long: unknown[] = [];
  const db = store.db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      run.push(store.db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  // A query that was written before goes by without being written again.
  const read: Store['read'] = (statement) => {
    run.push(statement);
    return store.read(statement);
  };
  const observedStore: Store = {
    ...store,
    db,
    read,
    readLong: (query) => {
      long.push(query);
      return store.readLong(query);
    },
  };
  return { store: observedStore, run, long };
}

for (const of of resources)
  for (const column of of.accessPaths?.columns ?? [])
    test(`${of.name}: an index leads to a ${column}, in the order of the list`, async (t) => {
      const { store: asked, run } = observed();
      const selection =
        column === 'organization'
          ? { scope: [1], where: [] }
          : { scope: everywhere, where: [is(column, 1)] };
      await listByKeyset(asked, of, { ...selection, limit: 51, from: null });
      const [query] = run;
      const plan = sql<{
        detail: string;
      }>`explain query plan ${sql.raw(query?.sql.replaceAll('?', '1') ?? '')}`;
      const steps = (await plan.execute(store.db)).rows.map(({ detail }) => detail).join('\n');
      t.match(steps, /SEARCH \S+ USING (COVERING )?INDEX \S+ \(\w+=\?\)/);
      t.notMatch(steps, /TEMP B-TREE/);
    });

test('aaa_accounting: an index of the last four characters leads to a session id, in the order of the list', async (t) => {
  const { store: asked, run } = observed();
  const where = [is('acctsessionid', '0')];
  await listByKeyset(asked, accountingRecord, { scope: everywhere, where, limit: 51, from: null });
  const [query] = run;
  const plan = sql<{
    detail: string;
  }>`explain query plan ${sql.raw(query?.sql.replaceAll('?', '1') ?? '')}`;
  const steps = (await plan.execute(store.db)).rows.map(({ detail }) => detail).join('\n');
  t.match(steps, /SEARCH a USING INDEX aaa_accounting_acctsessionid \(<expr>=\?\)/);
  t.notMatch(steps, /TEMP B-TREE/);
});

test('a page that few rows fit is looked for off the event loop, and any other is not', async (t) => {
  for (const [where, times] of [
    [[], 0],
    [[is('username', 'user-7')], 0],
    [[{ column: 'class', operator: 'contains', value: '0' }], 0],
    [[is('acctterminatecause', 'none')], 1],
  ] as const) {
    const { store: asked, long } = observed();
    await listByKeyset(asked, accountingRecord, {
      scope: everywhere,
      where,
      limit: 51,
      from: null,
    });
    t.equal(long.length, times, JSON.stringify(where));
  }
});

test('the count of a long log is cached for a moment, the count of a short one is read on the event loop', async (t) => {
  const { store: asked, run, long } = observed();
  const twice = async (where: readonly Condition[]) => {
    run.length = 0;
    long.length = 0;
    for (let time = 0; time < 2; time += 1)
      await countRows(asked, accountingRecord, { scope: everywhere, where });
    return { run: run.length, long: long.length };
  };
  t.match(await twice([]), { long: 1 });
  t.same(await twice([is('username', 'user-7')]), { run: 2, long: 0 });
});
