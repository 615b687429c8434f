import snmp, { type Varbind as LibraryVarbind } from 'net-snmp';
import tap, { test } from 'tap';
import { asFault } from '../../../src/contract/errors.ts';
import { SnmpClient } from '../../../src/protocol/snmp/client.ts';
import {
  bindingsOf,
  decodeAnswer,
  encodeGet,
  type PlainRequest,
} from '../../../src/protocol/snmp/plain-message.ts';
import type { SnmpSession } from '../../../src/protocol/snmp/session.ts';
import { decodeVarbind, type Varbind } from '../../../src/protocol/snmp/varbind.ts';
import { VariableList, variableLists } from '../../../src/protocol/snmp/variable-list.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { at, decode, encode, exchange, number, text, type Field } from '../../peers/ber.ts';
import { startSnmpd } from '../../peers/snmpd.ts';
import { startRelay, type Script } from '../../peers/udp-relay.ts';

const snmpd = await startSnmpd();
const client = new SnmpClient();
tap.teardown(() => snmpd.stop());

const never = new AbortController().signal;
const { madeUp } = snmpd;
const sysName = '1.3.6.1.2.1.1.5.0';
const oids = [
  sysName,
  madeUp.greatestCounter64.oid,
  madeUp.smallCounter64.oid,
  madeUp.negative.oid,
  madeUp.greatestCounter32.oid,
  madeUp.greatestGauge.oid,
  madeUp.text.oid,
  madeUp.macAddress.oid,
  '1.3.6.1.2.1.1.5.7',
  '1.3.6.1.9.9',
];

interface Exchanged {
  readonly requests: readonly Buffer[];
  readonly answers: readonly Buffer[];
  readonly found: readonly (readonly Varbind[])[];
}

/** Reads a list several times through a relay, and returns what was sent. */
async function readTimes(
  times: number,
  list: VariableList,
  { port = snmpd.port, script = {} }: { readonly port?: number; readonly script?: Script } = {},
): Promise<Exchanged> {
  const [requests, answers]: [Buffer[], Buffer[]] = [[], []];
  const relay = await startRelay(port, {
    request: (datagram, ways) => {
      requests.push(Buffer.from(datagram));
      (
        script.request ??
        ((some) => {
          ways.toDevice(some);
        })
      )(datagram, ways);
    },
    answer: (datagram, ways) => {
      answers.push(Buffer.from(datagram));
      (
        script.answer ??
        ((some) => {
          ways.asDevice(some);
        })
      )(datagram, ways);
    },
  });
  try {
    const found: (readonly Varbind[])[] = [];
    for (let time = 0; time < times; time += 1)
      found.push(await using(relay.port, (session) => session.getLists([list])));
    return { requests, answers, found };
  } finally {
    await relay.stop();
  }
}

async function using<T>(port: number, work: (session: SnmpSession) => Promise<T>): Promise<T> {
  const session = await client.open(
    {
      host: '127.0.0.1',
      port,
      credentials: { version: 'v2c', community: new Secret(snmpd.community) },
      timeoutMs: 1_000,
      retries: 1,
      maxRepetitions: 20,
    },
    never,
  );
  try {
    return await work(session);
  } finally {
    session.close();
  }
}

/** The request of an encoded GET, as its answer has to match it. */
function requestOf(datagram: Buffer, list: VariableList): PlainRequest {
  const message = decode(datagram);
  const field = (...path: readonly number[]): Buffer => {
    const { contents } = at(message, ...path);
    return Buffer.isBuffer(contents) ? contents : Buffer.alloc(0);
  };
  const id = field(2, 0);
  return {
    version: field(0)[0] ?? 0,
    community: field(1),
    id: id.readIntBE(0, id.length),
    list,
    bindings: bindingsOf(datagram),
  };
}

type Sent = (error: Error | null) => void;

