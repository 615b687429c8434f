import tap, { test, type Test } from 'tap';
import { asFault, type FaultKind } from '../../../src/contract/errors.ts';
import type { SnmpCredentials, SnmpUser } from '../../../src/protocol/snmp/credentials.ts';
import { SnmpClient } from '../../../src/protocol/snmp/client.ts';
import type { SnmpPeer } from '../../../src/protocol/snmp/peer.ts';
import type { SnmpSession } from '../../../src/protocol/snmp/session.ts';
import { Secret } from '../../../src/contract/secret.ts';
import {
  at,
  decode,
  encode,
  exchange,
  integer,
  number,
  octets,
  sequence,
  text,
  type Field,
} from '../../peers/ber.ts';
import { freeUdpPort } from '../../peers/port.ts';
import { startSnmpd } from '../../peers/snmpd.ts';
import { startRelay, type Script } from '../../peers/udp-relay.ts';

const snmpd = await startSnmpd();
tap.teardown(() => snmpd.stop());

const sysName = '1.3.6.1.2.1.1.5.0';
const client = new SnmpClient();
const never = new AbortController().signal;
const v2c: SnmpCredentials = { version: 'v2c', community: new Secret(snmpd.community) };
const reader: SnmpUser = {
  user: snmpd.v3.user,
  authProtocol: 'sha256',
  authPassword: new Secret(snmpd.v3.authPassword),
  privProtocol: 'aes',
  privPassword: new Secret(snmpd.v3.privPassword),
};
const v3: SnmpCredentials = { version: 'v3', user: reader };

function peerOf(changed: Partial<SnmpPeer> = {}): SnmpPeer {
  return {
    host: '127.0.0.1',
    port: snmpd.port,
    credentials: v2c,
    timeoutMs: 20_000,
    retries: 1,
    maxRepetitions: 20,
    ...changed,
  };
}

/** Opens a session, uses it and closes it. */
async function using<T>(
  peer: SnmpPeer,
  work: (session: SnmpSession) => Promise<T>,
  signal = never,
): Promise<T> {
  const session = await client.open(peer, signal);
  try {
    return await work(session);
  } finally {
    session.close();
  }
}

/** The peer behind a network that follows the script. */
async function through(t: Test, script: Script, changed: Partial<SnmpPeer> = {}) {
  const relay = await startRelay(snmpd.port, script);
  t.teardown(() => relay.stop());
  return { peer: peerOf({ port: relay.port, ...changed }), relay };
}

function nameOf(session: SnmpSession) {
  return session.get([sysName]).then(([varbind]) => varbind?.value);
}

async function columnOf(session: SnmpSession, oid: string, maxRows?: number) {
  const [column] = await session.walkColumns([oid], maxRows);
  return column;
}

/** The fault that a question ends with, and the milliseconds until then. */
async function faultOf(work: Promise<unknown>) {
  const begun = performance.now();
  const fault = await work.then(() => null, asFault);
  return { kind: fault?.kind, message: fault?.message ?? '', ms: performance.now() - begun };
}

const versions = [
  { name: 'SNMPv2c', login: v2c },
  { name: 'SNMPv3 with SHA-256 and AES', login: v3 },
];

for (const { name, login } of versions) {
  test(`every type of value comes exactly over ${name}`, async (t) => {
    const { madeUp } = snmpd;
    const expected = [
      [madeUp.greatestCounter64.oid, 18_446_744_073_709_551_615n],
      [madeUp.smallCounter64.oid, 1n],
      [madeUp.negative.oid, -2_147_483_648],
      [madeUp.greatestCounter32.oid, 4_294_967_295],
      [madeUp.greatestGauge.oid, 4_294_967_295],
      [madeUp.text.oid, 'Zimmer 12, Süd'],
      [madeUp.macAddress.oid, '00:1b:2c:3d:4e:ff'],
      [madeUp.address.oid, '192.0.2.7'],
      [madeUp.objectId.oid, '1.3.6.1.4.1.8072.3.2.10'],
    ] as const;
    const found = await using(peerOf({ credentials: login }), (session) =>
      session.get(expected.map(([oid]) => oid)),
    );
    t.same(
      found,
      expected.map(([oid, value]) =>
        oid === madeUp.greatestCounter32.oid ? { oid, value, counterBits: 32 } : { oid, value },
      ),
    );
  });

  test(`more variables than one request holds come in the order asked over ${name}`, async (t) => {
    const oids = Array.from({ length: 45 }, (_, index) =>
      index % 2 === 0 ? sysName : snmpd.madeUp.negative.oid,
    );
    const found = await using(peerOf({ credentials: login }), (session) => session.get(oids));
    t.same(
      found.map(({ oid }) => oid),
      oids,
    );
    t.ok(
      found.every(({ oid, value }) => value === (oid === sysName ? 'ap-lobby-01' : -2_147_483_648)),
    );
  });
}

