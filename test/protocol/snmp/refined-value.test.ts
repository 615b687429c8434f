import { test } from 'tap';
import { readColumnValues } from '../../../src/protocol/snmp/column-value.ts';
import { refineVarbind } from '../../../src/protocol/snmp/refined-value.ts';
import { octetStringText } from '../../../src/protocol/snmp/varbind.ts';

const oid = '1.3.6.1.4.1.99999.1';

test('a value that stands for none is absent, also in rows', async (t) => {
  const absent = { null_when: [0, '-9999'] };
  for (const value of [0, -9999, '0'])
    t.match(refineVarbind(absent, { oid, value }), { value: null, fault: /stands for no value$/ });
  t.same(refineVarbind(absent, { oid, value: -91 }), { oid, value: -91 });
  const column = {
    rows: [
      { oid: `${oid}.1`, value: -91 },
      { oid: `${oid}.2`, value: 0 },
    ],
  };
  const query = { oid, rows: true, names: 'index', ...absent };
  t.same(await readColumnValues([query], () => Promise.resolve([column])), [
    { value: '{"1":-91}', rows: [{ name: '1', value: -91 }] },
  ]);
});

test('the first group of a pattern is the value, a number where it is one', (t) => {
  const text = { oid, value: 'CANOPY 16.0.0.1 AP' };
  t.same(refineVarbind({ match: '^CANOPY (\\S+)' }, text), { oid, value: '16.0.0.1' });
  t.same(refineVarbind({ match: '(\\d+) C$' }, { oid, value: 'now 45 C' }), { oid, value: 45 });
  t.match(refineVarbind({ match: '^x(.)' }, text), { value: null, fault: /does not match/ });
  t.end();
});

test('an enumeration replaces the values that it has', (t) => {
  const values = { '1': 'up', '2': 'down' };
  t.same(refineVarbind({ values }, { oid, value: 2 }), { oid, value: 'down' });
  t.same(refineVarbind({ values }, { oid, value: 7 }), { oid, value: 7 });
  t.end();
});

test('text in ISO 8859-1 and text that is padded with NUL are text, and an address is not', (t) => {
  t.equal(octetStringText(Buffer.from('Gebäude Süd', 'latin1')), 'Gebäude Süd');
  t.equal(octetStringText(Buffer.from('AP-1\0\0\0')), 'AP-1');
  t.equal(octetStringText(Buffer.from('024142430000', 'hex')), '02:41:42:43:00:00');
  t.equal(octetStringText(Buffer.from('001b2cff0a01', 'hex')), '00:1b:2c:ff:0a:01');
  t.end();
});
