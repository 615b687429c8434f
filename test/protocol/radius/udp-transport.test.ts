import { createHash, createHmac } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import tap, { test, type Test } from 'tap';
import { asFault } from '../../../src/contract/errors.ts';
import { defaultRetransmission } from '../../../src/protocol/radius/retransmission.ts';
import type { OutboundRequest } from '../../../src/protocol/radius/server-transport.ts';
import { UdpTransport } from '../../../src/protocol/radius/udp-transport.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { eventually } from '../../gateway-process.ts';
import { startUpstream, upstreamPassword } from '../../peers/freeradius-upstream.ts';
import { freeUdpPort } from '../../peers/port.ts';
import { startRelay, type Script } from '../../peers/udp-relay.ts';
import { upstreamSecret } from '../../radius/fixture.ts';
import { encoded, hiddenPassword } from '../../radius/packets.ts';

/* A transport to FreeRADIUS through a relay that loses, changes and forges packets. */

const quick = {
  initialIntervalMs: 100,
  maxIntervalMs: 400,
  maxTries: 5,
  timeoutMs: 1_000,
  jitter: 0.1,
};
/** Has seconds for the reply to the second try. */
const slower = { ...quick, initialIntervalMs: 600, maxIntervalMs: 60_000, timeoutMs: 60_000 };
/** Never retransmits while a reply is on its way. */
const patient = { ...slower, initialIntervalMs: 60_000 };
const upstream = await startUpstream({ secret: upstreamSecret, name: 'upstream' });
tap.teardown(() => upstream.stop());

interface Met {
  readonly transport: UdpTransport;
  readonly sent: { readonly octets: Buffer; readonly atMs: number }[];
  readonly dropped: string[];
}

async function meet(
  t: Pick<Test, 'teardown'>,
  script: Script = {},
  { host = '127.0.0.1', retransmission = quick } = {},
): Promise<Met> {
  const sent: { readonly octets: Buffer; readonly atMs: number }[] = [];
  const request: Script['request'] = (octets, ways) => {
    sent.push({ octets, atMs: performance.now() });
    (script.request ?? ways.toDevice)(octets, ways);
  };
  const relay = await startRelay(upstream.port, { ...script, request });
  const dropped: string[] = [];
  const transport = new UdpTransport({
    host,
    port: relay.port,
    secret: new Secret(upstreamSecret),
    retransmission,
    onDropped: (why) => dropped.push(why),
  });
  t.teardown(async () => {
    await transport.close();
    await relay.stop();
  });
  return { transport, sent, dropped };
}

const login: OutboundRequest = {
  code: 1,
  encodeAttributes: ({ secret, authenticator }) =>
    encoded([
      [1, 'bob'],
      [2, hiddenPassword(secret.reveal(), { password: upstreamPassword, authenticator })],
    ]),
  signal: AbortSignal.timeout(240_000),
};
// Each pending request listens to the signal; Node reports more than ten listeners as a leak.
setMaxListeners(2_050, login.signal);
const status: OutboundRequest = {
  code: 12,
  encodeAttributes: () => Buffer.alloc(0),
  signal: login.signal,
};
const account: OutboundRequest = {
  ...status,
  code: 4,
  encodeAttributes: () => encoded([[44, 'S1']]),
};

test('an Access-Request gets its reply; Message-Authenticator is its first attribute', async (t) => {
  const { transport, sent } = await meet(t, {}, { retransmission: patient });
  const answer = await transport.sendRequest(login);
  t.equal(answer?.packet.code, 2);
  const octets = sent[0]?.octets ?? Buffer.alloc(0);
  t.same(answer?.requestAuthenticator, octets.subarray(4, 20));
  t.same([...octets.subarray(20, 22)], [80, 18]);
  const unsigned = Buffer.from(octets).fill(0, 22, 38);
  t.same(octets.subarray(22, 38), createHmac('md5', upstreamSecret).update(unsigned).digest());
});