test('a variable that the device does not have has a fault of its own', async (t) => {
  const found = await using(peerOf(), (session) =>
    session.get(['1.3.6.1.2.1.1.5.7', sysName, '1.3.6.1.9.9']),
  );
  t.match(found, [
    { value: null, fault: 'the device has no such instance' },
    { value: 'ap-lobby-01' },
    { value: null, fault: 'the device has no such object' },
  ]);
});

test('a column ends where its subtree ends, and keeps its order', async (t) => {
  const column = await using(peerOf({ maxRepetitions: 2 }), (session) =>
    columnOf(session, '1.3.6.1.4.1.32473.10'),
  );
  t.same(column, {
    rows: [
      { oid: snmpd.madeUp.column1.oid, value: 18_446_744_073_709_551_615n },
      { oid: snmpd.madeUp.column2.oid, value: 18_446_744_073_709_551_615n },
      { oid: snmpd.madeUp.column10.oid, value: 2n },
    ],
  });
});

test('a column at the end of the MIB view ends too', async (t) => {
  t.same(await using(peerOf(), (session) => columnOf(session, '1.9')), { rows: [] });
});

test('a column longer than allowed is a fault, and not cut short', async (t) => {
  const column = await using(peerOf(), (session) => columnOf(session, '1.3.6.1.4.1.32473.10', 2));
  t.same(column, { fault: 'the device has more than 2 rows below it' });
});

for (const host of ['localhost', ...(snmpd.hasIpv6 ? ['::1'] : [])]) {
  test(`a device is found as ${host}`, async (t) => {
    t.equal(await using(peerOf({ host }), nameOf), 'ap-lobby-01');
  });
}

test('a wrong community times out after all retries with a hint', async (t) => {
  const login: SnmpCredentials = { version: 'v2c', community: new Secret('wrong-community') };
  const { kind, message, ms } = await faultOf(
    using(peerOf({ credentials: login, timeoutMs: 150, retries: 2 }), nameOf),
  );
  t.equal(kind, 'timeout');
  t.match(message, 'wrong community, or the device is away');
  t.notMatch(message, 'wrong-community');
  t.ok(ms >= 440 && ms < 4_500, `${ms} ms`);
});

const refusals: readonly { name: string; user: SnmpUser; kind: FaultKind; message: string }[] = [
  {
    name: 'an unknown user',
    user: { ...reader, user: 'stranger' },
    kind: 'refused',
    message: 'does not know the SNMPv3 user',
  },
  {
    name: 'a wrong authentication password',
    user: { ...reader, authPassword: new Secret('wrong-password') },
    kind: 'refused',
    message: 'wrong SNMPv3 authentication password or protocol',
  },
  {
    name: 'a wrong digest algorithm',
    user: { ...reader, authProtocol: 'sha512' },
    kind: 'refused',
    message: 'authentication password or protocol',
  },
  {
    name: 'a level that the user has not',
    user: { ...reader, user: snmpd.v3.signed },
    kind: 'refused',
    message: 'that security level',
  },
  {
    name: 'a level with too little access',
    user: { user: snmpd.v3.user },
    kind: 'refused',
    message: 'no access',
  },
  {
    name: 'privacy without authentication',
    user: { user: 'reader', privPassword: new Secret('priv-password') },
    kind: 'refused',
    message: 'no authentication password',
  },
  {
    name: 'a password that is too short',
    user: { ...reader, authPassword: new Secret('short') },
    kind: 'refused',
    message: 'shorter than 8',
  },
  {
    name: 'a cipher that OpenSSL has dropped',
    user: { ...reader, privProtocol: 'des' },
    kind: 'unsupported',
    message: 'OpenSSL',
  },
];

