import { once, setMaxListeners } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import tap, { test, type Test } from 'tap';
import { Fault } from '../../../src/errors.ts';
import { packetCode, firstValue } from '../../../src/protocol/radius/packet.ts';
import type { HidingKey } from '../../../src/protocol/radius/attribute-hiding.ts';
import { hideValue } from '../../../src/protocol/radius/attribute-hiding.ts';
import { encodeReply } from '../../../src/protocol/radius/reply-encoder.ts';
import { readPacket } from '../../../src/protocol/radius/packet.ts';
import {
  RadsecTransport,
  type RadsecTransportOptions,
} from '../../../src/protocol/radius/radsec-transport.ts';
import { Secret } from '../../../src/secret.ts';
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
// As many questions are outstanding at once, and each listens; Node takes more than ten for a leak.
setMaxListeners(256, never);
const quick = {
  replyTimeoutMs: 2_000,
  watchdogIntervalMs: 60_000,
  initialBackoffMs: 200,
  maxBackoffMs: 400,
};

function routeTo(
  t: Test,
  port: number,
  more: Partial<RadsecTransportOptions> = {},
): RadsecTransport {
  const identity = { ca: authority.ca, certificate: nas.cert, key: new Secret(nas.keyText) };
  const route = new RadsecTransport({
    host: '127.0.0.1',
    port,
    ...identity,
    timeouts: quick,
    ...more,
  });
  t.teardown(() => route.close());
  return route;
}

const toSite = (t: Test, more: Partial<RadsecTransportOptions> = {}) =>
  routeTo(t, site.server.bound.tls[0]?.port ?? 0, more);
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

