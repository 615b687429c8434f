import pg from 'pg';
import tap, { test } from 'tap';
import { asFault } from '../../src/contract/errors.ts';
import { openStore } from '../../src/store/database.ts';
import { parameterFault, serversOf } from '../../src/store/postgres-address.ts';
import { postgresEnvironment } from '../../src/store/postgres/postgres-programs.ts';
import type { Store } from '../../src/store/store.ts';
import { eventually } from '../gateway-process.ts';
import { startPgbouncer } from '../peers/pgbouncer.ts';
import { signalAll, startPostgres, type Postgres } from '../peers/postgres.ts';

/* Servers that take no writes any more, that hang and that end, each with connections that stay open. Two real ones. */

const options = { isShared: false, fsync: false, isInMemory: true } as const;
const [first, second] = await Promise.all([startPostgres(options), startPostgres(options)]);
tap.teardown(() => Promise.all([first.stop(), second.stop()]));
/** Above the interval of the watch and its time limit. */
const recoveryMs = 5000;
/** What a busy machine adds; without the watch of the server it would be minutes. */
const slackMs = 3_000;

const query = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Readonly<Record<string, unknown>>>(text)).rows;
  } finally {
    await client.end();
  }
};

/** Returns the address of both servers with the same database, as libpq takes it. */
async function addressOfBoth(name: string): Promise<string> {
  const urls = await Promise.all([first, second].map((server) => server.createDatabase(name)));
  for (const url of urls) await (await openStore(url, '/')).close();
  const [one = '', other = ''] = urls;
  return `${one.replace('/' + name, '')},127.0.0.1:${new URL(other).port}/${name}?target_session_attrs=read-write`;
}

async function setReadOnly({ url }: Postgres, isReadOnly: boolean): Promise<void> {
  const value = isReadOnly ? 'on' : 'off';
  await query(url, `alter system set default_transaction_read_only = ${value}`);
  await query(url, 'select pg_reload_conf()');
  await eventually(
    async () => (await query(url, 'show default_transaction_read_only'))[0],
    (row) => row?.['default_transaction_read_only'] === value,
  );
}

const insert = ({ db }: Store, name: string) =>
  db.insertInto('organization').values({ name, short_name: name, created: 1, last_change: 1 });

/** Writes a row until that succeeds. @returns milliseconds, and the kinds of the faults on the way */
async function writeAgain(store: Store, name: string) {
  const beganAt = performance.now();
  const kinds = new Set<string | undefined>();
  for (;;) {
    try {
      await store.write([insert(store, name)]);
      return { ms: performance.now() - beganAt, kinds: [...kinds] };
    } catch (error) {
      kinds.add(asFault(error)?.kind);
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (performance.now() - beganAt > 30_000) throw error;
    }
  }
}

const namesIn = async (url: string) =>
  (await query(url, 'select short_name from organization order by id')).map(
    ({ short_name }) => short_name,
  );

test('a primary that becomes read-only is left for the other one, with all connections', async (t) => {
  const address = await addressOfBoth('demoted');
  const [one = '', other = ''] = serversOf(address);
  const store = await openStore(address, '/');
  t.teardown(() => store.close());
  await Promise.all(['a', 'b', 'c'].map((name) => store.write([insert(store, name)])));
  await setReadOnly(first, true);
  t.teardown(() => setReadOnly(first, false));
  const { ms, kinds } = await writeAgain(store, 'after');
  t.ok(ms < recoveryMs + slackMs, `${Math.round(ms)} ms`);
  t.ok(
    kinds.every((kind) => kind === 'unavailable'),
    kinds.join(),
  );
  t.same(await namesIn(other), ['after']);
  t.equal((await namesIn(one)).length, 3);
  const read = store.db.selectFrom('organization').select('short_name');
  t.same(await read.execute(), [{ short_name: 'after' }], 'reads go where writes go');
  await store.checkWritable();
  const database = new URL(one).pathname.slice(1);
  const left = await eventually(
    () =>
      query(
        first.url,
        `select count(*)::int as number from pg_stat_activity where datname = '${database}'`,
      ),
    ([row]) => row?.['number'] === 0,
  );
  t.same(left, [{ number: 0 }]);
});

test('a primary alone that becomes read-only is 503 until it takes writes again', async (t) => {
  const store = await openStore(await second.createDatabase('alone'), '/');
  t.teardown(() => store.close());
  await store.write([insert(store, 'before')]);
  await setReadOnly(second, true);
  for (let write = 0; write < 5; write += 1) {
    const fault = await store.write([insert(store, `lost-${write}`)]).catch(asFault);
    t.match(fault, { kind: 'unavailable', retryAfter: Number });
    const alone = [insert(store, `lost-a-${write}`), insert(store, `lost-b-${write}`)];
    t.match(await store.write(alone).catch(asFault), { kind: 'unavailable' });
  }
  t.match(await store.checkWritable().catch(asFault), { kind: 'unavailable' });
  await setReadOnly(second, false);
  const { ms } = await writeAgain(store, 'again');
  t.ok(ms < recoveryMs + slackMs, `${Math.round(ms)} ms`);
});