for (const { name, user, kind, message } of refusals) {
  test(`${name} is reported at once`, async (t) => {
    const fault = await faultOf(using(peerOf({ credentials: { version: 'v3', user } }), nameOf));
    t.equal(fault.kind, kind);
    t.match(fault.message, message);
    t.notMatch(fault.message, /wrong-password|priv-password|auth-password|short$/);
    t.ok(fault.ms < 10_000, `${fault.ms} ms`);
  });
}

test('a wrong privacy password, which an agent does not answer, is named in the timeout', async (t) => {
  const login: SnmpCredentials = {
    version: 'v3',
    user: { ...reader, privPassword: new Secret('wrong-password') },
  };
  const { kind, message } = await faultOf(
    using(peerOf({ credentials: login, timeoutMs: 1_500, retries: 0 }), nameOf),
  );
  t.equal(kind, 'timeout');
  t.match(message, 'wrong SNMPv3 privacy password?');
});

test('a user without privacy reads with a signature only', async (t) => {
  const login: SnmpCredentials = {
    version: 'v3',
    user: { user: snmpd.v3.signed, authPassword: new Secret(snmpd.v3.authPassword) },
  };
  t.equal(await using(peerOf({ credentials: login }), nameOf), 'ap-lobby-01');
});

test('a closed port is unreachable at once', async (t) => {
  const { kind, message, ms } = await faultOf(using(peerOf({ port: await freeUdpPort() }), nameOf));
  t.equal(kind, 'unreachable');
  t.match(message, 'ECONNREFUSED');
  t.ok(ms < 10_000, `${ms} ms`);
});

for (const host of ['no-such-host.invalid', '-c', ';reboot', 'a b', '']) {
  test(`host ${JSON.stringify(host)} is unreachable`, async (t) => {
    t.equal((await faultOf(using(peerOf({ host }), nameOf))).kind, 'unreachable');
  });
}

test('a device that never answers receives the configured number of retransmissions', async (t) => {
  const { peer, relay } = await through(
    t,
    { request: () => undefined },
    { timeoutMs: 100, retries: 2 },
  );
  const { kind, ms } = await faultOf(using(peer, nameOf));
  t.equal(kind, 'timeout');
  t.equal(relay.requests(), 3);
  t.ok(ms >= 290 && ms < 3_000, `${ms} ms`);
});

test("the caller's signal ends a request early", async (t) => {
  const { peer } = await through(t, { request: () => undefined }, { timeoutMs: 30_000 });
  const { kind, ms } = await faultOf(using(peer, nameOf, AbortSignal.timeout(100)));
  t.equal(kind, 'timeout');
  t.ok(ms < 15_000, `${ms} ms`);
});

test('a lost answer is recovered by a retransmission', async (t) => {
  let lost = false;
  const loseFirst: Script = {
    request: (datagram, { toDevice }) => {
      if (lost) toDevice(datagram);
      lost = true;
    },
  };
  const { peer } = await through(t, loseFirst, { timeoutMs: 250, retries: 20 });
  t.equal(await using(peer, nameOf), 'ap-lobby-01');
});

/** The device's answer with another text in it. */
function forged(answer: Buffer): Buffer {
  return encode(exchange(decode(answer), [2, 3, 0, 1], text('forged')));
}

const delayMs = 50;

test('an answer from another port is ignored', async (t) => {
  const answer: Script['answer'] = (datagram, { asDevice, asStranger }) => {
    asStranger(forged(datagram));
    setTimeout(() => {
      asDevice(datagram);
    }, delayMs);
  };
  const { peer } = await through(t, { answer });
  t.equal(await using(peer, nameOf), 'ap-lobby-01');
});

test('the same answer from the right port is accepted', async (t) => {
  const { peer } = await through(t, {
    answer: (datagram, { asDevice }) => {
      asDevice(forged(datagram));
    },
  });
  t.equal(await using(peer, nameOf), 'forged');
});

const garbage = [
  { name: 'nothing', of: () => Buffer.alloc(0) },
  { name: 'one octet', of: () => Buffer.from([0x30]) },
  { name: 'text', of: () => Buffer.from('GET / HTTP/1.1\r\n\r\n') },
  {
    name: 'an answer cut in the middle',
    of: (answer: Buffer) => answer.subarray(0, answer.length - 12),
  },
  {
    name: 'a length beyond the end',
    of: (answer: Buffer) =>
      Buffer.concat([Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff]), answer]),
  },
  { name: 'SNMPv3 with nothing in it', of: () => encode({ tag: sequence, contents: [number(3)] }) },
];

