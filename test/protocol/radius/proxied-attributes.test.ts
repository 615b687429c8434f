import { createHash } from 'node:crypto';
import { test } from 'tap';
import { loadDictionary } from '../../../src/protocol/radius/dictionary.ts';
import { readPacket, type Packet } from '../../../src/protocol/radius/packet.ts';
import {
  hasProxyState,
  proxiedRequestAttributes,
  proxiedReplyAttributes,
} from '../../../src/protocol/radius/proxied-attributes.ts';
import {
  readUserPassword,
  type HidingKeyChange,
} from '../../../src/protocol/radius/attribute-hiding.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { encoded, randomPacket, type Attribute } from '../../radius/packets.ts';

/* What a proxy does to packets, with arithmetic of the test's own where something is hidden. */

const dictionary = loadDictionary();
const to = { secret: new Secret('of the upstream'), authenticator: Buffer.alloc(16, 0x5a) };
const proxyState = Buffer.from('our own mark');

function packetOf(attributes: readonly Attribute[], authenticator = Buffer.alloc(16, 7)): Packet {
  const octets = randomPacket({ code: 1, attributes });
  authenticator.copy(octets, 4);
  const packet = readPacket(octets);
  if (typeof packet === 'string') throw new Error(packet);
  return packet;
}

const coversOf = (packet: Packet, secret = 'of the client'): HidingKeyChange => ({
  from: { secret: new Secret(secret), authenticator: packet.octets.subarray(4, 20) },
  to,
});
const forwarded = (packet: Packet, secret?: string) =>
  proxiedRequestAttributes(packet, {
    ...coversOf(packet, secret),
    dictionary,
    userName: null,
    proxyState,
  });
const ownState = encoded([[33, proxyState]]);

/** RFC 2868 section 3.5, in the test's own words; the chain starts with authenticator and salt. */
function mask(
  value: Buffer,
  { secret, start, isHiding }: { secret: string; start: Buffer; isHiding: boolean },
): Buffer {
  const result = Buffer.alloc(value.length);
  for (let at = 0, previous = start; at < value.length; at += 16) {
    const digest = createHash('md5').update(secret).update(previous).digest();
    for (let place = at; place < at + 16; place += 1)
      result[place] = (value[place] ?? 0) ^ (digest[place - at] ?? 0);
    previous = (isHiding ? result : value).subarray(at, at + 16);
  }
  return result;
}

test('RFC 2865 section 7.1: the User-Password of the example is hidden again, and opens with the other secret', (t) => {
  const authenticator = Buffer.from('0f403f9473978057bd83d5cb98f4227a', 'hex');
  const hidden = Buffer.from('0dbe708d93d413ce3196e43f782a0aee', 'hex');
  const packet = packetOf(
    [
      [1, 'nemo'],
      [2, hidden],
    ],
    authenticator,
  );
  const sent = packetOf(readBack(forwarded(packet, 'xyzzy5461')), to.authenticator);
  t.equal(readUserPassword(sent, to.secret)?.toString(), 'arctangent');
  t.notSame(forwarded(packet, 'xyzzy5461').subarray(8, 24), hidden);
  t.end();
});

for (const length of [1, 16, 17, 128]) {
  test(`a password of ${length} octets stays the same`, (t) => {
    const clear = Buffer.alloc(Math.ceil(length / 16) * 16);
    clear.fill('p', 0, length);
    const authenticator = Buffer.alloc(16, 7);
    const hidden = mask(clear, { secret: 'of the client', start: authenticator, isHiding: true });
    const octets = forwarded(packetOf([[2, hidden]]));
    const opened = mask(octets.subarray(2, 2 + clear.length), {
      secret: 'of the upstream',
      start: to.authenticator,
      isHiding: false,
    });
    t.same(opened, clear);
    t.end();
  });
}

test('a User-Password of an invalid size is proxied unchanged', (t) => {
  const attributes: Attribute[] = [[2, Buffer.alloc(15, 1)]];
  t.same(forwarded(packetOf(attributes)), Buffer.concat([encoded(attributes), ownState]));
  t.end();
});

test('all other attributes are proxied in order and octet for octet, with a Proxy-State last', (t) => {
  const attributes: Attribute[] = [
    [33, 'first'],
    [1, Buffer.from([0, 0xff, 0x40])],
    [4, Buffer.from([1])],
    [250, ''],
    [26, Buffer.from([0, 0, 0x39, 0xe7, 1, 2, 3])],
    [33, 'second'],
    [79, Buffer.alloc(253, 1)],
    [79, Buffer.alloc(3, 2)],
  ];
  t.same(forwarded(packetOf(attributes)), Buffer.concat([encoded(attributes), ownState]));
  t.end();
});

test('Message-Authenticator is not proxied: the transport adds its own', (t) => {
  const packet = packetOf([
    [80, Buffer.alloc(16)],
    [1, 'a'],
  ]);
  t.same(forwarded(packet), Buffer.concat([encoded([[1, 'a']]), ownState]));
  t.end();
});

test('RFC 2865 section 2.2: a CHAP challenge that was the authenticator is proxied as CHAP-Challenge', (t) => {
  const chap: Attribute = [3, Buffer.alloc(17, 9)];
  t.same(
    forwarded(packetOf([chap])),
    Buffer.concat([encoded([chap, [60, Buffer.alloc(16, 7)]]), ownState]),
  );
  const attributes: Attribute[] = [chap, [60, 'a challenge']];
  t.same(forwarded(packetOf(attributes)), Buffer.concat([encoded(attributes), ownState]));
  t.end();
});

