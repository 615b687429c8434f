import { networkInterfaces } from 'node:os';
import tap, { test } from 'tap';
import { eventually } from '../../gateway-process.ts';
import { ask, Peer, radclient, secret, silenceMs, startSite, type Site } from '../fixture.ts';
import { Latch } from '../latch.ts';
import {
  encoded,
  randomPacket,
  randomSignedPacket,
  signedPacket,
  withAuthenticator,
  type Attribute,
} from '../packets.ts';

const latch = new Latch();
const site = await startSite({ disguise: latch.disguise });
const { acctAddress } = site.server;
tap.teardown(() => site.stop());

let sessions = 0;

function start(id = newId(), more: readonly Attribute[] = []): readonly Attribute[] {
  return [[40, 1], [44, id], [1, 'alice'], [4, Buffer.from([192, 0, 2, 10])], ...more];
}

function newId(): string {
  sessions += 1;
  return `session ${sessions}`;
}

function accountingRequest(attributes: readonly Attribute[] | Buffer, identifier = 7): Buffer {
  return signedPacket(secret, { code: 4, identifier, attributes });
}

function rowsOf({ store }: Site, id: string) {
  return store.db
    .selectFrom('aaa_accounting')
    .selectAll()
    .where('acctsessionid', '=', id)
    .execute();
}

test('Start, Interim-Update and Stop of radclient are answered, and are one row', async (t) => {
  const began = Math.floor(Date.now() / 1000) - 120;
  const say = (status: string, more: string) =>
    radclient({
      to: acctAddress,
      command: 'acct',
      attributes: `User-Name=alice\nAcct-Session-Id=R1\nNAS-IP-Address=192.0.2.10\nAcct-Status-Type=${status}\n${more}`,
    });
  for (const outcome of [
    await say('Start', `Event-Timestamp=${began}`),
    await say(
      'Interim-Update',
      `Event-Timestamp=${began + 60}\nAcct-Session-Time=60\nAcct-Input-Octets=1000`,
    ),
    await say(
      'Stop',
      `Event-Timestamp=${began + 120}\nAcct-Session-Time=120\nAcct-Input-Octets=1500\nAcct-Terminate-Cause=Lost-Carrier`,
    ),
  ])
    t.ok(outcome.ok, outcome.output);
  t.match(await rowsOf(site, 'R1'), [
    {
      acctstarttime: began * 1000,
      acctstoptime: (began + 120) * 1000,
      acctsessiontime: 120,
      acctinputoctets: 1500,
      acctterminatecause: 'Lost-Carrier',
    },
  ]);
});

test('a Message-Authenticator of radclient in accounting is taken, and its answer satisfies radclient', async (t) => {
  const attributes = 'Acct-Status-Type=Start\nAcct-Session-Id=R2\nMessage-Authenticator=0x00\n';
  const outcome = await radclient({ to: acctAddress, command: 'acct', attributes });
  t.ok(outcome.ok, outcome.output);
  t.equal((await rowsOf(site, 'R2')).length, 1);
});

test('radclient with another secret gets no answer, and leaves no row', async (t) => {
  const attributes = 'Acct-Status-Type=Start\nAcct-Session-Id=R3\n';
  const outcome = await radclient({
    to: acctAddress,
    command: 'acct',
    attributes,
    secret: 'another secret',
    seconds: 0.5,
  });
  t.notOk(outcome.ok);
  t.match(outcome.output, /^Sent Accounting-Request/);
  t.notMatch(outcome.output, /Received/);
  t.equal((await rowsOf(site, 'R3')).length, 0);
});