/** What net-snmp makes of an answer; null: it does not end the request. */
function byLibrary(answer: Buffer, request: PlainRequest): readonly Varbind[] | 'fault' | null {
  let receive: (datagram: Buffer) => void = () => undefined;
  const socket = {
    on: (event: string, listener: (datagram: Buffer) => void) => {
      if (event === 'message') receive = listener;
      return socket;
    },
    send: (...[, , , , , sent]: readonly [Buffer, number, number, number, string, Sent]) => {
      sent(null);
    },
    ref: () => socket,
    unref: () => socket,
    close: () => undefined,
  };
  const session = snmp.createSession('127.0.0.1', request.community.toString(), {
    version: snmp.Version2c,
    dgramModule: { createSocket: () => socket },
    reportOidMismatchErrors: true,
  });
  session.on('error', () => undefined);
  let result: readonly Varbind[] | 'fault' | null = null;
  const random = Math.random;
  Math.random = () => (request.id + 0.5) / 1e8;
  try {
    session.get(request.list.oids, (error, varbinds: LibraryVarbind[] = []) => {
      try {
        result = error ? 'fault' : varbinds.map(decodeVarbind);
      } catch {
        result = 'fault';
      }
    });
    receive(answer);
  } catch {
    result = null;
  } finally {
    Math.random = random;
    session.cancelRequests(new Error('the test has ended'));
  }
  return result;
}

test('the second read of a list returns what the first one did, and its request is as long', async (t) => {
  const { requests, found } = await readTimes(3, new VariableList(oids));
  t.same(found[1], found[0]);
  t.same(found[2], found[0]);
  t.match(found[0], [
    { oid: sysName, value: 'ap-lobby-01' },
    { value: 18_446_744_073_709_551_615n },
    { value: 1n },
    { value: -2_147_483_648 },
    { value: 4_294_967_295, counterBits: 32 },
    { value: 4_294_967_295 },
    { value: 'Zimmer 12, Süd' },
    { value: '00:1b:2c:3d:4e:ff' },
    { value: null, fault: 'the device has no such instance' },
    { value: null, fault: 'the device has no such object' },
  ]);
  const ids = requests.map((request) => requestOf(request, new VariableList(oids)).id);
  t.equal(new Set(ids).size, 3, 'each request has an id of its own');
});

test('an address and an object identifier, which net-snmp decodes, cost no second request', async (t) => {
  const list = new VariableList([madeUp.address.oid, madeUp.objectId.oid, sysName]);
  const { requests, found } = await readTimes(2, list);
  t.equal(requests.length, 2);
  t.same(found[1], found[0]);
  t.match(found[1], [
    { value: '192.0.2.7' },
    { value: '1.3.6.1.4.1.8072.3.2.10' },
    { value: 'ap-lobby-01' },
  ]);
});

test('a request is encoded as net-snmp does, whatever its lengths', async (t) => {
  for (const size of [1, 3, 7, 20]) {
    const list = new VariableList(
      Array.from({ length: size }, (_, row) => `1.3.6.1.2.1.1.${row}.0`),
    );
    const { requests } = await readTimes(1, list);
    const [sent = Buffer.alloc(0)] = requests;
    const plain = requestOf(sent, list);
    t.same(encodeGet(plain), sent, `${size} variables`);
    for (const length of [1, 90, 127, 128, 200, 255, 256, 300]) {
      const community = 'c'.repeat(length);
      const message = exchange(decode(sent), [1], text(community));
      const encoded = encodeGet({ ...plain, community: Buffer.from(community) });
      t.same(decode(encoded), decode(encode(message)), `community of ${length} octets`);
    }
    for (const id of [0, 1, 127, 128, 255, 32_767, 32_768, 8_388_607, 8_388_608, 99_999_999]) {
      const encoded = encodeGet({ ...plain, id });
      t.equal(requestOf(encoded, list).id, id);
      t.same(at(decode(encoded), 2, 3), at(decode(sent), 2, 3), `id ${id}`);
    }
  }
});