for (const { name, login } of versions) {
  for (const { name: sort, of } of garbage) {
    test(`garbage (${sort}) before the answer over ${name} does no harm`, async (t) => {
      const answer: Script['answer'] = (datagram, { asDevice }) => {
        asDevice(of(datagram));
        setTimeout(() => {
          asDevice(datagram);
        }, delayMs);
      };
      const { peer } = await through(t, { answer }, { credentials: login });
      t.equal(await using(peer, nameOf), 'ap-lobby-01');
    });
  }
}

test('a device that answers with garbage only is garbled', async (t) => {
  const { peer } = await through(
    t,
    {
      request: (_datagram, { asDevice }) => {
        asDevice(Buffer.from('hello'));
      },
    },
    { timeoutMs: 500 },
  );
  const { kind, message } = await faultOf(using(peer, nameOf));
  t.equal(kind, 'garbled');
  t.match(message, 'not in readable SNMP');
});

const errorStatus = [2, 1];
const tooBig = 1;
const generalError = 5;
const getResponse = 0xa2;

/** The answer of an agent that does not carry a request out (RFC 3416 section 4.2.1). */
function refusal(request: Field, status: number): Buffer {
  return encode(
    exchange(
      {
        ...request,
        contents: [at(request, 0), at(request, 1), { ...at(request, 2), tag: getResponse }],
      },
      errorStatus,
      number(status),
    ),
  );
}

function varbindsOf(request: Field): readonly Field[] {
  const { contents } = at(request, 2, 3);
  return Buffer.isBuffer(contents) ? [] : contents;
}

test('a device with small buffers receives smaller requests', async (t) => {
  const request: Script['request'] = (datagram, { asDevice, toDevice }) => {
    const message = decode(datagram);
    if (varbindsOf(message).length > 3) asDevice(refusal(message, tooBig));
    else toDevice(datagram);
  };
  const { peer } = await through(t, { request });
  const found = await using(peer, (session) => session.get(Array<string>(25).fill(sysName)));
  t.equal(found.length, 25);
  t.ok(found.every(({ value }) => value === 'ap-lobby-01'));
});

test('one variable that the device fails on does not affect the others', async (t) => {
  const bad = snmpd.madeUp.address.oid;
  const badOid = encode({
    tag: 0x06,
    contents: Buffer.from([0x2b, 6, 1, 4, 1, 0x81, 0xfd, 0x59, 8, 0]),
  });
  const request: Script['request'] = (datagram, { asDevice, toDevice }) => {
    if (datagram.includes(badOid)) asDevice(refusal(decode(datagram), generalError));
    else toDevice(datagram);
  };
  const { peer } = await through(t, { request });
  const found = await using(peer, (session) => session.get([sysName, sysName, bad, sysName]));
  t.same(found, [
    { oid: sysName, value: 'ap-lobby-01' },
    { oid: sysName, value: 'ap-lobby-01' },
    { oid: bad, value: null, fault: 'the device answered GeneralError' },
    { oid: sysName, value: 'ap-lobby-01' },
  ]);
});

test('a device whose rows do not ascend is garbled', async (t) => {
  let first: Field | undefined;
  const answer: Script['answer'] = (datagram, { asDevice }) => {
    const message = decode(datagram);
    first ??= message;
    asDevice(encode(exchange(first, [2, 0], at(message, 2, 0))));
  };
  const { peer } = await through(t, { answer }, { maxRepetitions: 2 });
  const { kind, message } = await faultOf(
    using(peer, (session) => columnOf(session, '1.3.6.1.2.1.1')),
  );
  t.equal(kind, 'garbled');
  t.match(message, 'comes after');
});