const unanswered: readonly (readonly [string, () => Buffer])[] = [
  ['another secret', () => signedPacket('another secret', { code: 4, attributes: start() })],
  ['an authenticator of zeros', () => accountingRequest(start()).fill(0, 4, 20)],
  ['a length greater than the datagram', () => accountingRequest(start()).subarray(0, -1)],
  ['19 octets', () => accountingRequest([]).subarray(0, 19)],
  ['length 19', () => withLength(19)],
  ['an attribute of type 0', () => accountingRequest([...start(), [0, 'x']])],
  [
    'an attribute of length 0',
    () => accountingRequest(Buffer.concat([encoded(start()), Buffer.from([250, 0])])),
  ],
  [
    'an attribute of length 1',
    () => accountingRequest(Buffer.concat([encoded(start()), Buffer.from([250, 1])])),
  ],
  [
    'an attribute beyond the end',
    () => accountingRequest(Buffer.concat([encoded(start()), Buffer.from([250, 9, 1])])),
  ],
  [
    'a lone octet at the end',
    () => accountingRequest(Buffer.concat([encoded(start()), Buffer.from([250])])),
  ],
  ['201 attributes', () => accountingRequest([...start(), ...many(197)])],
  ['4099 octets', () => accountingRequest(filled(4099))],
  ...[0, 1, 5, 43, 53, 255].map(
    (code) => [`code ${code}`, () => signedPacket(secret, { code, attributes: start() })] as const,
  ),
  ['a wrong Message-Authenticator', () => accountingRequest([...start(), [80, Buffer.alloc(16)]])],
  [
    'a Message-Authenticator of 15 octets',
    () => accountingRequest([...start(), [80, Buffer.alloc(15)]]),
  ],
];

function withLength(length: number): Buffer {
  const packet = accountingRequest([]);
  packet.writeUInt16BE(length, 2);
  return withAuthenticator(packet, secret);
}

function many(count: number): Attribute[] {
  return Array.from({ length: count }, () => [250, '']);
}

/** Attributes that make a packet of so many octets. */
function filled(octets: number): Buffer {
  const known = encoded(start());
  const rest = octets - 20 - known.length;
  const full = Array.from(
    { length: Math.floor(rest / 255) },
    () => [250, Buffer.alloc(253)] as const,
  );
  return Buffer.concat([known, encoded(full), encoded([[250, Buffer.alloc((rest % 255) - 2)]])]);
}

test('only Accounting-Requests of a client are answered', async (t) => {
  const before = latch.writes;
  await Promise.all(
    unanswered.map(async ([name, packet]) => {
      t.equal(await ask(acctAddress, packet(), { withinMs: silenceMs }), null, name);
    }),
  );
  t.equal(latch.writes, before, 'and is not recorded');
});

const answered: readonly (readonly [string, () => Buffer])[] = [
  ['padding', () => Buffer.concat([accountingRequest(start()), Buffer.alloc(10, 0xff)])],
  ['an unknown attribute', () => accountingRequest(start(newId(), [[250, 'x']]))],
  [
    'an unknown vendor',
    () => accountingRequest(start(newId(), [[26, Buffer.from('0001869f0104abcd', 'hex')]])),
  ],
  ['a malformed vendor attribute', () => accountingRequest(start(newId(), [[26, 'x']]))],
  [
    'an empty User-Name',
    () =>
      accountingRequest([
        [40, 1],
        [44, newId()],
        [1, ''],
      ]),
  ],
  ['NUL in a text', () => accountingRequest(start(newId(), [[31, 'a\0b']]))],
  [
    'octets that are not UTF-8',
    () => accountingRequest(start(newId(), [[31, Buffer.from([0xff, 0xfe])]])),
  ],
  [
    'a Session-Time of three octets',
    () => accountingRequest(start(newId(), [[46, Buffer.alloc(3)]])),
  ],
  ['200 attributes', () => accountingRequest([...start(), ...many(196)])],
  ['4096 octets', () => accountingRequest(filled(4096))],
  ['no Acct-Status-Type', () => accountingRequest([[44, newId()]])],
  [
    'the status Failed',
    () =>
      accountingRequest([
        [40, 15],
        [44, newId()],
      ]),
  ],
  [
    'a password that must not be there',
    () => accountingRequest(start(newId(), [[2, Buffer.alloc(16)]])),
  ],
];