test('a User-Name may be replaced in its place', (t) => {
  const packet = packetOf([
    [33, 'x'],
    [1, 'bob@example.net'],
    [31, 'y'],
  ]);
  const octets = proxiedRequestAttributes(packet, {
    ...coversOf(packet),
    dictionary,
    userName: Buffer.from('bob'),
    proxyState,
  });
  const wanted: Attribute[] = [
    [33, 'x'],
    [1, 'bob'],
    [31, 'y'],
  ];
  t.same(octets, Buffer.concat([encoded(wanted), ownState]));
  t.end();
});

const microsoft = (type: number, value: Buffer) =>
  Buffer.concat([Buffer.from([0, 0, 1, 0x37, type, 2 + value.length]), value]);
const key = Buffer.concat([Buffer.from([32]), Buffer.alloc(32, 0xc3), Buffer.alloc(15)]);
const password = Buffer.concat([Buffer.from([11]), Buffer.from('in a tunnel'), Buffer.alloc(4)]);

for (const [what, start, clear, wrap] of [
  ['MS-MPPE-Send-Key', 8, key, (value: Buffer): Attribute => [26, microsoft(16, value)]],
  ['MS-MPPE-Recv-Key', 8, key, (value: Buffer): Attribute => [26, microsoft(17, value)]],
  [
    'Tunnel-Password',
    3,
    password,
    (value: Buffer): Attribute => [69, Buffer.concat([Buffer.from([1]), value])],
  ],
] as const) {
  test(`${what} of a reply is hidden for the client, with the same salt`, (t) => {
    const salt = Buffer.from([0x9a, 0x3c]);
    const request = Buffer.alloc(16, 0x11);
    const chain = (authenticator: Buffer) => Buffer.concat([authenticator, salt]);
    const hidden = mask(clear, {
      secret: 'of the upstream',
      start: chain(request),
      isHiding: true,
    });
    const packet = packetOf([[18, 'before'], wrap(Buffer.concat([salt, hidden])), [18, 'after']]);
    const from = { secret: new Secret('of the upstream'), authenticator: request };
    const octets = proxiedReplyAttributes(packet, {
      from,
      to: { ...to, secret: new Secret('of the client') },
      dictionary,
    });
    t.same(octets.subarray(0, 8), encoded([[18, 'before']]));
    t.same(octets.subarray(-7), encoded([[18, 'after']]));
    const value = octets.subarray(8 + start, -7);
    t.same(value.subarray(0, 2), salt);
    t.same(
      mask(value.subarray(2), {
        secret: 'of the client',
        start: chain(to.authenticator),
        isHiding: false,
      }),
      clear,
    );
    t.equal(octets.length, 8 + 7 + encoded([wrap(Buffer.concat([salt, hidden]))]).length);
    t.end();
  });
}

test('each of two keys in one Vendor-Specific is hidden again', (t) => {
  const salted = (first: number) => Buffer.concat([Buffer.from([first, 0]), key]);
  const both = Buffer.concat([
    microsoft(16, salted(0x80)),
    microsoft(17, salted(0x81)).subarray(4),
  ]);
  const packet = packetOf([[26, both]]);
  const same = proxiedReplyAttributes(packet, { from: to, to, dictionary });
  t.same(same, encoded([[26, both]]), 'under the same cover nothing changes');
  const other = proxiedReplyAttributes(packet, { ...coversOf(packet), dictionary });
  t.equal(other.length, same.length);
  for (const [start, end] of [
    [10, 58],
    [62, 110],
  ] as const)
    t.notSame(other.subarray(start, end), same.subarray(start, end));
  t.end();
});

test('a reply is proxied without Message-Authenticator and Proxy-State, all else in order', (t) => {
  const attributes: Attribute[] = [
    [80, Buffer.alloc(16)],
    [33, 'of the client'],
    [18, 'one'],
    [33, proxyState],
    [24, 'state'],
    [18, 'two'],
  ];
  const kept = attributes.filter(([type]) => type !== 80 && type !== 33);
  const packet = packetOf(attributes);
  t.same(proxiedReplyAttributes(packet, { ...coversOf(packet), dictionary }), encoded(kept));
  t.end();
});

test('a salted value of an invalid size is proxied unchanged', (t) => {
  for (const length of [0, 1, 2, 3, 18, 20]) {
    const attributes: Attribute[] = [[69, Buffer.alloc(length, 1)]];
    const packet = packetOf(attributes);
    const octets = proxiedReplyAttributes(packet, { ...coversOf(packet), dictionary });
    t.same(octets, encoded(attributes));
  }
  t.end();
});

test('a request with the Proxy-State of the gateway is recognized among other Proxy-States', (t) => {
  t.ok(
    hasProxyState(
      packetOf([
        [33, 'x'],
        [33, proxyState],
      ]),
      proxyState,
    ),
  );
  t.notOk(hasProxyState(packetOf([[33, 'our own marks']]), proxyState));
  t.end();
});

function readBack(octets: Buffer): Attribute[] {
  const found: Attribute[] = [];
  for (let at = 0; at < octets.length; at += octets.readUInt8(at + 1))
    found.push([octets.readUInt8(at), octets.subarray(at + 2, at + octets.readUInt8(at + 1))]);
  return found;
}