test('logins, accounting and Status-Server go to a gateway over one connection', async (t) => {
  const route = toSite(t);
  const answers = await Promise.all([
    route.sendRequest(login(password)),
    route.sendRequest(login('a wrong password')),
    route.sendRequest(
      plain(packetCode.accountingRequest, [
        [40, 1],
        [44, 'by route'],
      ]),
    ),
    route.sendRequest(plain(packetCode.statusServer)),
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
  t.ok(await route.sendRequest(login(password)));
  t.equal(await site.counted('gatehouse_radius_connections', {}), 1, 'it is kept');
});

test('radsecproxy takes logins and accounting by the route, and carries them on over UDP', async (t) => {
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
  const route = routeTo(t, port);
  const accepted = await route.sendRequest(login(password));
  t.equal(accepted?.packet.code, packetCode.accessAccept, proxy.output());
  t.equal(
    (await route.sendRequest(login('a wrong password')))?.packet.code,
    packetCode.accessReject,
  );
  const start = [
    [1, 'alice'],
    [40, 1],
    [44, 'by radsecproxy'],
  ] as const;
  t.equal(
    (await route.sendRequest(plain(packetCode.accountingRequest, start)))?.packet.code,
    packetCode.accountingResponse,
  );
  t.equal(
    (await route.sendRequest(plain(packetCode.statusServer)))?.packet.code,
    packetCode.accessAccept,
  );
  const row = await site.store.db
    .selectFrom('aaa_accounting')
    .select('username')
    .where('acctsessionid', '=', 'by radsecproxy')
    .executeTakeFirst();
  t.same(row, { username: 'alice' });
});

test('FreeRADIUS answers logins, accounting and Status-Server over TLS', async (t) => {
  const who = { username: 'alice', password };
  const peer = await startFreeRadiusOverTls({ ca: authority.file, own: gateway, ...who });
  t.teardown(() => peer.stop());
  const route = routeTo(t, peer.port);
  const accepted = await route.sendRequest(login(password));
  t.equal(accepted?.packet.code, packetCode.accessAccept, await peer.log());
  t.equal(accepted && firstValue(accepted.packet, 25)?.toString(), 'class');
  t.equal(
    (await route.sendRequest(login('a wrong password')))?.packet.code,
    packetCode.accessReject,
  );
  const start = [
    [40, 1],
    [44, 'at FreeRADIUS'],
  ] as const;
  t.equal(
    (await route.sendRequest(plain(packetCode.accountingRequest, start)))?.packet.code,
    packetCode.accountingResponse,
  );
  t.ok(await route.sendRequest(plain(packetCode.statusServer)));
});

for (const [words, more] of [
  ['is signed by another CA', { ca: nas.cert }],
  ['has another name', { serverName: 'other.example' }],
  ['is of another address', { serverName: '192.0.2.1' }],
  ['takes no key of ours', { key: new Secret('no PEM') }],
] as const) {
  test(`a server whose certificate ${words} is not asked`, async (t) => {
    const route = toSite(t, more);
    t.equal(await faultOf(route.sendRequest(login(password))), 'unreachable');
  });
}

test('a name may stand for the host', async (t) => {
  t.ok(await toSite(t, { serverName: 'gateway.example' }).sendRequest(login(password)));
});

type Handle = (packet: Buffer, socket: TLSSocket) => void;

/** The other side as it should not be: a TLS server, and what it does with each chunk that comes. */
async function startServer(t: Test, handle: Handle) {
  const heard: Buffer[] = [];
  const sockets = new Set<TLSSocket>();
  const server = createServer(
    { cert: gateway.cert, key: gateway.keyText, ca: authority.ca, requestCert: true },
    (socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', (octets: Buffer) => {
        for (let rest = octets; rest.length >= 4; rest = rest.subarray(rest.readUInt16BE(2))) {
          const packet = rest.subarray(0, rest.readUInt16BE(2));
          heard.push(packet);
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
  return { heard, sockets, port: (server.address() as AddressInfo).port };
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
  const { heard, port } = await startServer(t, (packet, socket) => socket.write(replyTo(packet)));
  const route = routeTo(t, port);
  t.ok(await route.sendRequest(login(password)));
  t.ok(await route.sendRequest(plain(packetCode.statusServer)));
  t.same(
    heard.map((packet) => [packet[0], packet[20], packet[1] === 0]),
    [
      [1, 80, false],
      [12, 80, true],
    ],
  );
});

test('255 requests are outstanding and no more, and Status-Server still has its place', async (t) => {
  const { heard, port } = await startServer(t, silent);
  const route = routeTo(t, port);
  const asked = Array.from({ length: 255 }, () => route.sendRequest(login(password)));
  t.equal(await faultOf(route.sendRequest(login(password))), 'overloaded');
  const alive = route.sendRequest(plain(packetCode.statusServer));
  t.same(
    new Set(await Promise.all([...asked, alive])),
    new Set([null]),
    'none is answered in time',
  );
  t.equal(new Set(heard.map((packet) => packet[1])).size, 256);
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
  test(`a reply ${words} ends the connection, and what is outstanding has no answer`, async (t) => {
    const { sockets, port } = await startServer(t, (packet, socket) => socket.write(bend(packet)));
    const began = performance.now();
    t.equal(await routeTo(t, port).sendRequest(login(password)), null);
    t.ok(performance.now() - began < 1_500, 'long before its patience ends');
    t.ok(
      await eventually(
        () => Promise.resolve([...sockets].every(({ destroyed }) => destroyed)),
        Boolean,
        2_000,
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

test('replies that nobody waits for are dropped, and the connection stays', async (t) => {
  const { sockets, port } = await startServer(t, (packet, socket) => {
    const other = Buffer.from(replyTo(packet));
    other[1] = ((packet[1] ?? 0) + 1) % 256;
    const challengeOfAccounting = Buffer.from(replyTo(packet));
    challengeOfAccounting[0] = packetCode.accountingResponse;
    socket.write(Buffer.concat([other, challengeOfAccounting, replyTo(packet)]));
  });
  const route = routeTo(t, port);
  t.ok(await route.sendRequest(login(password)));
  t.ok(await route.sendRequest(login(password)));
  t.equal(sockets.size, 1);
});

test('a late answer answers nothing else', async (t) => {
  const held: Buffer[] = [];
  const { port } = await startServer(t, (packet, socket) => {
    held.push(packet);
    if (held.length === 1) return;
    socket.write(Buffer.concat(held.map((request) => replyTo(request))));
  });
  const route = routeTo(t, port, { timeouts: { ...quick, replyTimeoutMs: 100 } });
  t.equal(await route.sendRequest(login(password)), null);
  const answer = await route.sendRequest(login(password));
  t.equal(answer?.packet.identifier, held[1]?.[1]);
  t.not(held[0]?.[1], held[1]?.[1], 'its Identifier was not free');
});

test('where the connection breaks, what is outstanding has no answer, and the next question makes another', async (t) => {
  let isBreaking = true;
  const { sockets, port } = await startServer(t, (packet, socket) => {
    if (isBreaking && sockets.size === 1 && packet[0] === 4) socket.destroy();
    else if (packet[0] !== 4) socket.write(replyTo(packet));
  });
  const route = routeTo(t, port);
  t.ok(await route.sendRequest(login(password)));
  t.equal(await route.sendRequest(plain(packetCode.accountingRequest, [[40, 1]])), null);
  isBreaking = false;
  t.ok(await route.sendRequest(login(password)));
  t.equal(sockets.size, 2);
});

test('a server that is away is left alone for a while, each time for longer, and found again', async (t) => {
  const port = await freeTcpPort();
  const route = routeTo(t, port);
  const words = async () => {
    const error: unknown = await route
      .sendRequest(login(password))
      .catch((thrown: unknown) => thrown);
    return error instanceof Fault && error.kind === 'unreachable'
      ? error.message
      : 'something else';
  };
  t.match(await words(), /cannot connect/);
  t.match(await words(), /retrying in [12]\d\d? ms/);
  await eventually(words, (said) => said.includes('cannot connect'), 2_000);
  t.match(await words(), /retrying in [34]\d\d ms/);
});

test('a silent connection is asked whether it lives, and given up', async (t) => {
  const { heard, sockets, port } = await startServer(t, (packet, socket) => {
    if (packet[0] === 1) socket.write(replyTo(packet));
  });
  const route = routeTo(t, port, { timeouts: { ...quick, watchdogIntervalMs: 200 } });
  t.ok(await route.sendRequest(login(password)));
  const gone = () => Promise.resolve([...sockets].every(({ destroyed }) => destroyed));
  t.ok(await eventually(gone, Boolean, 3_000));
  t.same(
    heard.map((packet) => packet[0]),
    [1, 12],
  );
  t.ok(await route.sendRequest(login(password)), 'and made anew when it is needed');
});

test('who gives a question up is told so at once', async (t) => {
  const { port } = await startServer(t, silent);
  const route = routeTo(t, port);
  const given = new AbortController();
  const asked = route
    .sendRequest({ ...login(password), signal: given.signal })
    .catch((error: unknown) => error);
  setTimeout(() => {
    given.abort(new Error('no longer wanted'));
  }, 50);
  t.match(await asked, { message: 'no longer wanted' });
});

test('after its end a route asks nobody', async (t) => {
  const route = toSite(t);
  const answer = await route.sendRequest(plain(packetCode.statusServer));
  t.ok(answer && firstValue(answer.packet, 80));
  await route.close();
  t.equal(await faultOf(route.sendRequest(login(password))), 'unreachable');
});
