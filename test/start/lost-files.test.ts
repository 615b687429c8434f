import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import tap, { test } from 'tap';
import { loopbackConfig } from '../loopback-config.ts';
import { endThreads } from '../store/stores.ts';
import { startGateway, type RunningGateway } from '../../src/start/main.ts';
import { Secret } from '../../src/contract/secret.ts';
import { lockDirectory } from '../../src/installation/directory-lock.ts';
import { siblingModule } from '../../src/runtime/package-root.ts';

/* A gateway whose files are lost, damaged or in use does not start, and names the file and the way back. */

const root = mkdtempSync(join(tmpdir(), 'gatehouse-startup-'));
tap.teardown(() => {
  rmSync(root, { recursive: true });
});

function start(data: string, options = {}): Promise<RunningGateway> {
  const config = loopbackConfig({ GATEHOUSE_DATA_DIR: data });
  return startGateway(config, options);
}

/** Polls until an answer is wanted, more often than a store is down for: a fifth of a second. */
async function eventually<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer) || performance.now() > deadline) return answer;
    await sleep(5);
  }
}

/** Returns why a gateway does not start. */
async function refusal(data: string): Promise<string> {
  try {
    const running = await start(data);
    await running.stop();
    return 'it starts';
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown';
  }
}

/** Copies a directory. By a process of its own: a file that is closed here would lose the locks of the gateway here. */
function copyOf(data: string, name: string): string {
  const copy = join(root, name);
  execFileSync('cp', ['-r', data, copy]);
  return copy;
}

async function countClients({ gateway }: RunningGateway): Promise<number> {
  return (await gateway.store.db.selectFrom('aaa_client').select('id').execute()).length;
}

/** A data directory as a kill leaves it: the last write, with a sealed secret, is in the write-ahead log only. */
async function createKilled(): Promise<string> {
  const data = join(root, 'first');
  const running = await start(data);
  const { store, vault } = running.gateway;
  // The next mark is due.
  await sleep(300);
  const secret = vault.seal(new Secret('a secret'), 'aaa_client.secret');
  const client = { organization: 1, name: 'nas', address: '192.0.2.1', secret };
  await store.write([
    store.db.insertInto('aaa_client').values({ ...client, created: 1, last_change: 1 }),
  ]);
  const copy = copyOf(data, 'killed');
  await running.stop();
  const sizes = statSync(join(data, 'gatehouse.db-wal'), { throwIfNoEntry: false })?.size ?? 0;
  tap.equal(sizes, 0, 'a stop empties the write-ahead log');
  return copy;
}

const killed = await createKilled();

test('after a kill the gateway starts with the written rows', async (t) => {
  const running = await start(copyOf(killed, 'restart'));
  t.equal(await countClients(running), 1);
  t.equal(running.tokenFile, null);
  await running.stop();
});

