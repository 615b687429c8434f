import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import tap, { test, type Test } from 'tap';
import type { ReverseCoaRequest } from '../../../src/protocol/radius/reverse-coa-client.ts';
import { eventually } from '../../gateway-process.ts';
import { Authority } from '../../peers/certificates.ts';
import { startFakeNas } from '../../peers/fake-nas.ts';
import { startTlsRelay } from '../../peers/tls-relay.ts';
import { startSite } from '../fixture.ts';
import { encoded, randomPacket, randomSignedPacket, signedPacket } from '../packets.ts';

/* CoA and Disconnect by the connection that a client has made, against a NAS behind it that does its own arithmetic. */

const authority = new Authority();
const server = authority.issue('gateway.example', { names: 'DNS:gateway.example' });
const own = authority.issue('nas 1', { names: 'DNS:nas1.example' });
const site = await startSite({
  config: {
    TLS_PORT: '0',
    TLS_CERTIFICATE: server.certificate,
    TLS_KEY: server.key,
    TLS_CA: authority.file,
  },
});
const device = await startFakeNas('radsec');
const client = await site.addClient('127.0.0.1', {
  name: 'over TLS',
  transport: 'tls',
  tls_name: 'nas1.example',
});
await site.server.reload();
tap.teardown(async () => {
  await site.stop();
  await device.stop();
  authority.remove();
});

const connected = async (t: Test, { behind = device.port }: { behind?: number | null } = {}) => {
  const identity = { ca: authority.ca, cert: own.cert, key: own.keyText };
  const nas = await startTlsRelay({
    connection: { port: site.server.bound.tls[0]?.port, ...identity },
    device: behind,
  });
  t.teardown(() => nas.close());
  // What is answered has been let in.
  await nas.ask(statusServer());
  return nas;
};
const statusServer = (identifier = 0) =>
  randomSignedPacket('radsec', { code: 12, identifier, attributes: [] });
const requestOptions = (more: Partial<ReverseCoaRequest> = {}): ReverseCoaRequest => ({
  kind: 'disconnect',
  attributes: encoded([[44, 'S1']]),
  at: new Date(),
  timeoutMs: 30_000,
  signal: new AbortController().signal,
  ...more,
});
/** A session of the client that no connection has sent accounting of. */
const unknown = { client, acctuniqueid: 'unknown', nasipaddress: '127.0.0.1', nasidentifier: null };
const found = () => site.server.radsecConnections.find({ session: unknown, address: null });
const ask = async (more: Partial<ReverseCoaRequest> = {}) => {
  const connection = found();
  if (!connection) throw new Error('the client is not connected');
  return connection.sendRequest(requestOptions(more));
};
/** Encodes the Disconnect-ACK, without attributes, to a request. */
const answerTo = (request: Buffer) => {
  const answer = Buffer.concat([
    Buffer.from([41, request.readUInt8(1), 0, 20]),
    request.subarray(4, 20),
  ]);
  createHash('md5').update(answer).update('radsec').digest().copy(answer, 4);
  return answer;
};
const bent = (octets: Buffer) => {
  octets.writeUInt8(octets.readUInt8(4) ^ 1, 4);
  return octets;
};
const receivedBy = (nas: { readonly received: readonly Buffer[] }, count: number) =>
  eventually(
    () => Promise.resolve(nas.received.length),
    (received) => received >= count,
  );

for (const [kind, behaviour, outcome] of [
  ['disconnect', { answer: 'ack' }, { outcome: 'acknowledged', errorCause: null, tries: 1 }],
  [
    'disconnect',
    { answer: 'nak', errorCause: 503, isSigned: true },
    { outcome: 'refused', errorCause: 503, tries: 1 },
  ],
  [
    'coa',
    { answer: 'ack', isSigned: true },
    { outcome: 'acknowledged', errorCause: null, tries: 1 },
  ],
] as const)
  test(`${kind} over the client's connection, with the reply ${JSON.stringify(behaviour)}`, async (t) => {
    await connected(t);
    device.behave(behaviour);
    t.match(await ask({ kind }), outcome);
    t.same(
      device.faults,
      [],
      'authenticator and Message-Authenticator are valid with the secret radsec',
    );
  });

test('a request without reply is not retransmitted, and ends after its timeout', async (t) => {
  const nas = await connected(t, { behind: null });
  const { outcome, tries, ms } = await ask({ timeoutMs: 600 });
  t.match({ outcome, tries }, { outcome: 'no_answer', tries: 1 });
  t.ok(ms >= 590 && ms < 6_000, `${ms} ms`);
  t.equal(nas.received.length, 1);
  t.notOk(nas.isClosed());
});

test('the identifiers of the two directions are independent', async (t) => {
  const nas = await connected(t, { behind: null });
  const [rejected, asked] = [
    nas.ask(randomPacket({ code: 1, identifier: 0, attributes: [[1, 'alice']] })),
    ask(),
  ];
  await receivedBy(nas, 1);
  const [request = Buffer.alloc(20)] = nas.received;
  t.equal(request[1], 0);
  nas.send(answerTo(request));
  t.match(await asked, { outcome: 'acknowledged' });
  t.equal((await rejected)[0], 3, 'its own request with identifier 0 gets its reply');
});

