import { exactNames } from '../../../src/organization/name-rules.ts';
import radius from 'radius';
import { test } from 'tap';
import { NasClocks } from '../../../src/aaa/client/nas-clocks.ts';
import type { AccountingRecord } from '../../../src/aaa/session/accounting-record.ts';
import { isRequestAuthentic } from '../../../src/protocol/radius/authenticator.ts';
import { loadDictionary } from '../../../src/protocol/radius/dictionary.ts';
import { readPacket, type Packet } from '../../../src/protocol/radius/packet.ts';
import { decodeAccountingRecord } from '../../../src/radius/acct/accounting-record.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { readVector } from '../../protocol/radius/vector.ts';
import { encoded, signedPacket, type Attribute } from '../packets.ts';

const secret = new Secret('testing123');
const dictionary = loadDictionary();
const receivedAt = new Date('2026-06-01T12:00:00Z');
const interimUpdate: Attribute = [40, 3];

function packetOf(datagram: Buffer): Packet {
  const packet = readPacket(datagram);
  if (typeof packet === 'string') throw new Error(`no packet: ${packet}`);
  return packet;
}

function decode(packet: Packet): AccountingRecord | null {
  const client = {
    id: 7,
    organization: 3,
    serves: [],
    formattedServes: '',
    names: exactNames,
    nasGroup: null,
    keys: null,
    eapRules: [],
    name: 'nas',
    transport: 'udp' as const,
    tlsName: null,
    secret,
    isNetwork: false,
    requireMessageAuthenticator: 'auto',
    limitProxyState: 'auto',
    signs: false,
  };
  const peer = { address: '198.51.100.1', port: 1 };
  return decodeAccountingRecord({ packet, client, peer, receivedAt }, dictionary, new NasClocks());
}

function recordOf(attributes: readonly Attribute[]): AccountingRecord {
  const datagram = signedPacket(secret.reveal(), { code: 4, attributes });
  const record = decode(packetOf(datagram));
  if (!record) throw new Error('no record');
  return record;
}

test('what the package radius encodes is decoded into the columns of the record', (t) => {
  const datagram = radius.encode({
    code: 'Accounting-Request',
    secret: secret.reveal(),
    attributes: [
      ['Acct-Status-Type', 'Interim-Update'],
      ['User-Name', 'bärbel'],
      ['NAS-IP-Address', '192.0.2.10'],
      ['NAS-Port', 4294967295],
      ['Acct-Session-Id', 'S01'],
      ['Acct-Input-Octets', 5],
      ['Acct-Input-Gigawords', 1],
      ['Acct-Session-Time', 60],
      ['NAS-Port-Id', 'ge-0/0/1'],
      ['Connect-Info', 'CONNECT 54Mbps'],
    ],
  });
  const packet = packetOf(datagram);
  t.ok(isRequestAuthentic(packet, secret));
  t.match(decode(packet), {
    kind: 'interim',
    client: 7,
    organization: 3,
    username: 'bärbel',
    nasipaddress: '192.0.2.10',
    acctsessionid: 'S01',
    acctinputoctets: 4_294_967_301,
    acctsessiontime: 60,
    acctstarttime: receivedAt.getTime() - 60_000,
    nasportid: 'ge-0/0/1',
    connectinfo_start: 'CONNECT 54Mbps',
    connectinfo_stop: null,
  });
  t.end();
});

test('a port without a name is stored by its number', (t) => {
  t.equal(recordOf([interimUpdate, [5, 4_294_967_295]]).nasportid, '4294967295');
  t.end();
});

test('a Terminate-Cause is stored by its name, and only where the session ends', (t) => {
  const cause: Attribute = [49, 2];
  t.equal(recordOf([[40, 2], cause]).acctterminatecause, 'Lost-Carrier');
  t.equal(recordOf([interimUpdate, cause]).acctterminatecause, null);
  t.end();
});

test('a user name that ends with @ has no realm', (t) => {
  const realmOf = (username: string) => recordOf([interimUpdate, [1, username]]).realm;
  t.same(['bob', 'bob@', 'bob@a@b.example'].map(realmOf), [null, null, 'b.example']);
  t.end();
});

