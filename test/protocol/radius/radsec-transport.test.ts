import { once, setMaxListeners } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import tap, { test, type Test } from 'tap';
import { Fault } from '../../../src/contract/errors.ts';
import { packetCode, firstValue } from '../../../src/protocol/radius/packet.ts';
import type { HidingKey } from '../../../src/protocol/radius/attribute-hiding.ts';
import { hideValue } from '../../../src/protocol/radius/attribute-hiding.ts';
import { encodeReply } from '../../../src/protocol/radius/reply-encoder.ts';
import { readPacket } from '../../../src/protocol/radius/packet.ts';
import {
  RadsecTransport,
  type RadsecTransportOptions,
} from '../../../src/protocol/radius/radsec-transport.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { eventually } from '../../gateway-process.ts';
import { Authority } from '../../peers/certificates.ts';
import { startFreeRadiusOverTls } from '../../peers/freeradius-radsec.ts';
import { freeTcpPort } from '../../peers/port.ts';
import { startRadsecproxy } from '../../peers/radsecproxy.ts';
import { password, secret, startSite } from '../../radius/fixture.ts';
import { encoded, type Attribute } from '../../radius/packets.ts';

const authority = new Authority();
const [gateway, nas] = [
  authority.issue('gateway', { names: 'DNS:gateway.example,IP:127.0.0.1' }),
  authority.issue('nas'),
];
const site = await startSite({
  config: {
    TLS_PORT: '0',
    TLS_CERTIFICATE: gateway.certificate,
    TLS_KEY: gateway.key,
    TLS_CA: authority.file,
  },
});
tap.teardown(async () => {
  await site.stop();
  authority.remove();
});
await site.addClient('127.0.0.1', { name: 'over TLS', transport: 'tls' });
await site.server.reload();

const never = new AbortController().signal;
// Each pending request listens to the signal; Node reports more than ten listeners as a leak.
setMaxListeners(256, never);
const quick = {
  replyTimeoutMs: 60_000,
  watchdogIntervalMs: 60_000,
  initialBackoffMs: 200,
  maxBackoffMs: 400,
};

function transportTo(
  t: Test,
  port: number,
  more: Partial<RadsecTransportOptions> = {},
): RadsecTransport {
  const identity = { ca: authority.ca, certificate: nas.cert, key: new Secret(nas.keyText) };
  const transport = new RadsecTransport({
    host: '127.0.0.1',
    port,
    ...identity,
    timeouts: quick,
    ...more,
  });
  t.teardown(() => transport.close());
  return transport;
}

const transportToSite = (t: Test, more: Partial<RadsecTransportOptions> = {}) =>
  transportTo(t, site.server.bound.tls[0]?.port ?? 0, more);
const plain = (type: number, attributes: readonly Attribute[] = []) => ({
  code: type,
  signal: never,
  encodeAttributes: () => encoded(attributes),
});
const login = (word: string) => ({
  code: packetCode.accessRequest,
  signal: never,
  encodeAttributes: (cover: HidingKey) =>
    encoded([
      [1, 'alice'],
      [2, hideValue(Buffer.from(word), cover)],
    ]),
});
const faultOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: unknown) => (error instanceof Fault ? error.kind : error),
  );

test('logins, accounting and Status-Server use one connection to a gateway', async (t) => {
  const transport = transportToSite(t);
  const answers = await Promise.all([
    transport.sendRequest(login(password)),
    transport.sendRequest(login('a wrong password')),
    transport.sendRequest(
      plain(packetCode.accountingRequest, [
        [40, 1],
        [44, 'by transport'],
      ]),
    ),
    transport.sendRequest(plain(packetCode.statusServer)),
  ]);
  t.same(
    answers.map((answer) => answer?.packet.code),
    [
      packetCode.accessAccept,
      packetCode.accessReject,
      packetCode.accountingResponse,
      packetCode.accessAccept,
    ],
  );
  t.equal(await site.counted('gatehouse_radius_connections', {}), 1);
  t.ok(await transport.sendRequest(login(password)));
  t.equal(await site.counted('gatehouse_radius_connections', {}), 1, 'the connection is kept');
});

