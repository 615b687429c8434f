import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import tap, { test } from 'tap';
import { attributeType } from '../../../src/protocol/radius/attribute-type.ts';
import { decodeText, firstValue, readPacket } from '../../../src/protocol/radius/packet.ts';
import { eventually, GatewayProcess, results, type Json } from '../../gateway-process.ts';
import { startFakeNas } from '../../peers/fake-nas.ts';
import type { Issued } from '../../peers/certificates.ts';
import { startFreeRadius } from '../../peers/freeradius.ts';
import { startPostgres } from '../../peers/postgres.ts';
import type { TlsRelay } from '../../peers/tls-relay.ts';
import { addTlsClient, checked, connectNas, openSession, prepareTls } from './radsec-fixture.ts';

/*
 * A NAS that is connected over TLS is asked over its connection. The octets are judged by FreeRADIUS, which stands behind the
 * NAS with the secret `radsec`, and requires a Message-Authenticator. Over UDP nothing must come.
 */

const [site, siteOnPostgres, postgres, freeRadius] = await Promise.all([
  prepareTls(),
  prepareTls(),
  startPostgres({ fsync: false, hasTypes: true }),
  startFreeRadius({ secret: 'radsec', stranger: 'stranger' }),
]);
const engines = {
  sqlite: { ...site, gateway: await GatewayProcess.start(site.environment) },
  postgres: {
    ...siteOnPostgres,
    gateway: await GatewayProcess.start({
      ...siteOnPostgres.environment,
      GATEHOUSE_DATABASE_URL: postgres.url,
    }),
  },
};
const trap = createSocket('udp4');
await once(trap.bind(0, '127.0.0.1'), 'listening');
let trapped = 0;
trap.on('message', () => (trapped += 1));
tap.teardown(async () => {
  await Promise.all(Object.values(engines).map(({ gateway }) => gateway.remove()));
  await Promise.all([freeRadius.stop(), postgres.stop()]);
  trap.close();
  for (const { authority } of Object.values(engines)) authority.remove();
});
const coa_port = trap.address().port;

/** Acct-Session-Id */
const sessionIn = (request: Buffer) => {
  const packet = readPacket(request);
  return typeof packet === 'string'
    ? packet
    : decodeText(firstValue(packet, attributeType.acctSessionId));
};

