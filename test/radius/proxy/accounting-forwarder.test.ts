import { setTimeout as sleep } from 'node:timers/promises';
import tap, { test, type Test } from 'tap';
import { Secret } from '../../../src/contract/secret.ts';
import { eventually } from '../../gateway-process.ts';
import { startAccountingServer, type AccountingServer } from '../../peers/freeradius-accounting.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { AccountingSource, receivedOf, sendSession } from '../acct/accounting-source.ts';
import { type Attribute } from '../packets.ts';
import { secret, startSite, type Site } from '../fixture.ts';

/* Accounting is forwarded to FreeRADIUS, which writes detail files. */

const shared = 'shared-with-upstream';
const postgres = await startPostgres({ fsync: false });
tap.teardown(() => postgres.stop());
let databases = 0;

/** A site and its NAS; both end with the test. */
async function bench(
  t: Test,
  database: string,
  config = {},
): Promise<{ site: Site; nas: AccountingSource }> {
  databases += 1;
  const url =
    database === 'sqlite' ? database : await postgres.createDatabase(`forwarding_${databases}`);
  const site = await startSite({ database: url, config });
  const nas = await AccountingSource.open({ port: site.server.acctAddress.port, secret });
  t.teardown(async () => {
    await nas.close();
    await site.stop();
  });
  return { site, nas };
}

async function server(t: Test): Promise<AccountingServer> {
  const started = await startAccountingServer(shared);
  t.teardown(() => started.remove());
  return started;
}

async function addUpstream(
  site: Site,
  fields: Readonly<Record<string, unknown>> & { readonly acct_port: number },
): Promise<number> {
  const { store, vault } = site.gateway;
  const now = Date.now();
  const values = {
    organization: 1,
    name: `upstream ${fields.acct_port}`,
    address: '127.0.0.1',
    handles_accounting: 1 as const,
    secret: vault.seal(new Secret(shared), 'aaa_upstream.secret'),
    created: now,
    last_change: now,
    ...fields,
  };
  const [written] = await store.write([
    store.db.insertInto('aaa_upstream').values(values).returning('id'),
  ]);
  await site.gateway.changes.publish('aaa_upstream');
  return Number(written?.rows[0]?.['id']);
}