test('radsecproxy receives logins and accounting, and proxies them over UDP', async (t) => {
  const port = await freeTcpPort();
  const [auth, acct] = [site.server.authAddress.port, site.server.acctAddress.port];
  const upstream = (name: string, to: number) => `
server ${name} {
  host 127.0.0.1
  port ${to}
  type udp
  secret ${secret}
}
`;
  const proxy = await startRadsecproxy({
    ca: authority.file,
    own: gateway,
    tlsPort: port,
    blocks: `
ListenTLS 127.0.0.1:${port}
client 127.0.0.1 {
  type tls
  secret radsec
  certificateNameCheck off
}
${upstream('auth', auth)}${upstream('acct', acct)}
realm * {
  server auth
  accountingServer acct
}
`,
  });
  t.teardown(() => proxy.stop());
  const transport = transportTo(t, port);
  const accepted = await transport.sendRequest(login(password));
  t.equal(accepted?.packet.code, packetCode.accessAccept, proxy.output());
  t.equal(
    (await transport.sendRequest(login('a wrong password')))?.packet.code,
    packetCode.accessReject,
  );
  const start = [
    [1, 'alice'],
    [40, 1],
    [44, 'by radsecproxy'],
  ] as const;
  t.equal(
    (await transport.sendRequest(plain(packetCode.accountingRequest, start)))?.packet.code,
    packetCode.accountingResponse,
  );
  t.equal(
    (await transport.sendRequest(plain(packetCode.statusServer)))?.packet.code,
    packetCode.accessAccept,
  );
  const row = await site.store.db
    .selectFrom('aaa_accounting')
    .select('username')
    .where('acctsessionid', '=', 'by radsecproxy')
    .executeTakeFirst();
  t.same(row, { username: 'alice' });
});

test('FreeRADIUS replies to logins, accounting and Status-Server over TLS', async (t) => {
  const who = { username: 'alice', password };
  const peer = await startFreeRadiusOverTls({ ca: authority.file, own: gateway, ...who });
  t.teardown(() => peer.stop());
  const transport = transportTo(t, peer.port);
  const accepted = await transport.sendRequest(login(password));
  t.equal(accepted?.packet.code, packetCode.accessAccept, await peer.log());
  t.equal(accepted && firstValue(accepted.packet, 25)?.toString(), 'class');
  t.equal(
    (await transport.sendRequest(login('a wrong password')))?.packet.code,
    packetCode.accessReject,
  );
  const start = [
    [40, 1],
    [44, 'at FreeRADIUS'],
  ] as const;
  t.equal(
    (await transport.sendRequest(plain(packetCode.accountingRequest, start)))?.packet.code,
    packetCode.accountingResponse,
  );
  t.ok(await transport.sendRequest(plain(packetCode.statusServer)));
});

for (const [words, more] of [
  ['is signed by another CA', { ca: nas.cert }],
  ['has another name', { serverName: 'other.example' }],
  ['is of another address', { serverName: '192.0.2.1' }],
  ['takes no key of ours', { key: new Secret('no PEM') }],
] as const) {
  test(`a server whose certificate ${words} gets no request`, async (t) => {
    const transport = transportToSite(t, more);
    t.equal(await faultOf(transport.sendRequest(login(password))), 'unreachable');
  });
}

test('the certificate may contain another name than the host', async (t) => {
  t.ok(await transportToSite(t, { serverName: 'gateway.example' }).sendRequest(login(password)));
});

type Handle = (packet: Buffer, socket: TLSSocket) => void;

