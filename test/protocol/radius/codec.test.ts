import radius from 'radius';
import { test } from 'tap';
import {
  checkAccountingMessageAuthenticator,
  isRequestAuthentic,
  checkMessageAuthenticator,
} from '../../../src/protocol/radius/authenticator.ts';
import { loadDictionary } from '../../../src/protocol/radius/dictionary.ts';
import { readPacket, type Packet } from '../../../src/protocol/radius/packet.ts';
import { readUserPassword } from '../../../src/protocol/radius/attribute-hiding.ts';
import { encodeReply } from '../../../src/protocol/radius/reply-encoder.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { encoded, signedPacket, withAuthenticator, type Attribute } from '../../radius/packets.ts';
import { readVector } from './vector.ts';

const secret = 'testing123';

function packetOf(datagram: Buffer): Packet {
  const packet = readPacket(datagram);
  if (typeof packet === 'string') throw new Error(`no packet: ${packet}`);
  return packet;
}

function accountingPacket(attributes: readonly Attribute[]): Packet {
  return packetOf(signedPacket(secret, { code: 4, attributes }));
}

test('RFC 2865 section 7.1: the password of the request is arctangent', (t) => {
  const vector = readVector('rfc2865-7.1-telnet');
  t.equal(readUserPassword(packetOf(vector.request), vector.secret)?.toString(), vector.password);
  t.end();
});

test('RFC 2865 section 7.1: without a Message-Authenticator there is no signature', (t) => {
  const vector = readVector('rfc2865-7.1-telnet');
  t.equal(checkMessageAuthenticator(packetOf(vector.request), vector.secret), 'absent');
  t.end();
});

test('a password of two blocks is read as radclient hid it', (t) => {
  const vector = readVector('radclient-access-signed');
  t.equal(readUserPassword(packetOf(vector.request), vector.secret)?.toString(), vector.password);
  t.equal(checkMessageAuthenticator(packetOf(vector.request), vector.secret), 'valid');
  t.end();
});

for (const [name, code] of [
  ['rfc5997-6.1-status-auth', 2],
  ['rfc5997-6.2-status-acct', 5],
] as const) {
  test(`${name}: the request is signed, and the reply is the RFC's, octet for octet`, (t) => {
    const { request, reply, secret } = readVector(name);
    t.equal(checkMessageAuthenticator(packetOf(request), secret), 'valid');
    t.same(encodeReply({ code, request: packetOf(request), secret, isSigned: false }), reply);
    t.end();
  });
}

test('RFC 2865 sections 7.1 and 7.2: the package radius takes the replies for genuine, so it can judge ours', (t) => {
  for (const name of ['rfc2865-7.1-telnet', 'rfc2865-7.2-chap']) {
    const { request, reply, secret } = readVector(name);
    t.ok(
      reply && radius.verify_response({ request, response: reply, secret: secret.reveal() }),
      name,
    );
  }
  t.end();
});

test('the package radius takes our replies for genuine', (t) => {
  for (const name of ['rfc2865-7.1-telnet', 'rfc2865-7.2-chap']) {
    const { request, secret } = readVector(name);
    const response = encodeReply({ code: 3, request: packetOf(request), secret, isSigned: true });
    t.ok(radius.verify_response({ request, response, secret: secret.reveal() }), name);
    response.writeUInt8(2, 0);
    t.notOk(
      radius.verify_response({ request, response, secret: secret.reveal() }),
      `${name}, made an Accept on the way`,
    );
  }
  t.end();
});

test('a signed reply has its Message-Authenticator first and the Proxy-States after it, in order', (t) => {
  const request = accountingPacket([
    [33, 'one'],
    [1, 'alice'],
    [33, 'two'],
    [33, ''],
  ]);
  const reply = packetOf(
    encodeReply({ code: 2, request, secret: new Secret(secret), isSigned: true }),
  );
  t.same(
    reply.attributeOffsets.map((start) => reply.octets[start]),
    [80, 33, 33, 33],
  );
  t.same(
    reply.octets.subarray(38),
    encoded([
      [33, 'one'],
      [33, 'two'],
      [33, ''],
    ]),
  );
  t.end();
});

test('an accounting reply without Proxy-State is its header alone', (t) => {
  const reply = encodeReply({
    code: 5,
    request: accountingPacket([[40, 1]]),
    secret: new Secret(secret),
    isSigned: false,
  });
  t.equal(reply.length, 20);
  t.end();
});

test('the authenticator of an Accounting-Request is right for its own secret and its own octets only', (t) => {
  const packet = accountingPacket([[40, 1]]);
  t.ok(isRequestAuthentic(packet, new Secret(secret)));
  t.notOk(isRequestAuthentic(packet, new Secret('testing124')));
  packet.octets.writeUInt8(2, packet.octets.length - 1);
  t.notOk(isRequestAuthentic(packet, new Secret(secret)));
  t.end();
});

test('a forged authenticator that the package radius takes for genuine is refused', (t) => {
  const vector = readVector('forged-authenticator');
  t.doesNotThrow(() => radius.decode({ packet: vector.request, secret: vector.secret.reveal() }));
  t.notOk(isRequestAuthentic(packetOf(vector.request), vector.secret));
  t.end();
});

