import { SaxesParser } from 'saxes';
import { test } from 'tap';
import { TextShortcut } from '../../../src/protocol/netconf/text-shortcut.ts';
import { serializeXml, XmlParser } from '../../../src/protocol/netconf/xml.ts';

/** Returns the texts that the parser alone finds, each with the elements around it; or the fact that it refuses the message. */
function textsByParser(xml: string): string {
  const parser = new SaxesParser({ xmlns: true });
  const open: string[] = [];
  const texts = new Map<string, string>();
  const add = (text: string) => {
    const key = open.join('/');
    texts.set(key, (texts.get(key) ?? '') + text);
  };
  let count = 0;
  parser.on('opentag', ({ name }) => open.push(`${name}${(count += 1)}`));
  parser.on('closetag', () => open.pop());
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('error', (error) => {
    throw error;
  });
  try {
    parser.write(xml).close();
  } catch {
    return 'refused';
  }
  return JSON.stringify([...texts].filter(([key, text]) => key !== '' && text !== ''));
}

/** Returns the same of our parser, which gets the message in two pieces, or octet by octet. */
async function textsByUs(pieces: readonly Buffer[]): Promise<string> {
  const parser = new XmlParser();
  try {
    for (const piece of pieces) await parser.write(piece);
    const texts: (readonly [string, string])[] = [];
    let count = 0;
    const visit = (element: ReturnType<XmlParser['end']>, above: string) => {
      const key = `${above}${element.name}${(count += 1)}`;
      if (element.text !== '') texts.push([key, element.text]);
      for (const child of element.children) visit(child, `${key}/`);
    };
    const root = parser.end();
    visit(root, '');
    return JSON.stringify(texts);
  } catch {
    return 'refused';
  }
}

const messages: Record<string, string> = {
  'plain text': '<a>one<b>two</b>three<b/>four</a>',
  'text around a comment with tags and brackets': '<a>x<!-- > <b> ]]> -->y<b>z</b></a>',
  'a processing instruction with a bracket': '<a>x<?p > <q> ?>y</a>',
  'CDATA with tags': '<a>x<![CDATA[<b>&lt;]] > ]]>y<b>z</b></a>',
  'a bracket in an attribute': '<a b=">"  c=\'<\'>x</a>',
  'brackets in attributes': '<a b="> x >" c=\'">\'>x<d e=">"/>y</a>',
  references: '<a>x&amp;y<b>&#8364;z</b>&lt;</a>',
  'an unknown reference': '<a>x&nbsp;y</a>',
  'brackets in text': '<a>x]y]]z] ]&gt;]]&gt;</a>',
  'the end of CDATA in text': '<a>x]]>y</a>',
  'line ends of all kinds': '<a>\r\nx\ry\n<b>\r</b>\n</a>',
  'characters beyond 16 bits': '<a>Straße 😀 \u{10FFFF}</a>',
  'a control character': '<a>x\u0001y</a>',
  'a line end of XML 1.1': '<?xml version="1.1"?><a>x\u0085y</a>',
  'a line separator in XML 1.1': '<?xml version="1.1"?><a>x\u2028y</a>',
  'a control character of XML 1.1': '<?xml version="1.1"?><a>x\u007Fy</a>',
  'no character': '<a>x\uFFFEy</a>',
  'text behind the end': '<a>x</a>y',
  'white space behind the end': '<a>x</a> \n',
  'a tag that has a greater-than sign before it': '<a>x > y<b>z</b></a>',
  'a name that is not closed': '<a>x</b></a>',
};

for (const [words, xml] of Object.entries(messages))
  test(`${words}: the texts equal the parser's, wherever the message is cut`, async (t) => {
    const octets = Buffer.from(xml);
    const wanted = textsByParser(xml);
    for (let at = 0; at <= octets.length; at += 1)
      t.equal(await textsByUs([octets.subarray(0, at), octets.subarray(at)]), wanted, `at ${at}`);
    t.equal(await textsByUs(Array.from(octets, (octet) => Buffer.from([octet]))), wanted);
  });

test('the parser sees no character of plain text', (t) => {
  const seen: string[] = [];
  const texts: string[] = [];
  const shortcut: TextShortcut = new TextShortcut(
    (text) => {
      seen.push(text);
      if (/^<\w+>$/.test(text)) shortcut.endTag(true);
    },
    (text) => texts.push(text),
  );
  shortcut.write(`<a>${'x'.repeat(1_000)}<b>${'y'.repeat(1_000)}`);
  shortcut.write(`${'z'.repeat(1_000)}</b>`);
  t.equal(seen.join(''), '<a><b></b>');
  t.equal(texts.join('').length, 3_000);
  t.end();
});

test('an element of a message is the same with its text and its attributes', async (t) => {
  const parser = new XmlParser();
  await parser.write(Buffer.from('<r><a b="1">x</a><c>y</c></r>'));
  t.equal(serializeXml(parser.end()), '<r>\n  <a b="1">x</a>\n  <c>y</c>\n</r>');
});