const losses: readonly (readonly [
  what: string,
  damage: (data: string, file: string) => void,
  reason: RegExp,
])[] = [
  [
    'a write-ahead log that is gone',
    (_data, file) => {
      for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true });
    },
    /gatehouse\.db lacks writes that it had .*gatehouse\.db-wal is lost or damaged.* remove .*gatehouse\.db\.mark/,
  ],
  [
    'a write-ahead log that is garbage',
    (_data, file) => {
      writeFileSync(`${file}-wal`, Buffer.alloc(100_000, 0xa5));
    },
    /gatehouse\.db lacks writes that it had/,
  ],
  [
    'an empty file',
    (_data, file) => {
      for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true });
      truncateSync(file, 0);
    },
    /gatehouse\.db is empty, but a gateway has run here before: gateway-id, secret\.key, admin-token in .*backup.*--new-store/,
  ],
  [
    'a removed file',
    (_data, file) => {
      for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
    },
    /gatehouse\.db is missing, but a gateway has run here/,
  ],
  [
    'a removed file beside the gateway-id alone',
    (data, file) => {
      for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
      for (const name of ['admin-token', 'secret.key']) rmSync(join(data, name));
    },
    /missing, but a gateway has run here before: gateway-id in /,
  ],
  [
    'a store without users',
    (_data, file) => {
      const database = new Database(file);
      database.exec('delete from aaa_client; delete from user; delete from organization');
      database.close();
    },
    /the store has no user, but a gateway has run here/,
  ],
  [
    'the database of another program',
    (_data, file) => {
      for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
      const database = new Database(file);
      database.exec('create table places (url text)');
      database.close();
    },
    /gatehouse\.db is a database of another program \(tables places\)/,
  ],
  [
    'a file that is no database',
    (_data, file) => {
      for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true });
      writeFileSync(file, 'some text '.repeat(1_000));
    },
    /gatehouse\.db cannot be read as a store: .*\. Put back a backup$/,
  ],
  [
    'a file that is no database beside copies of upgrades',
    (_data, file) => {
      for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true });
      for (const copy of ['.before-0007-x', '.before-0009-y', '.before-0011-z.new'])
        writeFileSync(file + copy, '');
      writeFileSync(file, 'some text '.repeat(1_000));
    },
    /Put back a backup or the copy of an upgrade \S+\.before-0007-x or the copy of an upgrade \S+\.before-0009-y$/,
  ],
  [
    'a file cut to half',
    (_data, file) => {
      new Database(file).close();
      truncateSync(file, Math.floor(statSync(file).size / 8192) * 4096);
    },
    /gatehouse\.db (cannot be read as a store: .*malformed|is damaged)/,
  ],
  [
    'a file with damaged pages',
    (_data, file) => {
      new Database(file).close();
      const octets = readFileSync(file);
      octets.fill(0x5a, 40_960, 400_000);
      writeFileSync(file, octets);
    },
    /gatehouse\.db (cannot be read as a store|is damaged)/,
  ],
  [
    'a missing key',
    (data) => {
      rmSync(join(data, 'secret.key'));
    },
    /secret\.key is missing, but the store has values sealed with the key [0-9a-f]{8}.*Put the key file/,
  ],
  [
    'the key of another store',
    (data) => {
      writeFileSync(join(data, 'secret.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`);
    },
    /secret\.key has the key [0-9a-f]{8}, but the store has values sealed with the key [0-9a-f]{8}/,
  ],
];

for (const [position, [what, damage, reason]] of losses.entries())
  test(`${what} is refused, and refused again`, async (t) => {
    const data = copyOf(killed, `lost-${position}`);
    const token = readFileSync(join(data, 'admin-token'), 'utf8');
    damage(data, join(data, 'gatehouse.db'));
    t.match(await refusal(data), reason);
    t.match(await refusal(data), reason);
    if (what !== 'a removed file beside the gateway-id alone')
      t.equal(readFileSync(join(data, 'admin-token'), 'utf8'), token, 'the token stays');
  });

test('a lost store is replaced by an empty one on demand', async (t) => {
  const data = copyOf(killed, 'anew');
  for (const ending of ['', '-wal', '-shm', '.mark'])
    rmSync(join(data, `gatehouse.db${ending}`), { force: true });
  const running = await start(data, { mayReplaceStore: true });
  t.equal(running.tokenFile, join(data, 'admin-token'));
  t.equal(await countClients(running), 0);
  await running.stop();
  t.equal(await refusal(data), 'it starts');
});

test('a first start that was killed before its administrator was stored continues', async (t) => {
  const data = copyOf(killed, 'interrupted');
  const database = new Database(join(data, 'gatehouse.db'));
  database.exec('delete from aaa_client; delete from user; delete from organization');
  database.close();
  for (const name of ['gateway-id', 'secret.key']) rmSync(join(data, name));
  const running = await start(data);
  t.equal(running.tokenFile, join(data, 'admin-token'));
  await running.stop();
});

test('two gateways do not share a data directory; a kill frees it', async (t) => {
  const data = copyOf(killed, 'locked');
  const lock = siblingModule('../../src/installation/directory-lock', import.meta.url).href;
  const script = `const { lockDirectory } = await import(${JSON.stringify(lock)});
    globalThis.held = await lockDirectory(${JSON.stringify(data)}); console.log('locked'); setInterval(() => 0, 1000)`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  t.match(
    await refusal(data),
    new RegExp(`locked is in use by another gateway \\(process ${holder.pid}\\)`),
  );
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const own = await lockDirectory(data);
  t.match(await refusal(data), /is in use by another gateway/, 'in one process too');
  own.release();
  t.equal(await refusal(data), 'it starts');
});

test('/readyz writes once a second at most, and gives reasons to callers with a token only', async (t) => {
  const data = copyOf(killed, 'probes');
  const running = await start(data);
  const { store } = running.gateway;
  const beats = async () => {
    const [row] = await store.read<{ beat: number }>({
      sql: 'select beat from heartbeat',
      parameters: [],
    });
    return row?.beat ?? 0;
  };
  const ask = async (path: string, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const reply = await fetch(`http://127.0.0.1:${running.http.port}${path}`, { headers });
    return { status: reply.status, body: await reply.json() };
  };
  const token = readFileSync(join(data, 'admin-token'), 'utf8').trim();
  const before = await beats();
  const began = performance.now();
  t.match(await ask('/readyz', token), { status: 200, body: { parts: { store: 'ok' } } });
  const answers = await Promise.all(Array.from({ length: 200 }, () => ask('/readyz')));
  const probes = (await beats()) - before;
  t.ok(probes <= 1 + (performance.now() - began) / 1_000, `${probes} probes`);
  t.ok(answers.every(({ status }) => status === 200));
  t.match(await ask('/healthz'), { status: 200 });
  void endThreads();
  const healthz = () => ask('/healthz');
  t.match(await eventually(healthz, ({ status }) => status === 503), { status: 503 });
  t.match(await eventually(healthz, ({ status }) => status === 200), { status: 200 });
  await running.stop();
});
