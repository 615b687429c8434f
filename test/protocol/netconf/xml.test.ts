import { test } from 'tap';
import { selectionOf } from '../../../src/protocol/netconf/selection.ts';
import {
  parseXml,
  serializeXml,
  serializeXmlInTurns,
  textsAt,
  textsInTurns,
} from '../../../src/protocol/netconf/xml.ts';

const namesOf = (write: (index: number) => string, count: number) =>
  Array.from({ length: count }, (_, index) => write(index)).join(' ');
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

test('only the selected part of a message is kept', async (t) => {
  const message = '<r>x<a><b c="1">one<d>two</d></b><b/>y<e><b>three</b></e></a><f>four</f></r>';
  const keep = (...paths: readonly string[]) =>
    parseXml(Buffer.from(message), () => selectionOf(paths)).then(serializeXml);
  t.equal(await keep(), '<r/>');
  t.equal(
    await keep('a/e/b', 'absent/b'),
    await parse('<r><a><e><b>three</b></e></a></r>').then(serializeXml),
  );
  t.equal(
    await keep('a/b', 'f'),
    await parse('<r><a><b c="1">one<d>two</d></b><b/></a><f>four</f></r>').then(serializeXml),
  );
  t.equal(await keep(''), await parse(message).then(serializeXml));
  await t.rejects(
    parseXml(Buffer.from('<r><a><b></r>'), () => selectionOf(['f'])),
    { kind: 'garbled', message: /./ },
    'the rest is checked',
  );
});

test('a large configuration becomes text in turns', async (t) => {
  const entry = `<interface><name>wlan</name><description>${'In the corridor. '.repeat(15)}</description></interface>`;
  const element = await parse(`<data xmlns="urn:x">${entry.repeat(25_000)}</data>`);
  let text = '';
  const longest: number[] = [];
  for (let run = 0; run < 10 && !(Math.min(...longest) < 50); run += 1)
    longest.push(
      await longestTurn(async () => {
        text = await serializeXmlInTurns(element.children);
      }),
    );
  t.equal(text, element.children.map(serializeXml).join('\n'), 'of a list of many as of one');
  const ms = Math.min(...longest);
  t.ok(ms < 50, `${ms.toFixed(0)} ms`);
});

test('of a reply of very many elements the texts are collected in turns', async (t) => {
  const reply = await parse(`<r>${'<i><n>x</n></i>'.repeat(140_000)}</r>`);
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const texts = await textsInTurns(reply, 'i/n');
  clearImmediate(next);
  t.equal(texts.length, 140_000);
  t.ok(turns >= 3, `${turns} turns`);
});

test('white space before a message is skipped, however much', async (t) => {
  const message = `${' \n'.repeat(5_000)}<?xml version="1.0"?><r><i>ä</i></r>`;
  t.same(textsAt(await parse(message), 'i'), ['ä']);
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
  'too many attributes': `<a>${'<b c="" d=""/>'.repeat(150_001)}</a>`,
  'an element of 200,000 attributes': `<a ${namesOf((index) => `a${index}=""`, 200_000)}/>`,
  'an element of 100,000 namespaces': `<a ${namesOf((index) => `xmlns:n${index}="urn:x"`, 100_000)}/>`,
};

test('no reply holds the event loop for 50 ms', async (t) => {
  const replies = {
    attributes: broken['an element of 200,000 attributes'] ?? '',
    namespaces: broken['an element of 100,000 namespaces'] ?? '',
    'namespaces of many elements': `<a>${namesOf((index) => `<n${index % 7}:b xmlns:n${index % 7}="urn:${index}"/>`, 100_000)}</a>`,
  };
  for (const [name, reply] of Object.entries(replies)) {
    const longest: number[] = [];
    for (let run = 0; run < 10 && !(Math.min(...longest) < 50); run += 1)
      longest.push(await longestTurn(() => parse(reply).catch(() => null)));
    // A run may have to compile or to collect garbage.
    const ms = Math.min(...longest);
    t.ok(ms < 50, `${name}: ${ms.toFixed(0)} ms`);
  }
});

/** Returns the most processor time in milliseconds between two turns of the event loop; other processes do not count. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const processorMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let longest = 0;
  let last = processorMs();
  const measure = () => {
    const now = processorMs();
    longest = Math.max(longest, now - last);
    last = now;
    next = setImmediate(measure);
  };
  let next = setImmediate(measure);
  await work();
  clearImmediate(next);
  return Math.max(longest, processorMs() - last);
}

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