/** Starts a TLS server that handles each packet as a test defines. */
async function startServer(t: Test, handle: Handle) {
  const received: Buffer[] = [];
  const sockets = new Set<TLSSocket>();
  const server = createServer(
    { cert: gateway.cert, key: gateway.keyText, ca: authority.ca, requestCert: true },
    (socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', (octets: Buffer) => {
        for (let rest = octets; rest.length >= 4; rest = rest.subarray(rest.readUInt16BE(2))) {
          const packet = rest.subarray(0, rest.readUInt16BE(2));
          received.push(packet);
          handle(packet, socket);
        }
      });
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { received, sockets, port: (server.address() as AddressInfo).port };
}

function replyTo(octets: Buffer, shared = 'radsec'): Buffer {
  const request = readPacket(octets);
  if (typeof request === 'string') throw new Error(request);
  return encodeReply({
    code: packetCode.accessAccept,
    request,
    secret: new Secret(shared),
    isSigned: true,
  });
}

const silent: Handle = () => undefined;

test('an Access-Request and a Status-Server start with their Message-Authenticator; 0 is the Identifier of the latter', async (t) => {
  const { received, port } = await startServer(t, (packet, socket) =>
    socket.write(replyTo(packet)),
  );
  const transport = transportTo(t, port);
  t.ok(await transport.sendRequest(login(password)));
  t.ok(await transport.sendRequest(plain(packetCode.statusServer)));
  t.same(
    received.map((packet) => [packet[0], packet[20], packet[1] === 0]),
    [
      [1, 80, false],
      [12, 80, true],
    ],
  );
});

test('at most 255 requests are pending, in addition to a Status-Server', async (t) => {
  const { received, port } = await startServer(t, silent);
  const transport = transportTo(t, port, { timeouts: { ...quick, replyTimeoutMs: 2_000 } });
  const asked = Array.from({ length: 255 }, () => transport.sendRequest(login(password)));
  t.equal(await faultOf(transport.sendRequest(login(password))), 'overloaded');
  const alive = transport.sendRequest(plain(packetCode.statusServer));
  t.same(
    new Set(await Promise.all([...asked, alive])),
    new Set([null]),
    'none gets a reply in time',
  );
  const identifiers = () => Promise.resolve(new Set(received.map((packet) => packet[1])).size);
  t.equal(await eventually(identifiers, (count) => count >= 256), 256);
});

for (const [words, bend] of [
  ['of another secret', (packet: Buffer) => replyTo(packet, 'another')],
  [
    'with a bent Message-Authenticator',
    (packet: Buffer) => {
      const reply = encodeReply({
        code: 2,
        request: parsed(packet),
        secret: new Secret('radsec'),
        isSigned: false,
        attributes: zeros,
      });
      return reply;
    },
  ],
  ['whose Length can be none', () => Buffer.from([2, 1, 0, 19])],
] as const) {
  test(`a reply ${words} ends the connection, and pending requests get no reply`, async (t) => {
    const { sockets, port } = await startServer(t, (packet, socket) => socket.write(bend(packet)));
    const began = performance.now();
    t.equal(await transportTo(t, port).sendRequest(login(password)), null);
    t.ok(performance.now() - began < 20_000, 'long before the timeout');
    t.ok(
      await eventually(
        () => Promise.resolve([...sockets].every(({ destroyed }) => destroyed)),
        Boolean,
      ),
    );
  });
}

const zeros = encoded([[80, Buffer.alloc(16)]]);
function parsed(octets: Buffer) {
  const packet = readPacket(octets);
  if (typeof packet === 'string') throw new Error(packet);
  return packet;
}

test('unsolicited replies are dropped, and the connection stays', async (t) => {
  const { sockets, port } = await startServer(t, (packet, socket) => {
    const other = Buffer.from(replyTo(packet));
    other[1] = ((packet[1] ?? 0) + 1) % 256;
    const challengeOfAccounting = Buffer.from(replyTo(packet));
    challengeOfAccounting[0] = packetCode.accountingResponse;
    socket.write(Buffer.concat([other, challengeOfAccounting, replyTo(packet)]));
  });
  const transport = transportTo(t, port);
  t.ok(await transport.sendRequest(login(password)));
  t.ok(await transport.sendRequest(login(password)));
  t.equal(sockets.size, 1);
});

