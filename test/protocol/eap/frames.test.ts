import { test } from 'tap';
import { encodeAvp, avpValue, readAvps } from '../../../src/protocol/eap/avp.ts';
import {
  encodeEapRequest,
  encodeEapSuccess,
  readPeerPacket,
} from '../../../src/protocol/eap/eap-packet.ts';
import { readClientHello } from '../../../src/protocol/eap/client-hello.ts';
import {
  FlightReader,
  FlightWriter,
  maxFlightOctets,
} from '../../../src/protocol/eap/tls-fragments.ts';

test('packets of EAP have the layout of RFC 3748 section 4', (t) => {
  t.equal(encodeEapRequest(7, 21, Buffer.from([0x20])).toString('hex'), '010700061520');
  t.equal(encodeEapSuccess(9).toString('hex'), '03090004');
  const identity = Buffer.concat([Buffer.from([2, 5, 0, 10, 1]), Buffer.from('alice')]);
  t.same(readPeerPacket(identity), { identifier: 5, type: 1, data: Buffer.from('alice') });
  const padded = Buffer.concat([identity, Buffer.alloc(3)]);
  t.same(readPeerPacket(padded), readPeerPacket(identity), 'padding is ignored');
  t.equal(readPeerPacket(Buffer.alloc(0)), 'start');
  for (const malformed of ['0205', '02050004', '0205000b01', '0105000601ff', '0205000401'])
    t.equal(readPeerPacket(Buffer.from(malformed, 'hex')), null, malformed);
  t.end();
});

test('a flight survives its fragments', (t) => {
  const flight = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 251));
  for (const mtu of [128, 500, 1009, 1010, 1020]) {
    const writer = new FlightWriter();
    const reader = new FlightReader();
    const frames = [writer.start(flight, mtu)];
    while (writer.hasMore) frames.push(writer.next(mtu));
    t.ok(
      frames.every((frame) => frame.length + 5 <= mtu),
      `${frames.length} frames of at most ${mtu}`,
    );
    t.same(
      frames.slice(0, -1).map((frame) => reader.add(frame)),
      frames.slice(1).map(() => 'more'),
    );
    t.same(reader.add(frames.at(-1) ?? Buffer.alloc(0)), { flight });
  }
  t.end();
});

test('a flight is bounded by its announced length and by a limit', (t) => {
  const cases: readonly (readonly [string, readonly Buffer[], RegExp])[] = [
    ['no flags', [Buffer.alloc(0)], /without flags/],
    ['half a length', [Buffer.from([0x80, 0, 0])], /truncated length/],
    ['longer than announced', [Buffer.from([0x80, 0, 0, 0, 1, 5, 6])], /longer than announced/],
    ['shorter than announced', [Buffer.from([0x80, 0, 0, 0, 9, 5, 6])], /shorter than announced/],
    ['an endless flight', [Buffer.from([0x40])], /empty fragment/],
    [
      'too long without a length',
      Array.from({ length: maxFlightOctets / 1000 + 1 }, () => Buffer.alloc(1001, 0x40)),
      /longer than announced or allowed/,
    ],
  ];
  for (const [name, frames, fault] of cases) {
    const reader = new FlightReader();
    const results = frames.map((frame) => reader.add(frame));
    t.match(results.at(-1), { fault }, name);
  }
  t.end();
});

test('AVPs have the layout of RFC 5281 section 10.1', (t) => {
  const name = { code: 1, vendor: 0, isMandatory: true, value: Buffer.from('alice') };
  const success = { code: 26, vendor: 311, isMandatory: true, value: Buffer.from('S=1') };
  t.equal(encodeAvp(name).toString('hex'), '000000014000000d616c696365000000');
  t.equal(encodeAvp(success).toString('hex'), '0000001ac000000f00000137533d3100');
  const both = Buffer.concat([encodeAvp(name), encodeAvp(success)]);
  t.same(readAvps(both), [name, success]);
  t.same(readAvps(both.subarray(0, -1)), [name, success], 'the last padding may be missing');
  const avps = readAvps(both) ?? [];
  t.same(avpValue(avps, 26, 311), Buffer.from('S=1'));
  t.equal(avpValue(avps, 26), null);
  for (const malformed of ['00', '0000000140000007', '0000000140000009', '00000001c000000a0000'])
    t.equal(readAvps(Buffer.from(malformed, 'hex')), null, malformed);
  t.end();
});

/** A ClientHello with a session id, the version of TLS 1.3, and two tickets. */
const hello = (() => {
  const vector = (lengthOctets: number, content: Buffer) => {
    const length = Buffer.alloc(lengthOctets);
    length.writeUIntBE(content.length, 0, lengthOctets);
    return Buffer.concat([length, content]);
  };
  const extension = (type: number, content: Buffer) =>
    Buffer.concat([Buffer.from([0, type]), vector(2, content)]);
  const ticket = (text: string) => Buffer.concat([vector(2, Buffer.from(text)), Buffer.alloc(4)]);
  const extensions = Buffer.concat([
    extension(43, vector(1, Buffer.from('03040303', 'hex'))),
    extension(41, vector(2, Buffer.concat([ticket('one'), ticket('two')]))),
  ]);
  const content = Buffer.concat([
    Buffer.alloc(34, 3),
    vector(1, Buffer.from('session')),
    vector(2, Buffer.from('1301', 'hex')),
    vector(1, Buffer.alloc(1)),
    vector(2, extensions),
  ]);
  const message = Buffer.concat([Buffer.from([1]), vector(3, content)]);
  return Buffer.concat([Buffer.from([22, 3, 1]), vector(2, message)]);
})();

test('a ClientHello says which sessions it offers, and a truncated one none', (t) => {
  t.same(readClientHello(hello), {
    random: Buffer.alloc(32, 3),
    speaksTls13: true,
    sessionId: Buffer.from('session'),
    tickets: [Buffer.from('one'), Buffer.from('two')],
  });
  const nothing = {
    random: Buffer.alloc(0),
    speaksTls13: false,
    sessionId: Buffer.alloc(0),
    tickets: [],
  };
  const withoutExtensions = 57;
  for (let length = 0; length < hello.length; length += 1)
    if (length !== withoutExtensions) t.same(readClientHello(hello.subarray(0, length)), nothing);
  t.same(readClientHello(Buffer.alloc(300, 22)), nothing);
  t.end();
});
