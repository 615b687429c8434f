import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import tap, { test, type Test } from 'tap';
import { eventually, GatewayProcess } from '../gateway-process.ts';
import { startAccountingServer } from '../peers/freeradius-accounting.ts';
import { startPostgres } from '../peers/postgres.ts';
import { AccountingSource, receivedOf, sendSession } from '../radius/acct/accounting-source.ts';
import type { Attribute } from '../radius/packets.ts';

/* A gateway that passes accounting on is killed in the middle, or shares the work with another one. */

const secret = 'secret-of-the-nas';
const shared = 'secret-of-the-upstream';
const postgres = await startPostgres({ hasTypes: true });
tap.teardown(() => postgres.stop());

async function started(
  t: Test,
  environment: Readonly<Record<string, string>> = {},
): Promise<GatewayProcess> {
  const gateway = await GatewayProcess.start(environment);
  t.teardown(() => gateway.remove());
  return gateway;
}

async function configure(gateway: GatewayProcess, port: number): Promise<void> {
  await gateway.gate('POST', '/aaa_client/', { name: 'nas', address: '127.0.0.1', secret });
  const served = { handles_accounting: true, portal_accounting: true };
  const upstream = {
    name: 'isp',
    address: '127.0.0.1',
    acct_port: port,
    secret: shared,
    ...served,
  };
  const made = await gateway.gate('POST', '/aaa_upstream/', upstream);
  if (made.status >= 300) throw new Error(made.text);
}

async function source(t: Test, gateway: GatewayProcess): Promise<AccountingSource> {
  const nas = await AccountingSource.open({ port: gateway.acctPort, secret });
  t.teardown(() => nas.close());
  return nas;
}

function sessionsOf(nas: Pick<AccountingSource, 'send'>, name: string, interims: number) {
  return Array.from({ length: 10 }, async (_, number) => {
    const id = `${name}-${number}`;
    return [
      id,
      await sendSession(nas, { id, username: 'alice', interims, msBetween: 20 }),
    ] as const;
  });
}

/** Compares what the upstream has received with the packets that were answered. */
async function compare(
  t: Test,
  upstream: Awaited<ReturnType<typeof startAccountingServer>>,
  answered: ReadonlyMap<string, unknown>,
) {
  const last = await eventually(
    async () => {
      const details = await upstream.details();
      return [...answered].filter(
        ([session, packets]) => String(receivedOf(details, session)) !== String(packets),
      );
    },
    (different) => different.length === 0,
    60_000,
  );
  t.strictSame(last, []);
}

const stores = [
  ['sqlite', () => Promise.resolve({})],
  ['postgres', async () => ({ GATEHOUSE_DATABASE_URL: await postgres.createDatabase('killed') })],
] as const;

for (const [engine, environment] of stores)
  test(`on ${engine}, answered packets and their order survive a kill of the gateway while it forwards`, async (t) => {
    const upstream = await startAccountingServer(shared);
    t.teardown(() => upstream.remove());
    const gateway = await started(t, await environment());
    await configure(gateway, upstream.port);
    const nas = await source(t, gateway);
    const telling = Promise.all(sessionsOf(nas, 'killed', 30));
    for (let kill = 0; kill < 2; kill += 1) {
      await sleep(300);
      await gateway.signal('SIGKILL');
      await gateway.start();
    }
    await compare(t, upstream, new Map(await telling));
  });

test('two gateways on one PostgreSQL keep the order of sessions that send to both, though one of them is killed', async (t) => {
  const upstream = await startAccountingServer(shared);
  t.teardown(() => upstream.remove());
  const url = { GATEHOUSE_DATABASE_URL: postgres.url };
  const first = await started(t, url);
  // Another gateway learns of a new upstream within a second; what it takes until then is not for that upstream.
  await configure(first, upstream.port);
  const key = { GATEHOUSE_SECRET_KEY_FILE: join(first.folder, 'data', 'secret.key') };
  const second = await started(t, { ...url, ...key });
  const sources = [await source(t, first), await source(t, second)];
  let sent = 0;
  const alternating = {
    async send(attributes: readonly Attribute[]) {
      await sources[(sent += 1) % 2]?.send(attributes);
    },
  };
  const telling = Promise.all(sessionsOf(alternating, 'both', 30));
  await sleep(400);
  await first.signal('SIGKILL');
  await sleep(400);
  await first.start();
  await compare(t, upstream, new Map(await telling));
});

test('a portal session that was answered is forwarded from Start to Stop, though the gateway is killed at once', async (t) => {
  const upstream = await startAccountingServer(shared);
  t.teardown(() => upstream.remove());
  const gateway = await started(t);
  await configure(gateway, upstream.port);
  await gateway.gate('POST', '/access_point/', { name: 'ap', mac: 'AA:BB:CC:00:00:01' });
  await gateway.gate('POST', '/user/', { username: 'anna' });
  const device = { ap_mac: 'AA:BB:CC:00:00:01', mac: '02:00:00:00:00:01', ip: '10.0.0.5' };
  const { body } = await gateway.gate('POST', '/portal_login/', {
    uid: 'anna',
    timeout: 2,
    ...device,
  });
  await gateway.signal('SIGKILL');
  await sleep(3_000);
  await gateway.start();
  const names = [
    'Acct-Session-Id',
    'Acct-Status-Type',
    'Acct-Session-Time',
    'Acct-Terminate-Cause',
  ];
  // A Start that was sent before the kill is sent again after it.
  const forwarded = async () => {
    const all = (await upstream.details()).map((detail) =>
      names.map((name) => detail.get(name)?.[0]),
    );
    return all.filter((shown, at) => String(shown) !== String(all[at - 1]));
  };
  const shown = await eventually(forwarded, (found) => found.length >= 2, 60_000);
  t.strictSame(shown, [
    [body['session_id'], 'Start', undefined, undefined],
    [body['session_id'], 'Stop', '2', 'Session-Timeout'],
  ]);
});
