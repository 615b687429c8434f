import { test } from 'tap';
import { encodeAssignment, type SnmpWriteType } from '../../../src/protocol/snmp/assignment.ts';

const valueOf = (type: SnmpWriteType, value: string | number | boolean) =>
  encodeAssignment('1.3.6.1.4.1.32473.1.0', type, value).value;

test('each type carries the values that it has', (t) => {
  t.same(valueOf('string', 'Süd'), Buffer.from('Süd'));
  t.same(valueOf('hex', '00:1b:2C'), Buffer.from([0, 0x1b, 0x2c]));
  t.equal(valueOf('integer', -5), -5);
  t.equal(valueOf('integer', true), 1);
  t.equal(valueOf('integer', false), 2);
  t.equal(valueOf('unsigned', '4294967295'), 4_294_967_295);
  t.equal(valueOf('ipaddress', '192.0.2.1'), '192.0.2.1');
  t.equal(valueOf('oid', '1.3.6.1'), '1.3.6.1');
  t.end();
});

test('a value that its type cannot carry is unsupported', (t) => {
  const wrong: [SnmpWriteType, string | number][] = [
    ['hex', '0'],
    ['hex', 'xyz'],
    ['integer', 2 ** 31],
    ['integer', 1.5],
    ['unsigned', -1],
    ['unsigned', 2 ** 32],
    ['ipaddress', '::1'],
    ['oid', '1.3.06'],
    ['string', 'x'.repeat(65_536)],
  ];
  for (const [type, value] of wrong)
    t.throws(() => valueOf(type, value), { name: 'Fault' }, `${type} ${value}`);
  t.end();
});