test('a host that hangs with open connections is left within five seconds', async (t) => {
  const address = await addressOfBoth('hung');
  const store = await openStore(address, '/');
  t.teardown(() => store.close());
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => store.write([insert(store, name)])));
  signalAll(first, 'SIGSTOP');
  const waiting = Array.from({ length: 20 }, (_, number) => writeAgain(store, `hung-${number}`));
  const read = store.read(store.db.selectFrom('organization').select('id').compile());
  t.match(await read.catch(asFault), { kind: 'unavailable' });
  const times = await Promise.all(waiting);
  const longest = Math.max(...times.map(({ ms }) => ms));
  signalAll(first, 'SIGCONT');
  t.ok(longest < recoveryMs + slackMs, `${Math.round(longest)} ms`);
  t.ok(times.flatMap(({ kinds }) => kinds).every((kind) => kind === 'unavailable'));
  t.equal((await namesIn(serversOf(address)[1] ?? '')).length, 20);
});

test('a server alone that hangs is said not to be ready, and serves as soon as it goes on', async (t) => {
  const store = await openStore(await second.createDatabase('hung_alone'), '/');
  t.teardown(() => store.close());
  await store.write([insert(store, 'before')]);
  signalAll(second, 'SIGSTOP');
  const isReady = () =>
    store.checkWritable().then(
      () => true,
      () => false,
    );
  const beganAt = performance.now();
  t.equal(await isReady(), false);
  t.ok(performance.now() - beganAt < recoveryMs + slackMs, 'it is said in time');
  signalAll(second, 'SIGCONT');
  const resumedAt = performance.now();
  const { ms } = await writeAgain(store, 'after');
  t.ok(ms < recoveryMs + slackMs, `${Math.round(ms)} ms`);
  // The watch may still be asking when the first write goes through.
  t.equal(await eventually(isReady, (ready) => ready), true);
  t.ok(performance.now() - resumedAt < recoveryMs + slackMs, 'and it is said in time');
});

test('connections that an administrator ends cost no acknowledged write', async (t) => {
  const url = await second.createDatabase('ended');
  const store = await openStore(url, '/');
  t.teardown(() => store.close());
  const end = () =>
    query(
      second.url,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'ended'`,
    );
  const acknowledged: string[] = [];
  const faults = new Set<string | undefined>();
  const write = async (name: string) => {
    await store.write([insert(store, name)]).then(
      () => acknowledged.push(name),
      (error: unknown) => faults.add(asFault(error)?.kind),
    );
  };
  for (let round = 0; round < 5; round += 1)
    await Promise.all([
      ...Array.from({ length: 50 }, (_, number) => write(`r${round}-${number}`)),
      end(),
    ]);
  const stored = new Set(await namesIn(url));
  t.same(
    acknowledged.filter((name) => !stored.has(name)),
    [],
  );
  t.ok([...faults].every((kind) => kind === 'unavailable'));
});

test('addresses of several servers are read, and what no server can be is refused', async (t) => {
  const address =
    'postgres://u:p%40ss@a:5433,b,[2001:db8::1]:5434/db?target_session_attrs=primary&sslmode=require';
  t.equal(parameterFault(address), null);
  t.same(serversOf(address), [
    'postgres://u:p%40ss@a:5433/db?sslmode=require',
    'postgres://u:p%40ss@b/db?sslmode=require',
    'postgres://u:p%40ss@[2001:db8::1]:5434/db?sslmode=require',
  ]);
  t.match(postgresEnvironment(address), {
    PGHOST: 'a,b,2001:db8::1',
    PGPORT: '5433,5432,5434',
    PGTARGETSESSIONATTRS: 'read-write',
    PGPASSWORD: 'p@ss',
    PGDATABASE: 'db',
  });
  t.match(parameterFault('postgres://u@a,b/db?target_session_attrs=standby'), /gateway writes/);
  t.match(parameterFault('postgres://u@a,,b:x/db'), /for each server/);
  t.notMatch(postgresEnvironment('postgres://u@a/db'), { PGTARGETSESSIONATTRS: String });
  const closed = 'postgres://u:secret@127.0.0.1:1,127.0.0.1:2/db';
  await t.rejects(openStore(closed, '/'), {
    kind: 'unavailable',
    message: /^PostgreSQL: 127\.0\.0\.1:1: .*ECONNREFUSED.*; 127\.0\.0\.1:2: .*ECONNREFUSED/,
  });
});

test('an engine that speaks the protocol and cannot hold a store is refused by name and reason', async (t) => {
  const engines = {
    'CockroachDB CCL v24.1.0 (x86_64-pc-linux-gnu)': /CockroachDB .* it has no hash indexes/,
    'PostgreSQL 11.2-YB-2.20.1.0-b0': /YugabyteDB .* does not roll back changes of tables/,
  };
  const url = await first.createDatabase('engine');
  await query(url, 'create schema named');
  for (const [version, expected] of Object.entries(engines)) {
    await query(
      url,
      `create or replace function named.version() returns text language sql as $$ select '${version}' $$`,
    );
    const named = new URL(url);
    named.searchParams.set('options', '-c search_path=named,pg_catalog,public');
    await t.rejects(openStore(named.href, '/'), { kind: 'unavailable', message: expected });
  }
  const store = await openStore(url, '/');
  await store.close();
});

test('a pooler of statements is refused by name and mode', async (t) => {
  const pgbouncer = await startPgbouncer(await second.createDatabase('statements'), 'statement');
  t.teardown(() => pgbouncer.stop());
  await t.rejects(openStore(pgbouncer.url, '/'), {
    kind: 'unavailable',
    message: /PgBouncer.*pool_mode.*statement.*transaction/,
  });
});
