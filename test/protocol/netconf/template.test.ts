import { test } from 'tap';
import { fillXml, xmlText } from '../../../src/protocol/netconf/template.ts';
import { parseXml } from '../../../src/protocol/netconf/xml.ts';

const template = { system: { $: { xmlns: 'urn:x', tag: '{{ value }}' }, contact: '{{ value }}' } };

test('a value full of markup is one text and one attribute', async (t) => {
  const value = `</contact><evil a="1'>]]>]]> & &amp; Süd`;
  const element = await parseXml(Buffer.from(xmlText(fillXml(template, value))));
  t.equal(element.attributes['tag'], value);
  t.match(element.children, [{ name: 'contact', text: value, children: [] }]);
  t.equal(element.children.length, 1);
});

test('a list is an element for each entry, and an empty element has no end tag', (t) => {
  t.equal(xmlText({ a: [{ b: '1' }, { b: null }], c: {} }), '<a><b>1</b></a><a><b/></a><c/>');
  t.end();
});

test('a character that XML cannot carry, and a template without a place, are unsupported', (t) => {
  for (const value of ['\0', '\u000B', '\uFFFE', '\uD800'])
    t.throws(() => fillXml(template, value), { name: 'Fault' });
  t.throws(() => fillXml({ system: { contact: 'x {{ value }}' } }, 'a'), { name: 'Fault' });
  t.end();
});