test('at most 256 requests are pending, and a timeout frees the identifier', async (t) => {
  const nas = await connected(t, { behind: null });
  const asked = Array.from({ length: 257 }, () => ask({ timeoutMs: 500 }));
  await t.rejects(Promise.all(asked.slice(256)), /256 CoA and Disconnect requests are pending/);
  await receivedBy(nas, 256);
  t.equal(
    new Set(nas.received.map((request) => request[1])).size,
    256,
    'the identifiers are unique',
  );
  await Promise.all(asked.slice(0, 256));
  const next = ask();
  await receivedBy(nas, 257);
  nas.send(answerTo(nas.received[256] ?? Buffer.alloc(20)));
  t.match(await next, { outcome: 'acknowledged' });
});

test('a late reply is dropped, and the connection stays', async (t) => {
  const nas = await connected(t, { behind: null });
  const asked = Array.from({ length: 256 }, () => ask({ timeoutMs: 200 }));
  await Promise.all(asked);
  const again = ask();
  await receivedBy(nas, 257);
  const [late, request] = [
    nas.received[0] ?? Buffer.alloc(20),
    nas.received[256] ?? Buffer.alloc(20),
  ];
  t.equal(late[1], request[1], 'the identifier is used again');
  nas.send(answerTo(late));
  nas.send(answerTo(request));
  t.match(await again, { outcome: 'acknowledged' });
  t.notOk(nas.isClosed());
});

test('RFC 6613 section 2.6.4: a reply that is not authentic ends the connection', async (t) => {
  const drops = () =>
    site.counted('gatehouse_radius_drops_total', { port: 'tls', reason: 'authenticator' });
  const before = await drops();
  const nas = await connected(t, { behind: null });
  const asked = ask();
  await receivedBy(nas, 1);
  nas.send(bent(answerTo(nas.received[0] ?? Buffer.alloc(20))));
  t.match(await asked, { outcome: 'no_answer', tries: 1 });
  t.ok(
    await eventually(
      () => Promise.resolve(nas.isClosed()),
      (isClosed) => isClosed,
    ),
  );
  t.equal(await drops(), before + 1);
});

test('an unsolicited reply is dropped, and the connection stays', async (t) => {
  const nas = await connected(t, { behind: null });
  const asked = ask();
  await receivedBy(nas, 1);
  const [request = Buffer.alloc(20)] = nas.received;
  const toCoa = answerTo(request);
  toCoa.writeUInt8(44, 0);
  for (const wrong of [
    toCoa,
    signedPacket('radsec', { code: 41, identifier: 200, attributes: [] }),
  ])
    nas.send(wrong);
  nas.send(answerTo(request));
  t.match(await asked, { outcome: 'acknowledged' });
  t.equal((await nas.ask(statusServer(9)))[1], 9);
});

test('the last connection of a client is used, and after its end the one before', async (t) => {
  const first = await connected(t);
  const last = await connected(t);
  device.behave({ answer: 'ack' });
  await ask();
  t.same([first.received.length, last.received.length], [0, 1]);
  await last.close();
  await eventually(
    () => site.counted('gatehouse_radius_connections', {}),
    (open) => open === 1,
  );
  t.match(await ask(), { outcome: 'acknowledged' });
  t.same([first.received.length, last.received.length], [1, 1]);
});

test('a connection with another certificate than the certificate of the client is not used', async (t) => {
  const identity = authority.issue('nas 2', { names: 'DNS:nas2.example' });
  const { cert, keyText: key } = identity;
  const connection = { port: site.server.bound.tls[0]?.port, ca: authority.ca, cert, key };
  const nas = await startTlsRelay({ connection, device: device.port });
  t.teardown(() => nas.close());
  await eventually(
    () => site.counted('gatehouse_radius_connections', {}),
    (open) => open === 1,
  );
  t.equal(found(), undefined);
});

test('an inactive client gets no request', async (t) => {
  const nas = await connected(t);
  t.ok(found());
  const switched = (is_active: 0 | 1) =>
    site.store.write([
      site.store.db.updateTable('aaa_client').set({ is_active }).where('id', '=', client),
    ]);
  await switched(0);
  await site.server.reload();
  t.equal(found(), undefined);
  await eventually(
    () => Promise.resolve(nas.isClosed()),
    (isClosed) => isClosed,
  );
  await switched(1);
  await site.server.reload();
  t.equal(found(), undefined, 'its connection was closed');
  await connected(t);
  t.ok(found());
});

test('a request ends when its signal aborts', async (t) => {
  const nas = await connected(t, { behind: null });
  const stop = new AbortController();
  const asked = ask({ signal: stop.signal });
  await receivedBy(nas, 1);
  stop.abort(new Error('stopped'));
  await t.rejects(asked, { message: 'stopped' });
  await sleep(10);
  t.notOk(nas.isClosed());
});