test('an answer with any octet altered is read as net-snmp reads it, or left to it', async (t) => {
  const list = new VariableList(oids);
  const { requests, answers } = await readTimes(1, list);
  const [sent = Buffer.alloc(0)] = requests;
  const [answer = Buffer.alloc(0)] = answers;
  const request = requestOf(sent, list);
  t.same(decodeAnswer(answer, request), byLibrary(answer, request));
  let [read, left] = [0, 0];
  const differing: string[] = [];
  const compare = (altered: Buffer, name: string) => {
    const decoded = decodeAnswer(altered, request);
    if (decoded === null) {
      left += 1;
      return;
    }
    read += 1;
    const expected = byLibrary(altered, request);
    if (JSON.stringify(decoded, plainJson) !== JSON.stringify(expected, plainJson))
      differing.push(name);
  };
  for (let place = 0; place < answer.length; place += 1)
    for (let octet = 0; octet < 256; octet += 1) {
      const altered = Buffer.from(answer);
      altered[place] = octet;
      compare(altered, `octet ${place} is ${octet}`);
    }
  for (let length = 0; length < answer.length; length += 1)
    t.equal(decodeAnswer(answer.subarray(0, length), request), null, `cut to ${length} octets`);
  t.equal(decodeAnswer(Buffer.concat([answer, Buffer.from([0])]), request), null);
  t.same(differing.slice(0, 3), []);
  t.ok(read > 5_000 && left > 20_000, `${read} were read, ${left} left to net-snmp`);
});

function plainJson(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}

const numbers: readonly (readonly [
  name: string,
  tag: number,
  octets: string,
  value: string | number | bigint | null,
])[] = [
  ['an Integer32 of one octet', 0x02, 'ff', -1],
  ['an Integer32 of three octets', 0x02, '7fffff', 8_388_607],
  ['a Counter32 whose sign bit is set', 0x41, 'ffffffff', 4_294_967_295],
  ['a Counter32 with a leading zero octet', 0x41, '00ffffffff', 4_294_967_295],
  ['TimeTicks', 0x43, '0102', 258],
  ['a Counter64 of 53 bits', 0x46, '1fffffffffffff', 9_007_199_254_740_991n],
  ['a Counter64 of 54 bits', 0x46, '20000000000001', 9_007_199_254_740_993n],
  ['a Counter64 with a leading zero octet', 0x46, '00ffffffffffffffff', 2n ** 64n - 1n],
  ['an empty text', 0x04, '', ''],
  ['an integer without octets', 0x02, '', null],
  ['an integer of six octets', 0x02, '010203040506', null],
  ['a Counter64 of ten octets', 0x46, '00000000000000000001', null],
  ['a Counter64 of 65 bits', 0x46, '010000000000000000', null],
  ['an IpAddress', 0x40, 'c0000207', null],
  ['Opaque', 0x44, '9f78041200', null],
  ['an exception with contents', 0x80, '00', null],
];

for (const [name, tag, hex, value] of numbers) {
  test(`${name} is ${value === null ? 'left to net-snmp' : String(value) || 'empty'}`, async (t) => {
    const list = new VariableList([sysName]);
    const { requests, answers } = await readTimes(1, list);
    const [sent = Buffer.alloc(0)] = requests;
    const [answer = Buffer.alloc(0)] = answers;
    const request = requestOf(sent, list);
    const field: Field = { tag, contents: Buffer.from(hex, 'hex') };
    const altered = encode(exchange(decode(answer), [2, 3, 0, 1], field));
    const decoded = decodeAnswer(altered, request);
    if (value === null) t.equal(decoded, null);
    else t.match(decoded, [{ oid: sysName, value }]);
    if (decoded !== null) t.same(decoded, byLibrary(altered, request));
  });
}

type Varbinds = readonly [first: readonly Field[], second: readonly Field[]];

/** Answers to a request for two variables whose lengths are consistent, but of which a field has more in it, or less, than it may. */
const misplaced: readonly (readonly [
  name: string,
  list: (varbinds: Varbinds) => readonly Field[],
])[] = [
  [
    'a varbind within the one before it',
    ([first, second]) => [varbind(...first, varbind(...second))],
  ],
  [
    'an octet behind the last value',
    ([first, second]) => [
      varbind(...first),
      varbind(...second, { tag: 0, contents: Buffer.alloc(0) }),
    ],
  ],
  [
    'a value behind its varbind',
    ([[name, ...value], second]) => [
      varbind(...(name ? [name] : [])),
      ...value,
      varbind(...second),
    ],
  ],
  [
    'a value behind the last varbind',
    ([first, [name, ...value]]) => [varbind(...first), varbind(...(name ? [name] : [])), ...value],
  ],
  [
    'a third variable',
    ([first, second]) => [varbind(...first), varbind(...second), varbind(...second)],
  ],
  [
    'an empty field behind the variables',
    ([first, second]) => [
      varbind(...first),
      varbind(...second),
      { tag: 0x05, contents: Buffer.alloc(0) },
    ],
  ],
  ['no second variable', ([first]) => [varbind(...first)]],
];

