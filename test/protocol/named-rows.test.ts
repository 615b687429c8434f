import { test } from 'tap';
import { replyValue } from '../../src/protocol/netconf/value.ts';
import { XmlParser } from '../../src/protocol/netconf/xml.ts';
import { formatRows, nameRows } from '../../src/protocol/named-rows.ts';

/* Numbers by the names of their rows: each name once, integers exact. */

test('of two rows of the same name the second is taken', (t) => {
  t.same(
    nameRows([
      { name: 'a', value: 1 },
      { name: 'b', value: 2n },
      { name: 'a', value: 3 },
    ]),
    {
      value: '{"a":3,"b":2}',
      rows: [
        { name: 'a', value: 3 },
        { name: 'b', value: 2n },
      ],
    },
  );
  t.equal(nameRows([]), null);
  t.end();
});

test('the text has integers of 64 bits as they are, and names with quotes escaped', (t) => {
  const rows = [
    { name: 'wan "1"', value: 18_446_744_073_709_551_615n },
    { name: 'text', value: 'up' },
    { name: 'none', value: null },
  ];
  t.equal(formatRows(rows), String.raw`{"wan \"1\"":18446744073709551615,"text":"up","none":null}`);
  t.end();
});

test('a NETCONF server that names two radios alike has one row for them', async (t) => {
  const parser = new XmlParser();
  const radios = ['0 36', '1 44', '1 48', '2 none'].map((radio) => {
    const [id, channel] = radio.split(' ', 2);
    return `<radio><id>${id}</id><channel>${channel}</channel></radio>`;
  });
  await parser.write(Buffer.from(`<rpc-reply><data>${radios.join('')}</data></rpc-reply>`));
  const command = { rpc: {}, path: 'data/radio', rows: { name: 'id', value: 'channel' } };
  t.same(await replyValue(command, parser.end()), {
    value: '{"0":36,"1":48}',
    rows: [
      { name: '0', value: 36 },
      { name: '1', value: 48 },
    ],
  });
});