/** An unsigned answer to an SNMPv3 request, which anyone who sees the request can forge. */
function unsigned(request: Field, engine?: Field): Buffer {
  const { contents } = at(request, 2);
  const security = decode(Buffer.isBuffer(contents) ? contents : Buffer.alloc(0));
  const oid = { tag: 0x06, contents: Buffer.from([0x2b, 6, 1, 2, 1, 1, 5, 0]) };
  const varbind = { tag: sequence, contents: [oid, text('forged')] };
  const pdu = {
    tag: getResponse,
    contents: [number(1), number(0), number(0), { tag: sequence, contents: [varbind] }],
  };
  const parameters = [
    engine ?? at(security, 0),
    at(security, 1),
    at(security, 2),
    at(security, 3),
    text(''),
    text(''),
  ];
  const size = { tag: integer, contents: Buffer.from([0, 0xff, 0xe3]) };
  const header = [at(request, 1, 0), size, { tag: octets, contents: Buffer.from([0]) }, number(3)];
  return encode({
    tag: sequence,
    contents: [
      number(3),
      { tag: sequence, contents: header },
      { tag: octets, contents: encode({ tag: sequence, contents: parameters }) },
      { tag: sequence, contents: [at(security, 0), text(''), pdu] },
    ],
  });
}

/** Lets discovery pass and answers the first request that names a user. */
const forger: Script = {
  request: (datagram, { asDevice, toDevice }) => {
    if (datagram.includes(Buffer.from(snmpd.v3.user))) asDevice(unsigned(decode(datagram)));
    setTimeout(() => {
      toDevice(datagram);
    }, delayMs);
  },
};

test('an unsigned answer to a signed request is ignored', async (t) => {
  const { peer } = await through(t, forger, { credentials: v3 });
  t.equal(await using(peer, nameOf), 'ap-lobby-01');
});

test('the same answer is accepted for an unsigned request', async (t) => {
  const { peer } = await through(t, forger, {
    credentials: { version: 'v3', user: { user: snmpd.v3.user } },
  });
  t.equal(await using(peer, nameOf), 'forged');
});

test('an answer of another engine than the one asked is garbled', async (t) => {
  const { peer } = await through(
    t,
    {
      request: (datagram, { asDevice, toDevice }) => {
        const isDiscovery = !datagram.includes(Buffer.from(snmpd.v3.user));
        if (isDiscovery) toDevice(datagram);
        else asDevice(unsigned(decode(datagram), text('another-engine')));
      },
    },
    { credentials: { version: 'v3', user: { user: snmpd.v3.user } }, timeoutMs: 1_500, retries: 0 },
  );
  const { kind, message } = await faultOf(using(peer, nameOf));
  t.equal(kind, 'garbled');
  t.match(message, 'answers as another SNMPv3 engine than the one asked');
});

const column = '1.3.6.1.4.1.32473.10';

test('an agent that answers no GETBULK is asked by GETNEXT', async (t) => {
  const getBulk = 0xa5;
  const tags: number[] = [];
  const { peer } = await through(
    t,
    {
      request: (datagram, { toDevice }) => {
        const { tag } = at(decode(datagram), 2);
        tags.push(tag);
        if (tag !== getBulk) toDevice(datagram);
      },
    },
    { timeoutMs: 1_500, retries: 0 },
  );
  const columns = await using(peer, async (session) => {
    await nameOf(session);
    return [await columnOf(session, column), await columnOf(session, column)];
  });
  const bulk = await using(peerOf(), (session) => columnOf(session, column));
  t.match(bulk, { rows: [{}, {}, {}] });
  t.same(columns, [bulk, bulk]);
  t.equal(tags.filter((tag) => tag === getBulk).length, 1, 'it is found out once');
});

test('a silent agent is not asked a second time by GETNEXT', async (t) => {
  const { peer, relay } = await through(
    t,
    { request: () => undefined },
    { timeoutMs: 50, retries: 0 },
  );
  t.match(await faultOf(using(peer, (session) => columnOf(session, column))), {
    kind: 'timeout',
  });
  t.equal(relay.requests(), 1);
});

test('SNMPv1 reads, walks to the end of the MIB and reports missing variables', async (t) => {
  const v1: SnmpCredentials = { version: 'v1', community: new Secret(snmpd.community) };
  await using(peerOf({ credentials: v1 }), async (session) => {
    t.equal(await nameOf(session), 'ap-lobby-01');
    t.match(await session.get(['1.3.6.1.9.9', sysName]), [
      { value: null, fault: /NoSuchName/ },
      { value: 'ap-lobby-01' },
    ]);
    t.match(await columnOf(session, '1.3.6.1.4.1.32473.11'), { rows: [{ value: 5 }, {}] });
    t.same(await columnOf(session, '1.3.6.1.9.9'), { rows: [] });
  });
});