function varbind(...contents: readonly Field[]): Field {
  return { tag: 0x30, contents };
}

test('an answer whose variables do not end where their fields end is left to net-snmp', async (t) => {
  const list = new VariableList([sysName, madeUp.text.oid]);
  const { requests, answers } = await readTimes(1, list);
  const [sent = Buffer.alloc(0)] = requests;
  const [answer = Buffer.alloc(0)] = answers;
  const request = requestOf(sent, list);
  t.equal(decodeAnswer(answer, request)?.length, 2);
  const message = decode(answer);
  const fieldsOf = (row: number) => [at(message, 2, 3, row, 0), at(message, 2, 3, row, 1)];
  for (const [name, create] of misplaced) {
    const varbinds = { tag: 0x30, contents: create([fieldsOf(0), fieldsOf(1)]) };
    t.equal(decodeAnswer(encode(exchange(message, [2, 3], varbinds)), request), null, name);
  }
});

test('a malformed answer does not end a request that was encoded before', async (t) => {
  const list = new VariableList([sysName]);
  for (const garbage of [
    Buffer.alloc(0),
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff]),
  ]) {
    const script: Script = {
      answer: (datagram, { asDevice }) => {
        asDevice(garbage);
        asDevice(datagram.subarray(0, datagram.length - 3));
        asDevice(datagram);
      },
    };
    const { found } = await readTimes(2, list, { script });
    t.match(found, [[{ value: 'ap-lobby-01' }], [{ value: 'ap-lobby-01' }]]);
  }
});

test('an answer with the names of others is a fault, also of a request that was encoded before', async (t) => {
  const list = new VariableList([sysName]);
  let answered = 0;
  const script: Script = {
    answer: (datagram, { asDevice }) => {
      answered += 1;
      const other: Field = { tag: 0x06, contents: Buffer.from('2b06010201010600', 'hex') };
      asDevice(answered === 1 ? datagram : encode(exchange(decode(datagram), [2, 3, 0, 0], other)));
    },
  };
  const fault = await readTimes(2, list, { script }).then(() => null, asFault);
  t.equal(answered, 2);
  t.match(fault, { kind: 'garbled', message: /EReqResOidNoMatch/ });
});

test('an error status halves a list that was encoded before', async (t) => {
  const [list] = variableLists(Array<string>(8).fill(sysName));
  let asked = 0;
  const script: Script = {
    request: (datagram, { asDevice, toDevice }) => {
      asked += 1;
      const message = decode(datagram);
      const { contents } = at(message, 2, 3);
      if (asked === 1 || contents.length <= 4) toDevice(datagram);
      else
        asDevice(
          encode(
            exchange(exchange(message, [2], { ...at(message, 2), tag: 0xa2 }), [2, 1], number(1)),
          ),
        );
    },
  };
  const { found } = await readTimes(2, list ?? new VariableList([]), { script });
  t.equal(asked, 4);
  t.ok(
    found.every((some) => some.length === 8 && some.every(({ value }) => value === 'ap-lobby-01')),
  );
});

test('a request that was encoded before is repeated as it is', async (t) => {
  const list = new VariableList([sysName]);
  let asked = 0;
  const script: Script = {
    request: (datagram, { toDevice }) => {
      asked += 1;
      if (asked !== 2) toDevice(datagram);
    },
  };
  const { requests, found } = await readTimes(2, list, { script });
  t.equal(requests.length, 3);
  t.same(requests[2], requests[1]);
  t.match(found[1], [{ value: 'ap-lobby-01' }]);
});
