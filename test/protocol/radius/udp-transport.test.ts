import { createHash, createHmac } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import tap, { test, type Test } from 'tap';
import { asFault } from '../../../src/errors.ts';
import { defaultRetransmission } from '../../../src/protocol/radius/retransmission.ts';
import type { OutboundRequest } from '../../../src/protocol/radius/server-transport.ts';
import { UdpTransport } from '../../../src/protocol/radius/udp-transport.ts';
import { Secret } from '../../../src/secret.ts';
import { startUpstream, upstreamPassword } from '../../peers/freeradius-upstream.ts';
import { freeUdpPort } from '../../peers/port.ts';
import { startRelay, type Script } from '../../peers/udp-relay.ts';
import { upstreamSecret } from '../../radius/fixture.ts';
import { encoded, hiddenPassword } from '../../radius/packets.ts';

/* A route to FreeRADIUS, with a network in between that loses, bends and forges. */

const quick = {
  initialIntervalMs: 100,
  maxIntervalMs: 400,
  maxTries: 5,
  timeoutMs: 1_000,
  jitter: 0.1,
};
const upstream = await startUpstream({ secret: upstreamSecret, name: 'upstream' });
tap.teardown(() => upstream.stop());

interface Met {
  readonly route: UdpTransport;
  readonly sent: { readonly octets: Buffer; readonly atMs: number }[];
  readonly dropped: string[];
}

async function meet(
  t: Pick<Test, 'teardown'>,
  script: Script = {},
  host = '127.0.0.1',
): Promise<Met> {
  const sent: { readonly octets: Buffer; readonly atMs: number }[] = [];
  const request: Script['request'] = (octets, ways) => {
    sent.push({ octets, atMs: performance.now() });
    (script.request ?? ways.toDevice)(octets, ways);
  };
  const relay = await startRelay(upstream.port, { ...script, request });
  const dropped: string[] = [];
  const route = new UdpTransport({
    host,
    port: relay.port,
    secret: new Secret(upstreamSecret),
    retransmission: quick,
    onDropped: (why) => dropped.push(why),
  });
  t.teardown(async () => {
    await route.close();
    await relay.stop();
  });
  return { route, sent, dropped };
}

const login: OutboundRequest = {
  code: 1,
  encodeAttributes: ({ secret, authenticator }) =>
    encoded([
      [1, 'bob'],
      [2, hiddenPassword(secret.reveal(), { password: upstreamPassword, authenticator })],
    ]),
  signal: AbortSignal.timeout(60_000),
};
// As many questions are outstanding at once, and each listens; Node takes more than ten for a leak.
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

test('an Access-Request is answered; Message-Authenticator is its first attribute', async (t) => {
  const { route, sent } = await meet(t);
  const answer = await route.sendRequest(login);
  t.equal(answer?.packet.code, 2);
  const octets = sent[0]?.octets ?? Buffer.alloc(0);
  t.same(answer?.requestAuthenticator, octets.subarray(4, 20));
  t.same([...octets.subarray(20, 22)], [80, 18]);
  const unsigned = Buffer.from(octets).fill(0, 22, 38);
  t.same(octets.subarray(22, 38), createHmac('md5', upstreamSecret).update(unsigned).digest());
});

test('RFC 5080 section 2.2.1: an Access-Request that was lost is sent again, octet for octet, at growing intervals', async (t) => {
  let lost = 0;
  const { route, sent } = await meet(t, {
    request: (octets, { toDevice }) => {
      lost += 1;
      if (lost > 3) toDevice(octets);
    },
  });
  t.equal((await route.sendRequest(login))?.packet.code, 2);
  t.equal(new Set(sent.map(({ octets }) => octets.toString('hex'))).size, 1);
  const gaps = sent.slice(1).map(({ atMs }, position) => atMs - (sent[position]?.atMs ?? 0));
  t.equal(gaps.length, 3);
  for (const [position, wanted] of [100, 200, 400].entries())
    t.ok((gaps[position] ?? 0) > 0.7 * wanted, `${gaps[position] ?? 0} of ${wanted} ms`);
});

test('a route waits as RFC 5080 says, unless told otherwise', (t) => {
  t.same(defaultRetransmission, {
    initialIntervalMs: 2_000,
    maxIntervalMs: 16_000,
    maxTries: 5,
    timeoutMs: 30_000,
    jitter: 0.1,
  });
  t.end();
});