test('RFC 5080 section 2.2.1: a lost Access-Request is retransmitted, octet for octet, at growing intervals', async (t) => {
  let lost = 0;
  const request: Script['request'] = (octets, { toDevice }) => {
    lost += 1;
    if (lost > 3) toDevice(octets);
  };
  const growing = { ...slower, initialIntervalMs: 100 };
  const { transport, sent } = await meet(t, { request }, { retransmission: growing });
  const began = performance.now();
  t.equal((await transport.sendRequest(login))?.packet.code, 2);
  t.equal(new Set(sent.map(({ octets }) => octets.toString('hex'))).size, 1);
  t.ok(sent.length >= 4, `${sent.length} times`);
  const ms = (sent[3]?.atMs ?? 0) - began;
  t.ok(ms > 0.8 * (100 + 200 + 400), `${ms} ms`);
});

test('the default intervals follow RFC 5080', (t) => {
  t.same(defaultRetransmission, {
    initialIntervalMs: 2_000,
    maxIntervalMs: 16_000,
    maxTries: 5,
    timeoutMs: 30_000,
    jitter: 0.1,
  });
  t.end();
});

test('a request without reply resolves to null after its timeout', async (t) => {
  const { transport, sent } = await meet(t, { request: () => undefined });
  const before = performance.now();
  t.equal(await transport.sendRequest(login), null);
  const ms = performance.now() - before;
  t.ok(ms > 900 && ms < 10_000, `${ms} ms`);
  t.ok(sent.length >= 3 && sent.length <= 5, `${sent.length} times`);
});

test('RFC 5997 section 4.1: a Status-Server is signed, gets its reply, and is never retransmitted', async (t) => {
  const { transport } = await meet(t);
  t.equal((await transport.sendRequest(status))?.packet.code, 2);
  const { transport: other, sent } = await meet(t, { request: () => undefined });
  t.equal(await other.sendRequest(status), null);
  t.equal(sent.length, 1);
  t.same([...(sent[0]?.octets.subarray(20, 22) ?? [])], [80, 18]);
});

test('an Accounting-Request is signed by its authenticator, and ends after its timeout', async (t) => {
  const { transport, sent } = await meet(t, { request: () => undefined });
  t.equal(await transport.sendRequest(account), null);
  const octets = sent[0]?.octets ?? Buffer.alloc(0);
  const digest = createHash('md5')
    .update(Buffer.from(octets).fill(0, 4, 20))
    .update(upstreamSecret)
    .digest();
  t.same(octets.subarray(4, 20), digest);
  t.equal(new Set(sent.map((one) => one.octets.toString('hex'))).size, 1);
});

/** Accepts a request without being asked whether it is right, as the script wants it. */
function accepted(
  request: Buffer,
  { secret = upstreamSecret, isSigned = true, code = 2 } = {},
): Buffer {
  const reply = Buffer.concat([
    request.subarray(0, 20),
    ...(isSigned ? [Buffer.from([80, 18]), Buffer.alloc(16)] : []),
  ]);
  reply.writeUInt8(code, 0);
  reply.writeUInt16BE(reply.length, 2);
  if (isSigned) createHmac('md5', secret).update(reply).digest().copy(reply, 22);
  createHash('md5').update(reply).update(secret).digest().copy(reply, 4);
  return reply;
}

for (const [what, why, forge] of [
  [
    'without Message-Authenticator',
    'message_authenticator_missing',
    (request: Buffer) => accepted(request, { isSigned: false }),
  ],
  [
    'with another secret',
    'authenticator',
    (request: Buffer) => accepted(request, { secret: 'another' }),
  ],
  [
    'with a code that answers no login',
    'code',
    (request: Buffer) => accepted(request, { code: 5 }),
  ],
  ['that is cut short', 'malformed', (request: Buffer) => accepted(request).subarray(0, 30)],
  [
    'for another identifier',
    'unsolicited',
    (request: Buffer) => otherIdentifier(accepted(request)),
  ],
] as const) {
  test(`a reply ${what} is dropped, and the valid one is still accepted`, async (t) => {
    let requests = 0;
    const request: Script['request'] = (octets, { asDevice, toDevice }) => {
      requests += 1;
      if (requests === 1) asDevice(forge(octets));
      else toDevice(octets);
    };
    const { transport, dropped } = await meet(t, { request }, { retransmission: slower });
    t.match(await transport.sendRequest(login), { packet: { code: 2 } });
    t.same(dropped, [why]);
    t.equal(requests, 2);
  });
}