test('the attributes of IPv6 are decoded as radclient encoded them', (t) => {
  const { request } = readVector('radclient-stop-ipv6');
  t.match(decode(packetOf(request)), {
    nasipaddress: '2001:db8::1',
    framedipv6address: '2001:db8::7',
    framedipv6prefix: '2001:db8:1::/48',
    delegatedipv6prefix: '2001:db8:2::/56',
    framedinterfaceid: '0:1:2:abcd',
  });
  t.end();
});

test('a value of the wrong size is absent, and the others stand', (t) => {
  const numbers = [46, 5, 42, 43, 52, 53, 55, 41, 49, 61, 45, 6, 7].map((type): Attribute => [
    type,
    Buffer.alloc(3),
  ]);
  const addresses: readonly Attribute[] = [
    [4, Buffer.alloc(5)],
    [8, Buffer.alloc(3)],
    [95, Buffer.alloc(4)],
    [168, Buffer.alloc(15)],
    [96, Buffer.alloc(7)],
  ];
  const absent = recordOf([interimUpdate, [1, 'alice']]);
  const wrong = recordOf([interimUpdate, ...numbers, ...addresses, [1, 'alice']]);
  t.same({ ...wrong, attributes: null }, { ...absent, attributes: null });
  t.equal(absent.nasipaddress, '198.51.100.1', 'the NAS has the source address of its packets');
  t.end();
});

for (const [name, status] of [
  ['no Acct-Status-Type', []],
  ['an Acct-Status-Type of the wrong size', [[40, Buffer.alloc(3)]]],
  ['the Acct-Status-Type of a tunnel', [[40, 9]]],
] as const) {
  test(`a packet with ${name} is not an accounting record`, (t) => {
    const attributes = [...status, [1, 'alice'] as const];
    t.equal(decode(packetOf(signedPacket(secret.reveal(), { code: 4, attributes }))), null);
    t.end();
  });
}

for (const [name, hex, expected] of [
  ['with octets left out', '0020 20010db8', '2001:db8::/32'],
  ['of length 0, which assigns nothing,', '0000', null],
  ['of length 128', '0080 20010db8000000000000000000000001', '2001:db8::1/128'],
  ['that ends inside an octet', '0014 2001f0', '2001:f000::/20'],
  ['with a bit set beyond its length', '0014 2001f8', null],
  ['with fewer octets than its length', '0030 20010db8', null],
  ['longer than an address', '0081 20010db8000000000000000000000001', null],
  ['with its reserved octet set', '0120 20010db8', null],
] as const) {
  test(`RFC 3162 section 2.3: a prefix ${name} is ${expected ?? 'absent'}`, (t) => {
    const value = Buffer.from(hex.replaceAll(' ', ''), 'hex');
    t.equal(recordOf([interimUpdate, [97, value]]).framedipv6prefix, expected);
    t.end();
  });
}

for (const [hex, expected] of [
  ['610062', 'a\\x00b'],
  ['ff', '\\xff'],
  ['c3a4', 'ä'],
  ['c3', '\\xc3'],
  ['61f09f98', 'a\\xf0\\x9f\\x98'],
  ['f09f988000c3a4', '😀\\x00ä'],
  ['eda080', '\\xed\\xa0\\x80'],
] as const) {
  test(`the octets ${hex} are stored as ${expected}`, (t) => {
    const value = Buffer.from(hex, 'hex');
    t.equal(recordOf([interimUpdate, [31, value]]).callingstationid, expected);
    t.end();
  });
}

test('of an attribute that occurs twice the first value counts', (t) => {
  t.equal(recordOf([interimUpdate, [1, 'alice'], [1, 'bob']]).username, 'alice');
  t.end();
});

test('the attributes are stored as received, unknown and malformed ones included', (t) => {
  const attributes: readonly Attribute[] = [
    [40, 1],
    [250, 'x'],
    [46, Buffer.alloc(3)],
  ];
  t.same(recordOf(attributes).attributes, encoded(attributes));
  t.end();
});

test('the values of attributes that accounting must not carry are not stored', (t) => {
  const { attributes } = recordOf([
    [1, 'alice'],
    [2, 'hidden'],
    [3, 'hidden'],
    [18, 'hidden'],
    [24, 'hidden'],
    [40, 1],
  ]);
  const stored = encoded([
    [1, 'alice'],
    [2, ''],
    [3, ''],
    [18, ''],
    [24, ''],
    [40, 1],
  ]);
  t.same(attributes, stored);
  t.end();
});