test('silence is no answer, after the time that there is', async (t) => {
  const { route, sent } = await meet(t, { request: () => undefined });
  const before = performance.now();
  t.equal(await route.sendRequest(login), null);
  const ms = performance.now() - before;
  t.ok(ms > 900 && ms < 3_000, `${ms} ms`);
  t.ok(sent.length >= 3 && sent.length <= 5, `${sent.length} times`);
});

test('RFC 5997 section 4.1: a Status-Server is signed, answered, and never sent twice', async (t) => {
  const { route } = await meet(t);
  t.equal((await route.sendRequest(status))?.packet.code, 2);
  const { route: other, sent } = await meet(t, { request: () => undefined });
  t.equal(await other.sendRequest(status), null);
  t.equal(sent.length, 1);
  t.same([...(sent[0]?.octets.subarray(20, 22) ?? [])], [80, 18]);
});

test('an Accounting-Request is signed by its authenticator, and given up after its time', async (t) => {
  const { route, sent } = await meet(t, { request: () => undefined });
  t.equal(await route.sendRequest(account), null);
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
  test(`a reply ${what} is dropped, and the true one still counts`, async (t) => {
    let requests = 0;
    const { route, dropped } = await meet(t, {
      request: (octets, { asDevice, toDevice }) => {
        requests += 1;
        if (requests === 1) asDevice(forge(octets));
        else toDevice(octets);
      },
    });
    t.match(await route.sendRequest(login), { packet: { code: 2 } });
    t.same(dropped, [why]);
    t.equal(requests, 2);
  });
}

test('a reply of somebody who was not asked is dropped, however right it is', async (t) => {
  const { route, dropped } = await meet(t, {
    request: (octets, { asStranger, toDevice }) => {
      asStranger(accepted(octets));
      setTimeout(() => {
        toDevice(octets);
      }, 30);
    },
  });
  // What the stranger says would have no attribute beside its signature.
  t.ok(((await route.sendRequest(login))?.packet.attributeOffsets.length ?? 0) > 1);
  t.same(dropped, ['unsolicited']);
});

test('a reply that comes when its request was given up is dropped', async (t) => {
  const { route, dropped } = await meet(t, {
    request: (octets, { asDevice }) => {
      setTimeout(() => {
        asDevice(accepted(octets));
      }, 100);
    },
  });
  const signal = AbortSignal.timeout(50);
  await t.rejects(route.sendRequest({ ...login, signal }));
  await sleep(150);
  t.same(dropped, ['unsolicited']);
});

test('an accounting reply need not be signed, but a wrong signature is one', async (t) => {
  let isForged = true;
  const { route, dropped } = await meet(t, {
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
  t.equal((await route.sendRequest(account))?.packet.code, 5);
  t.same(dropped, ['message_authenticator']);
});

test('2048 requests are outstanding at once, more are refused', async (t) => {
  const port = await freeUdpPort();
  const silent = new UdpTransport({
    host: '127.0.0.1',
    port,
    secret: new Secret(upstreamSecret),
    retransmission: quick,
  });
  t.teardown(() => silent.close());
  const asked = Array.from({ length: 2_048 }, () => silent.sendRequest(login));
  await sleep(100);
  t.equal(await kindOf(silent.sendRequest(login)), 'overloaded');
  t.ok((await Promise.all(asked)).every((answer) => answer === null));
  t.equal(await silent.sendRequest(login), null, 'what was given up makes room');
});

test('a host name is looked up', async (t) => {
  const { route } = await meet(t, {}, 'localhost');
  t.equal((await route.sendRequest(login))?.packet.code, 2);
});

test('a host that there is not is unreachable', async (t) => {
  const route = new UdpTransport({
    host: 'nowhere.invalid',
    port: 1,
    secret: new Secret(upstreamSecret),
  });
  t.teardown(() => route.close());
  t.equal(await kindOf(route.sendRequest(login)), 'unreachable');
});

test('attributes that fit into no packet are refused before anything is sent', async (t) => {
  const { route, sent } = await meet(t);
  t.equal(
    await kindOf(route.sendRequest({ ...login, encodeAttributes: () => Buffer.alloc(4_096) })),
    'invalid',
  );
  t.same(sent, []);
});

test('a route that is closed asks nobody', async (t) => {
  const { route } = await meet(t);
  await route.close();
  t.equal(await kindOf(route.sendRequest(login)), 'unavailable');
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