for (const [engine, { gateway, port, authority }] of Object.entries(engines)) {
  const own = authority.issue('nas 1', { names: 'DNS:nas1.example' });
  const ask = (id: string, what: 'disconnect' | 'coa', body: Json = {}) =>
    gateway.gate('POST', `/aaa_accounting/${id}/${what}/`, body);
  const changes = (id: string) =>
    gateway.gate('GET', `/aaa_authorization_change/?session=${id}`).then(results);
  const nasBefore = (device: number | null, from?: string) =>
    connectNas({ port, authority, own, device, ...(from !== undefined && { from }) });

  test(`${engine}: FreeRADIUS acknowledges and refuses requests over the connection, and reads their attributes`, async (t) => {
    await addTlsClient(gateway, '127.0.0.1', { coa_port, tls_name: 'nas1.example' });
    const nas = await nasBefore(freeRadius.port);
    t.teardown(() => nas.close());
    const [bob, stranger] = [
      await openSession(gateway, nas, { username: 'bob' }),
      await openSession(gateway, nas, { username: 'stranger' }),
    ];
    t.match((await ask(bob.id, 'disconnect')).body, {
      status: 'acknowledged',
      tries: 1,
      error_code: null,
    });
    const attributes = [
      { attribute: 'Session-Timeout', value: '600' },
      { attribute: 'Mikrotik-Rate-Limit', value: '1M/2M' },
    ];
    t.match((await ask(bob.id, 'coa', { attributes })).body, { status: 'acknowledged', tries: 1 });
    t.match((await ask(stranger.id, 'disconnect')).body, {
      status: 'refused',
      error_cause: 503,
      tries: 1,
    });
    const log = await freeRadius.log();
    for (const expected of [
      'Received Disconnect-Request',
      'Received CoA-Request',
      `Acct-Session-Id = "${bob.session}"`,
      'User-Name = "bob"',
      'Session-Timeout = 600',
      'Mikrotik-Rate-Limit = "1M/2M"',
    ])
      t.match(log, expected);
    t.equal(nas.received.length, 3);
    t.equal(trapped, 0, 'nothing over UDP');
  });

  test(`${engine}: a client that is not connected gets no request by any transport until it connects`, async (t) => {
    const nas = await nasBefore(freeRadius.port);
    const { id: user, username } = (await gateway.gate('POST', '/user/', { username: 'carol' }))
      .body;
    const [session, asked] = [
      await openSession(gateway, nas, { username: String(username) }),
      await openSession(gateway, nas, { username: 'bob' }),
    ];
    const store = await gateway.openStore();
    t.teardown(() => store.close());
    await checked(store);
    await nas.close();
    const answer = await ask(asked.id, 'disconnect');
    t.equal(answer.status, 200);
    const error_message = 'The client is not connected over TLS.';
    t.match(answer.body, { status: 'failed', error_code: 'unreachable', error_message, tries: 0 });
    await gateway.gate('PATCH', `/user/${String(user)}/`, { is_active: false });
    const waiting = await eventually(
      () => changes(session.id),
      ([row]) => row?.['error_code'] === 'unreachable',
    );
    t.match(waiting, [
      { status: 'scheduled', trigger: 'user_disabled', error_message, tries: 0, completed: null },
    ]);
    t.ok(
      Date.parse(String(waiting[0]?.['next_try'])) > Date.now() + 15_000,
      'as long as one over UDP rests',
    );
    const again = await nasBefore(freeRadius.port);
    t.teardown(() => again.close());
    const done = await eventually(
      () => changes(session.id),
      ([row]) => row?.['completed'] !== null,
    );
    t.match(done, [{ status: 'acknowledged', error_code: null, error_message: null, tries: 1 }]);
    t.equal(trapped, 0, 'nothing over UDP');
  });

  test(`${engine}: the end of a connection ends its requests at once`, async (t) => {
    const nas = await nasBefore(null);
    const { id } = await openSession(gateway, nas, { username: 'bob' });
    const began = performance.now();
    const answer = ask(id, 'disconnect');
    await eventually(
      () => Promise.resolve(nas.received.length),
      (count) => count === 1,
    );
    await nas.close();
    t.match((await answer).body, { status: 'no_answer', tries: 1, error_code: null });
    t.ok(performance.now() - began < 10_000);
  });

  test(`${engine}: in a network of NASes the request goes to the NAS of the session`, async (t) => {
    await addTlsClient(gateway, '127.0.1.0/24', { coa_port });
    const [one, other] = [
      await nasBefore(freeRadius.port, '127.0.1.1'),
      await nasBefore(freeRadius.port, '127.0.1.2'),
    ];
    t.teardown(() => Promise.all([one.close(), other.close()]));
    const gone = await nasBefore(null, '127.0.1.3');
    const [here, away] = [
      await openSession(gateway, one, { username: 'bob', address: [127, 0, 1, 1] }),
      await openSession(gateway, gone, { username: 'bob', address: [127, 0, 1, 3] }),
    ];
    await gone.close();
    t.match((await ask(here.id, 'disconnect')).body, { status: 'acknowledged' });
    t.same([one.received.length, other.received.length], [1, 0]);
    const error_message = 'The NAS 127.0.1.3 is not connected over TLS.';
    t.match((await ask(away.id, 'disconnect')).body, {
      status: 'failed',
      error_code: 'unreachable',
      error_message,
    });
    t.same([one.received.length, other.received.length, trapped], [1, 0, 0]);
  });

  const another = authority.issue('nas 2', { names: 'DNS:nas2.example' });
  for (const [words, row, from, { certificate, addresses }] of [
    ['in a network', '127.0.2.0/24', '127.0.2.1', { certificate: another, addresses: [1, 2] }],
    [
      'in a network, with one certificate',
      '127.0.3.0/24',
      '127.0.3.1',
      { certificate: own, addresses: [1, 2] },
    ],
    [
      'in a network, with one private address',
      '127.0.4.0/24',
      '127.0.4.1',
      { certificate: another, addresses: [1, 1] },
    ],
    ['of one client', '127.0.5.1', '127.0.5.1', { certificate: own, addresses: [1, 2] }],
  ] as const)
    test(`${engine}: two NASes ${words} behind one source address get requests for their own sessions only`, async (t) => {
      await addTlsClient(gateway, row, { coa_port });
      const connect = (shown: Issued) =>
        connectNas({ port, authority, own: shown, device: freeRadius.port, from });
      const [one, other] = [await connect(own), await connect(certificate)];
      t.teardown(() => Promise.all([one.close(), other.close()]));
      const open = (nas: TlsRelay, last: number) =>
        openSession(gateway, nas, { username: 'bob', address: [10, 0, 0, last] });
      const [early, late] = [await open(one, addresses[0]), await open(other, addresses[1])];
      for (const { id } of [early, late])
        t.match((await ask(id, 'disconnect')).body, { status: 'acknowledged', tries: 1 });
      const asked = () =>
        [one, other].map(({ received }) => received.map((request) => sessionIn(request)));
      t.same(asked(), [[early.session], [late.session]]);
      await one.close();
      t.match((await ask(early.id, 'disconnect')).body, {
        status: 'failed',
        error_code: 'unreachable',
        tries: 0,
      });
      t.same(
        asked(),
        [[early.session], [late.session]],
        'and the other NAS is not asked in its place',
      );
    });
}

test('a client that changes to UDP gets requests there, with its own secret', async (t) => {
  const { gateway, port, authority } = engines.sqlite;
  const device = await startFakeNas('a-secret-of-22-octets!');
  t.teardown(() => device.stop());
  const client = await addTlsClient(gateway, '127.0.0.7', { coa_port: device.port });
  const nas = await connectNas({
    port,
    authority,
    own: authority.issue('nas 7'),
    device: null,
    from: '127.0.0.7',
  });
  t.teardown(() => nas.close());
  const { id } = await openSession(gateway, nas, { username: 'bob' });
  await gateway.gate('PATCH', `/aaa_client/${client}/`, { transport: 'udp', address: '127.0.0.1' });
  t.match((await gateway.gate('POST', `/aaa_accounting/${id}/disconnect/`, {})).body, {
    status: 'acknowledged',
  });
  t.equal(device.received.length, 1);
  t.same(device.faults, []);
  t.equal(nas.received.length, 0);
});