test('what a NAS may send, however odd, is answered with a bare Accounting-Response', async (t) => {
  await Promise.all(
    answered.map(async ([name, packet]) => {
      const answer = await ask(acctAddress, packet());
      t.equal(answer?.octets.subarray(0, 4).toString('hex'), '05070014', name);
    }),
  );
});

test('the answer carries the Proxy-States of the request, in order', async (t) => {
  const answer = await ask(
    acctAddress,
    accountingRequest(
      start(newId(), [
        [33, 'one'],
        [25, 'class'],
        [33, 'two'],
        [250, 'x'],
        [33, 'three'],
      ]),
    ),
  );
  t.same(
    answer?.octets.subarray(20),
    encoded([
      [33, 'one'],
      [33, 'two'],
      [33, 'three'],
    ]),
  );
});

test('a source that is no client gets no answer', async (t) => {
  t.equal(
    await ask(acctAddress, accountingRequest(start()), { from: '127.0.0.9', withinMs: silenceMs }),
    null,
  );
  const drops = () =>
    site.counted('gatehouse_radius_drops_total', { port: 'acct', reason: 'unknown_client' });
  t.ok((await eventually(drops, (count) => count > 0)) > 0);
});

test('a repeated request gets the same octets again, and is recorded once', async (t) => {
  const peer = await Peer.open();
  t.teardown(() => peer.close());
  const request = accountingRequest(start(newId(), [[33, 'state']]));
  const before = latch.writes;
  peer.send(acctAddress, request);
  const first = await peer.answer();
  peer.send(acctAddress, request);
  t.same((await peer.answer())?.octets, first?.octets);
  t.equal(latch.writes, before + 1);
});

test('a request repeated while it is worked on is answered once', async (t) => {
  const peer = await Peer.open();
  t.teardown(() => peer.close());
  const request = accountingRequest(start());
  latch.shut();
  const repeated = () =>
    site.counted('gatehouse_radius_packets_total', { port: 'acct', outcome: 'duplicate' });
  const before = await repeated();
  peer.send(acctAddress, request);
  peer.send(acctAddress, request);
  t.equal(await eventually(repeated, (count) => count > before), before + 1);
  t.equal(await peer.answer(silenceMs), null, 'not before it is recorded');
  latch.open();
  t.ok(await peer.answer());
  t.equal(await peer.answer(silenceMs), null);
});

test('an Identifier that is used again for another request is answered for both', async (t) => {
  const peer = await Peer.open();
  t.teardown(() => peer.close());
  const [one, other] = [newId(), newId()];
  for (const id of [one, other]) {
    peer.send(acctAddress, accountingRequest(start(id)));
    t.ok(await peer.answer());
  }
  t.equal((await rowsOf(site, one)).length + (await rowsOf(site, other)).length, 2);
});

test('a packet with a wrong Message-Authenticator does not make the right one a repetition', async (t) => {
  const peer = await Peer.open();
  t.teardown(() => peer.close());
  const status = randomSignedPacket(secret, { code: 12, attributes: [] });
  const forged = Buffer.from(status).fill(0, 22);
  peer.send(acctAddress, forged);
  t.equal(await peer.answer(silenceMs), null);
  peer.send(acctAddress, status);
  t.ok(await peer.answer());
});

test('what could not be recorded is not answered, and is recorded once when it is repeated later', async (t) => {
  const peer = await Peer.open();
  t.teardown(() => peer.close());
  const id = newId();
  latch.isBroken = true;
  peer.send(acctAddress, accountingRequest(start(id)));
  const drops = () =>
    site.counted('gatehouse_radius_drops_total', { port: 'acct', reason: 'unavailable' });
  t.equal(await eventually(drops, (count) => count > 0), 1);
  t.equal(await peer.answer(silenceMs), null);
  latch.isBroken = false;
  peer.send(acctAddress, accountingRequest(start(id)));
  t.ok(await peer.answer());
  t.equal((await rowsOf(site, id)).length, 1);
  t.equal(await drops(), 1);
});

