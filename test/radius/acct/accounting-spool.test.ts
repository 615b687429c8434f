import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { asFault } from '../../../src/contract/errors.ts';
import { readSpool, Spool } from '../../../src/store/spool.ts';
import { spoolFile } from '../../../src/store/spool-file.ts';
import { eventually, GatewayProcess } from '../../gateway-process.ts';
import { query as queryOn, signalAll, startPostgres } from '../../peers/postgres.ts';
import { radclient, secret } from '../fixture.ts';

/* Accounting while the database hangs, over a kill of the gateway, and replayed twice. A real server and radclient. */

const postgres = await startPostgres({ isShared: false, fsync: false, isInMemory: true });
const gateway = await GatewayProcess.start({
  GATEHOUSE_DATABASE_URL: postgres.url,
  GATEHOUSE_RADIUS_SPOOL_MEGABYTES: '1',
});
const dataFolder = join(gateway.folder, 'data');
const file = spoolFile(dataFolder);
tap.teardown(async () => {
  await gateway.remove();
  await postgres.stop();
});

const unlimited = { octets: 1e9, ageMs: 1e9 };
const client = { name: 'nas', address: '127.0.0.1', secret };

async function send(lines: readonly string[]): Promise<boolean> {
  const { output } = await radclient({
    command: 'acct',
    attributes: lines.join('\n'),
    to: { address: '127.0.0.1', port: gateway.acctPort },
    seconds: 30,
  });
  return output.includes('Received Accounting-Response');
}

const session = (id: string, status: string, more: readonly string[] = []) =>
  send([
    `Acct-Session-Id = "${id}"`,
    `User-Name = "anna"`,
    `Acct-Status-Type = ${status}`,
    'NAS-IP-Address = 192.0.2.1',
    'Calling-Station-Id = "02-00-00-00-00-0A"',
    ...more,
  ]);

const query = (text: string) => queryOn(postgres.url, text);

const sessions = () =>
  query(
    `select acctsessionid, acctstarttime is not null as has_start, acctstoptime is not null as is_over,
      acctsessiontime, acctinputoctets, acctterminatecause, heard_at from aaa_accounting order by acctsessionid`,
  );
const packets = () => query('select acctstatustype, datetime from aaa_packet order by id');
const counted = async (name: string) => {
  const { text } = await gateway.ask('GET', '/metrics', { token: gateway.token });
  return Number(new RegExp(`^gatehouse_accounting_spool_${name} (.*)$`, 'm').exec(text)?.[1]);
};
const untilReplayed = () =>
  eventually(
    () => counted('packets'),
    (count) => count === 0,
  );

test('packets are answered while the database hangs, and recorded after a kill of the gateway', async (t) => {
  t.equal((await gateway.gate('POST', '/aaa_client/', client)).status, 201);
  t.ok(await session('a', 'Start'));
  t.equal(existsSync(file), true);
  const stored = await eventually(sessions, (rows) => rows.length === 1);
  t.equal(stored.length, 1);
  signalAll(postgres, 'SIGSTOP');
  const used = ['Acct-Session-Time = 60', 'Acct-Input-Octets = 1000'];
  t.ok(await session('a', 'Interim-Update', used), 'the one that finds out');
  t.ok(await session('b', 'Start'));
  t.ok(
    await session('b', 'Stop', [...used, 'Acct-Terminate-Cause = User-Request']),
    'and those after it',
  );
  t.ok(await send(['Acct-Status-Type = Accounting-On', 'NAS-IP-Address = 192.0.2.9']));
  await gateway.signal('SIGKILL');
  t.match(readSpool(file), { entries: 4, setAside: 0 });
  copyFileSync(file, join(gateway.folder, 'copy.db'));
  copyFileSync(`${file}-wal`, join(gateway.folder, 'copy.db-wal'));
  signalAll(postgres, 'SIGCONT');
  await gateway.start();
  t.equal(await untilReplayed(), 0);
  t.match(await sessions(), [
    { acctsessionid: 'a', has_start: true, is_over: false, acctinputoctets: '1000' },
    {
      acctsessionid: 'b',
      is_over: true,
      acctsessiontime: '60',
      acctinputoctets: '1000',
      acctterminatecause: 'User-Request',
    },
  ]);
  t.match(await packets(), [{ acctstatustype: 'Accounting-On' }]);
});

test('a spool that is replayed once more changes nothing, and what is no packet is set aside', async (t) => {
  const before = [await sessions(), await packets()];
  await gateway.signal('SIGTERM');
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
  copyFileSync(join(gateway.folder, 'copy.db'), file);
  copyFileSync(join(gateway.folder, 'copy.db-wal'), `${file}-wal`);
  const spool = new Spool(file, unlimited);
  const context = JSON.stringify({ client: {}, address: '127.0.0.1' });
  await spool.add({ received: 1, context, octets: Buffer.from('no packet') });
  await spool.close();
  await gateway.start();
  t.equal(await untilReplayed(), 0);
  t.same([await sessions(), await packets()], before);
  t.equal(await counted('set_aside'), 1);
  t.match(gateway.output, 'its octets are no packet');
});

async function setReadOnly(isReadOnly: boolean): Promise<void> {
  await query(`alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
  await query('select pg_reload_conf()');
}

test('a database that takes no writes is one that is away', async (t) => {
  await setReadOnly(true);
  // Each process of the server reads its configuration when it is next asked for something.
  const held = async () => {
    t.ok(await session('c', 'Start'));
    return readSpool(file).entries;
  };
  t.ok((await eventually(held, (count) => count > 0)) > 0);
  await setReadOnly(false);
  t.equal(await untilReplayed(), 0);
  t.equal((await sessions()).length, 3);
});

test('a spool takes no more than its limits', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-spool-'));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  const spool = new Spool(spoolFile(folder), { octets: 250, ageMs: 1000 });
  const add = (received: number) =>
    spool.add({ received, context: '{}', octets: Buffer.alloc(98) }).then(
      () => 'added',
      (error: unknown) => asFault(error)?.kind,
    );
  t.equal(await add(1000), 'added');
  t.equal(await add(2001), 'unavailable', 'the oldest is too old');
  t.equal(await add(2000), 'added');
  t.equal(await add(2000), 'added', 'the limit is reached with an entry, not before it');
  t.equal(await add(2000), 'unavailable', 'it is full');
  await spool.remove(spool.first(2));
  t.match(spool.content, { entries: 1, octets: 100, oldest: 2000 });
  t.equal(await add(2000), 'added');
  await spool.close();
  t.match(readSpool(spoolFile(folder)), { entries: 2, octets: 200 });
});