test('a Message-Authenticator that radclient put into an Accounting-Request is valid, and wrong after a change', (t) => {
  const { request, secret } = readVector('radclient-stop-signed');
  t.ok(isRequestAuthentic(packetOf(request), secret));
  t.equal(checkAccountingMessageAuthenticator(packetOf(request), secret), 'valid');
  request.writeUInt8(8, 22);
  t.equal(checkAccountingMessageAuthenticator(packetOf(request), secret), 'wrong');
  t.end();
});

test('a Message-Authenticator of another size, or a second one, is wrong', (t) => {
  const { request, secret } = readVector('radclient-stop-signed');
  const twice = Buffer.concat([request, request.subarray(-18)]);
  twice.writeUInt16BE(twice.length, 2);
  t.equal(checkAccountingMessageAuthenticator(packetOf(twice), secret), 'wrong');
  t.equal(
    checkAccountingMessageAuthenticator(accountingPacket([[80, Buffer.alloc(15)]]), secret),
    'wrong',
  );
  t.end();
});

const good: readonly Attribute[] = [
  [40, 1],
  [44, 'S01'],
];
const shapes: readonly (readonly [string, Buffer | readonly Attribute[], string])[] = [
  ['an unknown attribute', [...good, [250, 'x']], 'packet'],
  ['an unknown vendor', [...good, [26, Buffer.from('0001869f0104abcd', 'hex')]], 'packet'],
  ['a malformed vendor attribute', [...good, [26, Buffer.from('00000009')]], 'packet'],
  ['an empty User-Name', [...good, [1, '']], 'packet'],
  ['a Session-Time of three octets', [...good, [46, Buffer.alloc(3)]], 'packet'],
  ['200 attributes', Array.from({ length: 200 }, () => [250, ''] as const), 'packet'],
  ['201 attributes', Array.from({ length: 201 }, () => [250, ''] as const), 'too_many_attributes'],
  [
    '4096 octets',
    encoded([
      ...Array.from({ length: 15 }, () => [250, Buffer.alloc(253)] as const),
      [250, Buffer.alloc(249)],
    ]),
    'packet',
  ],
  [
    '4097 octets',
    encoded([
      ...Array.from({ length: 15 }, () => [250, Buffer.alloc(253)] as const),
      [250, Buffer.alloc(250)],
    ]),
    'length',
  ],
  ['an attribute of type 0', [...good, [0, 'x']], 'attribute_length'],
  ['an attribute of length 0', Buffer.from([44, 0]), 'attribute_length'],
  ['an attribute of length 1', Buffer.from([44, 1]), 'attribute_length'],
  ['an attribute that reaches beyond the packet', Buffer.from([44, 5, 65, 66]), 'attribute_length'],
  [
    'a lone octet at the end',
    Buffer.concat([encoded(good), Buffer.from([44])]),
    'attribute_length',
  ],
  ['no attribute', Buffer.alloc(0), 'packet'],
];

for (const [name, attributes, expected] of shapes) {
  test(`a packet with ${name}: ${expected}`, (t) => {
    const packet = readPacket(signedPacket(secret, { code: 4, attributes }));
    t.equal(typeof packet === 'string' ? packet : 'packet', expected);
    t.end();
  });
}

test('a datagram that is shorter than its header, or than it says, is no packet', (t) => {
  const whole = signedPacket(secret, { code: 4, attributes: good });
  const saying = (length: number) => {
    const bent = Buffer.from(whole);
    bent.writeUInt16BE(length, 2);
    return bent;
  };
  for (const datagram of [
    Buffer.alloc(0),
    whole.subarray(0, 19),
    saying(19),
    saying(0),
    saying(whole.length + 1),
  ])
    t.equal(readPacket(datagram), 'length');
  t.end();
});

test('octets after the packet are padding: not read, and not signed', (t) => {
  const padded = Buffer.concat([
    signedPacket(secret, { code: 4, attributes: good }),
    Buffer.alloc(10, 0xff),
  ]);
  const packet = packetOf(padded);
  t.ok(isRequestAuthentic(packet, new Secret(secret)));
  t.equal(packet.attributeOffsets.length, 2);
  t.end();
});

for (const octets of [0, 15, 17, 144]) {
  test(`RFC 2865 section 5.2: a User-Password of ${octets} octets is invalid`, (t) => {
    t.equal(
      readUserPassword(accountingPacket([[2, Buffer.alloc(octets)]]), new Secret(secret)),
      null,
    );
    t.end();
  });
}

test('numbers have the names that FreeRADIUS gives them, and a number without a name keeps its number', (t) => {
  const dictionary = loadDictionary();
  t.same([1, 2, 11, 18, 200, 70_000, null].map(dictionary.terminateCauseName), [
    'User-Request',
    'Lost-Carrier',
    'NAS-Reboot',
    'Host-Request',
    '200',
    '70000',
    null,
  ]);
  t.equal(dictionary.serviceTypeName(2), 'Framed-User');
  t.equal(dictionary.framedProtocolName(1), 'PPP');
  t.equal(dictionary.nasPortTypeName(19), 'Wireless-802.11');
  t.equal(dictionary.authenticName(1), 'RADIUS');
  t.end();
});

test('a packet whose length was bent and signed again is still judged by its octets', (t) => {
  const bent = signedPacket(secret, { code: 4, attributes: good });
  bent.writeUInt8(bent.readUInt8(21) + 1, 21);
  t.equal(readPacket(withAuthenticator(bent, secret)), 'attribute_length');
  t.end();
});