test('a valid reply from another address is dropped', async (t) => {
  const request: Script['request'] = (octets, { asStranger, toDevice }) => {
    asStranger(accepted(octets));
    setTimeout(() => {
      toDevice(octets);
    }, 30);
  };
  const { transport, dropped } = await meet(t, { request }, { retransmission: patient });
  // The reply of the other address has no attribute but Message-Authenticator.
  t.ok(((await transport.sendRequest(login))?.packet.attributeOffsets.length ?? 0) > 1);
  t.same(dropped, ['unsolicited']);
});

test('a reply after the timeout of its request is dropped', async (t) => {
  const { transport, dropped } = await meet(t, {
    request: (octets, { asDevice }) => {
      setTimeout(() => {
        asDevice(accepted(octets));
      }, 100);
    },
  });
  const signal = AbortSignal.timeout(50);
  await t.rejects(transport.sendRequest({ ...login, signal }));
  const drops = await eventually(
    () => Promise.resolve(dropped),
    ({ length }) => length > 0,
  );
  t.same(drops, ['unsolicited']);
});

test('an Accounting-Response needs no Message-Authenticator, but a wrong one is dropped', async (t) => {
  let isForged = true;
  const { transport, dropped } = await meet(t, {
    request: (octets, { asDevice }) => {
      const reply = accepted(octets, { code: 5, isSigned: isForged });
      if (isForged) {
        reply.fill(1, 22, 38);
        octets.copy(reply, 4, 4, 20);
        createHash('md5').update(reply).update(upstreamSecret).digest().copy(reply, 4);
      }
      isForged = false;
      asDevice(reply);
    },
  });
  t.equal((await transport.sendRequest(account))?.packet.code, 5);
  t.same(dropped, ['message_authenticator']);
});

test('2048 requests can be pending at once; more are refused', async (t) => {
  const port = await freeUdpPort();
  const silent = new UdpTransport({
    host: '127.0.0.1',
    port,
    secret: new Secret(upstreamSecret),
    retransmission: { ...quick, initialIntervalMs: 2_000, maxTries: 1, timeoutMs: 2_000 },
  });
  t.teardown(() => silent.close());
  const asked = Array.from({ length: 2_048 }, () => silent.sendRequest(login));
  await sleep(100);
  t.equal(await kindOf(silent.sendRequest(login)), 'overloaded');
  t.ok((await Promise.all(asked)).every((answer) => answer === null));
  t.equal(await silent.sendRequest(login), null, 'what was given up makes room');
});

test('a host name is resolved', async (t) => {
  const { transport } = await meet(t, {}, { host: 'localhost' });
  t.equal((await transport.sendRequest(login))?.packet.code, 2);
});

test('a host name that does not exist is unreachable', async (t) => {
  const transport = new UdpTransport({
    host: 'nowhere.invalid',
    port: 1,
    secret: new Secret(upstreamSecret),
  });
  t.teardown(() => transport.close());
  t.equal(await kindOf(transport.sendRequest(login)), 'unreachable');
});

test('attributes that do not fit into a packet are refused before a packet is sent', async (t) => {
  const { transport, sent } = await meet(t);
  t.equal(
    await kindOf(transport.sendRequest({ ...login, encodeAttributes: () => Buffer.alloc(4_096) })),
    'invalid',
  );
  t.same(sent, []);
});

test('a closed transport does not send', async (t) => {
  const { transport } = await meet(t);
  await transport.close();
  t.equal(await kindOf(transport.sendRequest(login)), 'unavailable');
});

async function kindOf(asked: Promise<unknown>): Promise<string | undefined> {
  try {
    await asked;
    return 'none';
  } catch (error) {
    return asFault(error)?.kind;
  }
}

function otherIdentifier(reply: Buffer): Buffer {
  reply.writeUInt8(reply.readUInt8(1) ^ 0x80, 1);
  return reply;
}