test('a late reply is no reply to another request', async (t) => {
  const held: Buffer[] = [];
  const { port } = await startServer(t, (packet, socket) => {
    held.push(packet);
    if (held.length === 1) return;
    socket.write(Buffer.concat(held.map((request) => replyTo(request))));
  });
  const transport = transportTo(t, port, { timeouts: { ...quick, replyTimeoutMs: 1_500 } });
  t.equal(await transport.sendRequest(login(password)), null);
  const answer = await transport.sendRequest(login(password));
  t.equal(answer?.packet.identifier, held[1]?.[1]);
  t.not(held[0]?.[1], held[1]?.[1], 'its identifier was still in use');
});

test('when the connection breaks, pending requests get no reply, and the next request opens another', async (t) => {
  let isBreaking = true;
  const { sockets, port } = await startServer(t, (packet, socket) => {
    if (isBreaking && sockets.size === 1 && packet[0] === 4) socket.destroy();
    else if (packet[0] !== 4) socket.write(replyTo(packet));
  });
  const transport = transportTo(t, port);
  t.ok(await transport.sendRequest(login(password)));
  t.equal(await transport.sendRequest(plain(packetCode.accountingRequest, [[40, 1]])), null);
  isBreaking = false;
  t.ok(await transport.sendRequest(login(password)));
  t.equal(sockets.size, 2);
});

test('connections to an unreachable server are retried with exponential backoff', async (t) => {
  const port = await freeTcpPort();
  const transport = transportTo(t, port);
  // A clock that stands still between the attempts.
  let nowMs = performance.now();
  t.intercept(performance, 'now', { value: () => nowMs });
  const failure = async () => {
    const error: unknown = await transport
      .sendRequest(login(password))
      .catch((thrown: unknown) => thrown);
    return error instanceof Fault && error.kind === 'unreachable'
      ? error.message
      : 'something else';
  };
  t.match(await failure(), /cannot connect/);
  t.match(await failure(), /retrying in [12]\d\d? ms/);
  nowMs += 300;
  t.match(await failure(), /cannot connect/);
  t.match(await failure(), /retrying in [34]\d\d ms/);
});

test('a silent connection is checked with Status-Server, and closed', async (t) => {
  const { received, sockets, port } = await startServer(t, (packet, socket) => {
    if (packet[0] === 1) socket.write(replyTo(packet));
  });
  const transport = transportTo(t, port, { timeouts: { ...quick, watchdogIntervalMs: 200 } });
  t.ok(await transport.sendRequest(login(password)));
  const gone = () => Promise.resolve([...sockets].every(({ destroyed }) => destroyed));
  t.ok(await eventually(gone, Boolean));
  t.same(
    received.map((packet) => packet[0]),
    [1, 12],
  );
  t.ok(await transport.sendRequest(login(password)), 'the next request opens another');
});

test('a request rejects at once when its signal aborts', async (t) => {
  const { port } = await startServer(t, silent);
  const transport = transportTo(t, port);
  const given = new AbortController();
  const asked = transport
    .sendRequest({ ...login(password), signal: given.signal })
    .catch((error: unknown) => error);
  setTimeout(() => {
    given.abort(new Error('no longer wanted'));
  }, 50);
  t.match(await asked, { message: 'no longer wanted' });
});

test('a closed transport does not send', async (t) => {
  const transport = transportToSite(t);
  const answer = await transport.sendRequest(plain(packetCode.statusServer));
  t.ok(answer && firstValue(answer.packet, 80));
  await transport.close();
  t.equal(await faultOf(transport.sendRequest(login(password))), 'unreachable');
});