test('Status-Server of radclient is answered, whatever the store does, and leaves no row', async (t) => {
  latch.isBroken = true;
  t.teardown(() => {
    latch.isBroken = false;
  });
  const before = latch.writes;
  const outcome = await radclient({
    to: acctAddress,
    command: 'status',
    attributes: 'Message-Authenticator=0x00\n',
  });
  t.ok(outcome.ok, outcome.output);
  t.match(outcome.output, /Received Accounting-Response/);
  t.equal(latch.writes, before);
});

test('Status-Server without Message-Authenticator, or with a wrong one, is not answered', async (t) => {
  const bare = randomPacket({ code: 12, attributes: [] });
  const wrong = randomPacket({ code: 12, attributes: [[80, Buffer.alloc(16)]] });
  for (const packet of [bare, wrong])
    t.equal(await ask(acctAddress, packet, { withinMs: silenceMs }), null);
});

test('when a client was last seen is kept, to the minute', async (t) => {
  await ask(acctAddress, accountingRequest(start()));
  const seen = () =>
    site.store.db
      .selectFrom('aaa_client')
      .select('last_seen')
      .where('address', '=', '127.0.0.1')
      .executeTakeFirst();
  const first = (await seen())?.last_seen ?? 0;
  t.ok(Math.abs(Date.now() - first) < 60_000);
  await ask(acctAddress, accountingRequest(start()));
  t.equal((await seen())?.last_seen, first);
});

test('each reason is logged once, without the secret', (t) => {
  const lines = site.lines.filter((line) => line.includes('"reason":"attribute_length"'));
  t.equal(lines.length, 1);
  t.notOk(site.lines.some((line) => line.includes(secret)));
  t.end();
});

test('answers are counted and timed', async (t) => {
  t.ok(
    (await site.counted('gatehouse_radius_packets_total', {
      port: 'acct',
      type: 'accounting-request',
      outcome: 'recorded',
    })) > 5,
  );
  t.equal(await site.counted('gatehouse_radius_packets_total', { outcome: 'duplicate' }), 2);
  t.match(
    await site.gateway.metrics.metrics(),
    /gatehouse_radius_answer_seconds_count{port="acct"} \d+/,
  );
});

test('a stop waits for pending packets, and answers them', async (t) => {
  const held = new Latch();
  const other = await startSite({ disguise: held.disguise });
  const peer = await Peer.open();
  t.teardown(() => peer.close());
  held.shut();
  peer.send(other.server.acctAddress, accountingRequest(start()));
  while (held.writes === 0) await peer.answer(5);
  const stopped = other.stop();
  t.equal(await peer.answer(silenceMs), null);
  held.open();
  t.ok(await peer.answer());
  await stopped;
});

test('a reply leaves from the address that was asked', async (t) => {
  const there = await startSite({ config: { HOST: '127.0.0.5' } });
  t.teardown(() => there.stop());
  const { address, port } = there.server.acctAddress;
  t.equal((await ask({ address, port }, accountingRequest(start())))?.from, `127.0.0.5:${port}`);
});

const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

test(
  'where all addresses are listened on, too',
  { skip: outside ? false : 'this machine has one address only' },
  async (t) => {
    const there = await startSite({ config: { HOST: '0.0.0.0' } });
    t.teardown(() => there.stop());
    const { port } = there.server.acctAddress;
    // From 127.0.0.1 to the machine's other address: the kernel by itself would answer from 127.0.0.1.
    for (const address of ['127.0.0.1', outside ?? '', '127.0.0.1'])
      t.equal(
        (await ask({ address, port }, accountingRequest(start())))?.from,
        `${address}:${port}`,
      );
  },
);

test('a port that another server has is not shared with it', async (t) => {
  for (const HOST of ['127.0.0.1', '0.0.0.0'])
    await t.rejects(startSite({ config: { HOST, ACCT_PORT: String(acctAddress.port) } }), {
      code: 'EADDRINUSE',
    });
});
