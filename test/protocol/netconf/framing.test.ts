import { test } from 'tap';
import { FrameReader, encodeFrame } from '../../../src/protocol/netconf/framing.ts';

const max = 1000;

/** Messages that come out of pieces, read as far as possible after each. */
function messagesOf(pieces: readonly (Buffer | string)[], chunked: boolean): string[] {
  const reader = new FrameReader(max);
  reader.isChunked = chunked;
  const parts: Buffer[] = [];
  const messages: string[] = [];
  for (const piece of pieces) {
    reader.push(Buffer.from(piece));
    messages.push(...completeMessages(reader, parts));
  }
  return messages;
}

/** Returns the messages that end with what was read so far, and keeps the parts of the next one. */
function completeMessages(reader: FrameReader, parts: Buffer[] = []): string[] {
  const messages: string[] = [];
  for (let part = reader.next(); part !== null; part = reader.next()) {
    parts.push(Buffer.from(part.octets));
    if (part.isLast) messages.push(Buffer.concat(parts.splice(0)).toString());
  }
  return messages;
}

/** Both halves of a cut at every octet, and the whole octet by octet. */
function* cuts(octets: Buffer): Generator<Buffer[]> {
  for (let at = 0; at <= octets.length; at += 1)
    yield [octets.subarray(0, at), octets.subarray(at)];
  yield Array.from(octets, (octet) => Buffer.from([octet]));
}

test('the example of RFC 6242 section 4.2 is one message', (t) => {
  const wire =
    '\n#4\n<rpc\n#18\n message-id="102"\n\n#79\n     xmlns="urn:ietf:params:xml:ns:netconf:base:1.0">\n  <close-session/>\n</rpc>\n##\n';
  t.same(messagesOf([wire], true), [
    '<rpc message-id="102"\n     xmlns="urn:ietf:params:xml:ns:netconf:base:1.0">\n  <close-session/>\n</rpc>',
  ]);
  t.end();
});

test('chunked messages stay whole at any split of the octets', (t) => {
  const messages = ['<a>Straße 😀 €</a>', '<b>]]>]]> and \n##\n and \n#5\n inside</b>'];
  for (const pieces of cuts(Buffer.concat(messages.map((message) => encodeFrame(message, true)))))
    t.same(messagesOf(pieces, true), messages);
  t.end();
});

test('a character may be cut between two chunks', (t) => {
  const euro = Buffer.from('€');
  t.same(messagesOf(['\n#1\n', euro.subarray(0, 1), '\n#2\n', euro.subarray(1), '\n##\n'], true), [
    '€',
  ]);
  t.end();
});

test('delimited messages stay whole at any split of the octets', (t) => {
  const messages = ['<a>Straße 😀 ]]> €]</a>', '<b>\n##\n]]>]]</b>'];
  for (const pieces of cuts(Buffer.concat(messages.map((message) => encodeFrame(message, false)))))
    t.same(messagesOf(pieces, false), messages);
  t.end();
});

test('the framing may change behind a message that arrives together with the next', (t) => {
  const reader = new FrameReader(max);
  reader.push(Buffer.concat([encodeFrame('<hello/>', false), encodeFrame('<rpc-reply/>', true)]));
  const hello = reader.next();
  t.match(hello, { isLast: true });
  t.equal(hello?.octets.toString(), '<hello/>');
  reader.isChunked = true;
  t.same(completeMessages(reader), ['<rpc-reply/>']);
  t.end();
});

const broken: Record<string, string> = {
  'no line feed first': '#4\n<rpc\n##\n',
  'a size with a leading zero': '\n#04\n<rpc\n##\n',
  'a size of zero': '\n#0\n\n##\n',
  'no size': '\n#\n',
  'a negative size': '\n#-1\n',
  'a size in hexadecimal': '\n#a\n',
  'a size beyond 4294967295': '\n#4294967296\n',
  'a size of eleven digits': '\n#10000000000\n',
  'a carriage return': '\n#4\r\n<rpc',
  'a chunk longer than its size': '\n#3\n<rpc\n##\n',
  'an end without a chunk': '\n##\n',
  'three marks': '\n###\n',
  'the delimiter of base:1.0': '<rpc-reply/>]]>]]>',
};

for (const [words, wire] of Object.entries(broken)) {
  test(`chunks with ${words} are garbled`, (t) => {
    t.throws(() => messagesOf([wire], true), { kind: 'garbled', message: /./ });
    t.throws(() => messagesOf(Array.from(wire), true), { kind: 'garbled', message: /./ });
    t.end();
  });
}

test('a message beyond the bound is garbled before it has arrived', (t) => {
  const tooLong = { kind: 'garbled', message: /longer than 1000 octets/ };
  t.throws(() => messagesOf([`\n#${max + 1}\n`], true), tooLong);
  t.throws(() => messagesOf([`\n#${max}\n${'x'.repeat(max)}\n#1\n`], true), tooLong);
  t.throws(() => messagesOf(['x'.repeat(max + 1)], false), tooLong);
  t.same(messagesOf([encodeFrame('x'.repeat(max), true)], true), ['x'.repeat(max)]);
  t.end();
});

test('of a long message only possible framing is kept', (t) => {
  const piece = 'x'.repeat(65_536);
  for (const chunked of [true, false]) {
    const reader = new FrameReader(1e7);
    reader.isChunked = chunked;
    if (chunked) reader.push(Buffer.from('\n#8000000\n'));
    let given = 0;
    for (let count = 1; count <= 100; count += 1) {
      reader.push(Buffer.from(piece));
      for (let part = reader.next(); part !== null; part = reader.next())
        given += part.octets.length;
      const kept = count * piece.length - given;
      if (kept > 5) t.fail(`${kept} octets are kept after ${count} pieces`);
    }
    t.ok(given > 6_500_000);
  }
  t.end();
});
