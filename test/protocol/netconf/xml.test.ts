import { test } from 'tap';
import { parseXml, textsAt } from '../../../src/protocol/netconf/xml.ts';

const parse = (xml: string) => parseXml(Buffer.from(xml));

test('names lose their prefix and keep their namespace', async (t) => {
  const reply = await parse(
    '<nc:rpc-reply xmlns:nc="urn:x" nc:id="1" plain="2"><nc:ok/></nc:rpc-reply>',
  );
  t.match(reply, {
    name: 'rpc-reply',
    namespace: 'urn:x',
    attributes: { 'nc:id': '1', plain: '2' },
    children: [{ name: 'ok', namespace: 'urn:x', children: [] }],
  });
});

test('values stay as they are written', async (t) => {
  for (const value of ['000123', '0x10', '1e5', '18446744073709551615', 'a-b:c'])
    t.same(textsAt(await parse(`<a><b>${value}</b></a>`), 'b'), [value]);
});

test('entities, character references and CDATA are read as text', async (t) => {
  t.same(textsAt(await parse('<a><b>&lt;&amp;&#8364;<![CDATA[<x>]]></b></a>'), 'b'), ['<&€<x>']);
});

test('a path finds every element that it leads to, in order', async (t) => {
  const list = await parse('<r><i><n>a</n></i><o/><i><n> b </n><n>c</n></i></r>');
  t.same(textsAt(list, 'i/n'), ['a', 'b', 'c']);
  t.same(textsAt(list, 'i/absent'), []);
});

test('a message of many slices is read whole', async (t) => {
  const long = `<r>${'<i>äöü€😀</i>'.repeat(40_000)}</r>`;
  const values = textsAt(await parse(long), 'i');
  t.equal(values.length, 40_000);
  t.ok(values.every((value) => value === 'äöü€😀'));
});

test('others get their turn while a long message is read', async (t) => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  await parse(`<r>${'<i>x</i>'.repeat(200_000)}</r>`);
  clearInterval(timer);
  t.ok(turns >= 5, `${turns} turns`);
});

const broken: Record<string, string> = {
  'a document type': '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
  'an unknown entity': '<a>&nbsp;</a>',
  'a missing end': '<a><b></a>',
  'a cut end': '<a><b>',
  'no element': '   ',
  'an unknown prefix': '<a:b/>',
  'too deep nesting': `${'<a>'.repeat(300)}${'</a>'.repeat(300)}`,
  'too many elements': `<a>${'<b/>'.repeat(300_001)}</a>`,
};

for (const [words, xml] of Object.entries(broken)) {
  test(`${words} is garbled`, async (t) => {
    await t.rejects(parse(xml), { kind: 'garbled', message: /./ });
  });
}

test('octets that are not UTF-8 are garbled', async (t) => {
  await t.rejects(parseXml(Buffer.from('<a>\xe4</a>', 'latin1')), {
    kind: 'garbled',
    message: /not UTF-8/,
  });
});