async function waiting({ store }: Site): Promise<number> {
  const query = store.db
    .selectFrom('aaa_forward')
    .select(({ fn }) => fn.countAll<number>().as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

function emptied(site: Site, withinMs = 60_000): Promise<number> {
  return eventually(
    () => waiting(site),
    (count) => count === 0,
    withinMs,
  );
}

async function tellAll(nas: AccountingSource, sessions: readonly string[], interims: number) {
  const sent = sessions.map(
    async (id) => [id, await sendSession(nas, { id, username: 'alice@isp', interims })] as const,
  );
  return new Map(await Promise.all(sent));
}

/** A packet of a session of bob's, who belongs to no realm. */
function packetOf(session: string, status: number, seconds = 0): Attribute[] {
  return [
    ...([
      [40, status],
      [44, session],
      [1, 'bob'],
      [46, seconds],
    ] as const),
  ];
}

function named(prefix: string, many: number): readonly string[] {
  return Array.from({ length: many }, (_, number) => `${prefix}-${number}`);
}

for (const database of ['sqlite', 'postgres']) {
  test(`${database}: a packet arrives as received, with a Proxy-State and its time in the queue as Acct-Delay-Time`, async (t) => {
    const [{ site, nas }, upstream] = [await bench(t, database), await server(t)];
    await addUpstream(site, { acct_port: upstream.port });
    const stamp = 1_700_000_000;
    await nas.send([
      [40, 3] as const,
      [44, 'intact'] as const,
      [1, 'Alice@ISP.example'] as const,
      [55, stamp] as const,
      [25, Buffer.from([0, 255, 1])] as const,
      [26, Buffer.from('00000009010a' + '613d62633d646566', 'hex')] as const,
      [200, Buffer.from('beef', 'hex')] as const,
      [33, 'of the NAS'] as const,
      [41, 5] as const,
      [31, 'aa-bb'] as const,
    ]);
    t.equal(await emptied(site), 0);
    const details = await upstream.details();
    t.equal(details.length, 1);
    const of = (name: string) => details[0]?.get(name);
    t.strictSame(of('User-Name'), ['Alice@ISP.example']);
    t.strictSame(of('Class'), ['0x00ff01']);
    t.strictSame(of('Cisco-AVPair'), ['a=bc=def']);
    t.strictSame(of('Attr-200'), ['0xbeef']);
    t.strictSame(of('Calling-Station-Id'), ['aa-bb']);
    t.equal(Date.parse(of('Event-Timestamp')?.[0] ?? ''), stamp * 1000);
    t.strictSame(
      of('Acct-Delay-Time')
        ?.map(Number)
        .map((delay) => delay >= 5 && delay < 30),
      [true],
    );
    t.equal(of('Proxy-State')?.length, 2);
    t.equal(of('Proxy-State')?.[0], `0x${Buffer.from('of the NAS').toString('hex')}`);
  });

  test(`${database}: every acknowledged packet arrives in order, although the upstream is down in between`, async (t) => {
    const [{ site, nas }, upstream] = [await bench(t, database), await server(t)];
    await addUpstream(site, { acct_port: upstream.port });
    const before = tellAll(nas, named('before', 20), 20);
    await sleep(200);
    await upstream.stop();
    const sent = new Map([...(await before), ...(await tellAll(nas, named('away', 20), 3))]);
    t.ok((await waiting(site)) > 0, 'packets wait');
    await upstream.start();
    t.equal(await emptied(site), 0);
    const details = await upstream.details();
    for (const [session, packets] of sent)
      t.strictSame(receivedOf(details, session), packets, session);
    const delays = details.map((detail) => Number(detail.get('Acct-Delay-Time')?.[0]));
    t.ok(Math.max(...delays) >= 1, 'packets that were queued have an Acct-Delay-Time');
  });

  test(`${database}: with a wrong secret no packet leaves the queue, and with the right one all arrive`, async (t) => {
    const [{ site, nas }, upstream] = [await bench(t, database), await server(t)];
    const { vault, store } = site.gateway;
    const wrong = vault.seal(new Secret('something else'), 'aaa_upstream.secret');
    const id = await addUpstream(site, { acct_port: upstream.port, secret: wrong });
    const sent = await tellAll(nas, named('secret', 5), 1);
    await sleep(3_000);
    t.equal(await waiting(site), 15);
    const right = vault.seal(new Secret(shared), 'aaa_upstream.secret');
    await store.write([
      store.db
        .updateTable('aaa_upstream')
        .set({ secret: right, last_change: Date.now() })
        .where('id', '=', id),
    ]);
    t.equal(await emptied(site), 0);
    const details = await upstream.details();
    for (const [session, packets] of sent)
      t.strictSame(receivedOf(details, session), packets, session);
  });
}

test('while the first upstream of a pool is down the second gets the packets, and no packet is sent to both', async (t) => {
  const [{ site, nas }, preferred, other] = [
    await bench(t, 'sqlite'),
    await server(t),
    await server(t),
  ];
  await addUpstream(site, { acct_port: other.port, priority: 2 });
  await addUpstream(site, { acct_port: preferred.port, priority: 1 });
  const first = await tellAll(nas, ['one'], 0);
  t.equal(await emptied(site), 0);
  await preferred.stop();
  const second = await tellAll(nas, ['two'], 0);
  t.equal(await emptied(site), 0);
  t.strictSame(receivedOf(await preferred.details(), 'one'), first.get('one'));
  t.strictSame(receivedOf(await preferred.details(), 'two'), []);
  t.strictSame(receivedOf(await other.details(), 'one'), []);
  t.strictSame(receivedOf(await other.details(), 'two'), second.get('two'));
});

test('users go to the upstream of their realm, stripped where configured, and all others to the default one', async (t) => {
  const [{ site, nas }, ofRealm, ofAll] = [
    await bench(t, 'sqlite'),
    await server(t),
    await server(t),
  ];
  await addUpstream(site, { acct_port: ofRealm.port, realm: 'ISP.example', strip_realm: 1 });
  await addUpstream(site, { acct_port: ofAll.port });
  await nas.send([
    [40, 1],
    [44, 's1'],
    [1, 'eve@isp.EXAMPLE'],
  ]);
  await nas.send([
    [40, 1],
    [44, 's2'],
    [1, 'eve@elsewhere'],
  ]);
  await nas.send([
    [40, 1],
    [44, 's3'],
    [1, 'eve'],
  ]);
  await nas.send([
    [40, 7],
    [44, 'on'],
  ]);
  t.equal(await emptied(site), 0);
  const namesAt = async (at: AccountingServer) =>
    (await at.details()).map((detail) => detail.get('User-Name')?.[0] ?? 'of the NAS');
  t.strictSame(await namesAt(ofRealm), ['eve', 'of the NAS']);
  t.strictSame((await namesAt(ofAll)).sort(), ['eve', 'eve@elsewhere', 'of the NAS'].sort());
});

test('Accounting-On is sent after all earlier packets of the NAS, and before all later ones', async (t) => {
  const [{ site, nas }, upstream] = [await bench(t, 'sqlite'), await server(t)];
  await addUpstream(site, { acct_port: upstream.port });
  await upstream.stop();
  for (const session of named('old', 30)) await nas.send(packetOf(session, 3));
  await nas.send([
    [40, 7],
    [44, 'on'],
  ]);
  for (const session of named('new', 30)) await nas.send(packetOf(session, 1));
  await upstream.start();
  t.equal(await emptied(site), 0);
  const forwarded = (await upstream.details()).map(
    (detail) => detail.get('Acct-Session-Id')?.[0]?.replace(/-.*/, '') ?? '',
  );
  t.strictSame(
    forwarded.filter((name, position) => name !== forwarded[position - 1]),
    ['old', 'on', 'new'],
  );
});

test('packets without session and sessions of unknown users are forwarded, too', async (t) => {
  const [{ site, nas }, upstream] = [await bench(t, 'sqlite'), await server(t)];
  await addUpstream(site, { acct_port: upstream.port });
  await nas.send([
    [40, 9],
    [44, 'tunnel'],
  ]);
  await nas.send([
    [40, 15],
    [44, 'failed'],
  ]);
  t.equal(await emptied(site), 0);
  const details = await upstream.details();
  t.strictSame(details.map((detail) => detail.get('Acct-Session-Id')?.[0]).sort(), [
    'failed',
    'tunnel',
  ]);
});

test('upstreams of another organization, inactive upstreams and upstreams without accounting get no packets', async (t) => {
  const { site, nas } = await bench(t, 'sqlite');
  await addUpstream(site, { acct_port: 1, name: 'of others', organization: 2 });
  await addUpstream(site, { acct_port: 1, name: 'off', is_active: 0 });
  await addUpstream(site, { acct_port: 1, name: 'authentication', handles_accounting: 0 });
  await nas.send(packetOf('unserved', 1));
  t.equal(await waiting(site), 0);
});

test('a queue reserves its last quarter for Starts and Stops; dropped packets are still recorded', async (t) => {
  const { site, nas } = await bench(t, 'sqlite', { FORWARD_ROWS: '1000' });
  await addUpstream(site, { acct_port: 1 });
  // What waits is counted now and then, and carried on in memory in between: a packet or two may be more than the bound.
  const isAbout = (found: number, bound: number) =>
    t.ok(found >= bound && found <= bound + 2, `${found} of ${bound}`);
  for (let packet = 0; packet < 760; packet += 1) await nas.send(packetOf('filling', 3, packet));
  isAbout(await waiting(site), 750);
  for (let packet = 0; packet < 260; packet += 1) await nas.send(packetOf(`more-${packet}`, 1));
  const kept = await waiting(site);
  isAbout(kept, 1000);
  t.equal(await site.counted('gatehouse_forward_dropped_total', { reason: 'full' }), 1020 - kept);
  const { count } = await site.store.db
    .selectFrom('aaa_accounting')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  t.equal(count, 261);
});
