import { test } from 'tap';
import { readColumnValues } from '../../../src/protocol/snmp/column-value.ts';
import {
  ifAlias,
  ifDescr,
  ifOperStatus,
  ifType,
  indexOf,
  indexesOfName,
  interfaceColumns,
  interfaceTable,
  physicalIndexes,
} from '../../../src/protocol/snmp/interfaces.ts';

const descriptionsOf = (interfaces: readonly (readonly [string, number])[]) => ({
  rows: interfaces.map(([name], at) => ({ oid: `${ifDescr}.${at + 1}`, value: name })),
});

/** Returns the names of the interfaces that count, from `[name, ifType]` by index. */
const physicalOf = (interfaces: readonly (readonly [string, number])[]) => {
  const types = interfaces.map(([, type], at) => ({ oid: `${ifType}.${at + 1}`, value: type }));
  const indexes = physicalIndexes(
    interfaceTable([{ rows: types }, { rows: [] }, descriptionsOf(interfaces)]),
  );
  return interfaces.filter((_, at) => indexes.has(String(at + 1))).map(([name]) => name);
};

test('of an airOS radio its VLANs, bridges and loopback do not count', (t) => {
  // Interfaces of a public recording of a NanoStation M5; all but the loopback say that they are Ethernet.
  const names = ['eth0', 'eth1', 'wifi0', 'ath0', 'eth0.40', 'ath0.40', 'br0', 'br1'];
  t.same(physicalOf([['lo', 24], ...names.map((name) => [name, 6] as const)]), [
    'eth0',
    'eth1',
    'wifi0',
    'ath0',
  ]);
  t.end();
});

test('the type decides where the name is not conclusive', (t) => {
  t.same(
    physicalOf([
      ['Gi0/1', 6],
      ['Vlan10', 53],
      ['Po1', 161],
      ['Bridge', 209],
      ['Tu0', 131],
      ['Dot11Radio0', 71],
      ['ether1', 6],
      ['bridge-lan', 6],
      ['vlan20', 135],
      ['wlan0', 71],
      ['local-uplink', 6],
      ['brand-new', 6],
      ['Port-channel1', 54],
      ['pppoe-wan', 23],
      ['ppp0', 6],
      ['wg-office', 6],
      ['switch0', 6],
      ['wan', 6],
    ]),
    ['Gi0/1', 'Dot11Radio0', 'ether1', 'wlan0', 'local-uplink', 'brand-new', 'wan'],
  );
  t.equal(indexOf(ifType, `${ifType}.7`), '7');
  t.end();
});

test('an ifAlias does not make a port a VLAN, with ifName or without', (t) => {
  const rows = {
    [ifType]: { '1': 6, '2': 6, '3': 135 },
    [ifDescr]: { '1': 'Gi0/1', '2': 'Gi0/2', '3': 'Vl7' },
    [ifAlias]: { '1': 'vlan-7 uplink', '2': 'bridge-to-lobby', '3': 'port 3' },
  };
  const columnOf = (oid: string, values: Readonly<Record<string, string | number>> = {}) => ({
    rows: Object.entries(values).map(([index, value]) => ({ oid: `${oid}.${index}`, value })),
  });
  const table = interfaceTable(
    interfaceColumns.map((oid) => columnOf(oid, new Map(Object.entries(rows)).get(oid))),
  );
  t.same([...physicalIndexes(table)], ['1', '2']);
  t.same([...indexesOfName(table, 'bridge-*')], ['2'], 'a command may still name it');
  t.end();
});

test('a pattern names interfaces as a whole, and an asterisk stands for any characters', (t) => {
  const names = ['eth0', 'eth0.40', 'eth10', 'wlan0', 'a*b'];
  const table = interfaceTable([
    undefined,
    undefined,
    descriptionsOf(names.map((name) => [name, 6])),
  ]);
  const matching = (pattern: string) => {
    const indexes = indexesOfName(table, pattern);
    return names.filter((_, at) => indexes.has(String(at + 1)));
  };
  t.same(matching('eth0'), ['eth0']);
  t.same(matching('eth*0'), ['eth0', 'eth0.40', 'eth10']);
  t.same(matching('*lan*'), ['wlan0']);
  t.same(matching('*'), names);
  t.same(matching('eth0*0*0'), []);
  t.same(matching('Eth0'), []);
  t.end();
});

test('of two interfaces of a name each keeps its own, also while the other is down', async (t) => {
  const counted = '1.3.6.1.2.1.2.2.1.10';
  const columns = new Map<string, readonly (string | number)[]>([
    [ifType, [6, 6]],
    [ifDescr, ['port', 'port']],
    [ifOperStatus, [2, 1]],
    [counted, [10, 20]],
  ]);
  const values = await readColumnValues(
    [
      { oid: ifOperStatus, of: 'physical', rows: true },
      { oid: counted, of: 'up', rows: true },
    ],
    (oids) =>
      Promise.resolve(
        oids.map((oid) => ({
          rows: (columns.get(oid) ?? []).map((value, at) => ({ oid: `${oid}.${at + 1}`, value })),
        })),
      ),
  );
  t.match(values, [
    {
      rows: [
        { name: 'port', value: 2 },
        { name: 'port (2)', value: 1 },
      ],
    },
    { value: '{"port (2)":20}', rows: [{ name: 'port (2)', value: 20 }] },
  ]);
});
