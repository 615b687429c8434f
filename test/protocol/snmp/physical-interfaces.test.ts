import { test } from 'tap';
import {
  ifDescr,
  ifType,
  indexOf,
  physicalIndexes,
} from '../../../src/protocol/snmp/physical-interfaces.ts';

/** Returns the names of the interfaces that count, from `[name, ifType]` by index. */
const physicalOf = (interfaces: readonly (readonly [string, number])[]) => {
  const indexes = physicalIndexes(
    interfaces.map(([, type], at) => ({ oid: `${ifType}.${at + 1}`, value: type })),
    interfaces.map(([name], at) => ({ oid: `${ifDescr}.${at + 1}`, value: name })),
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

test('the type decides where the name says nothing', (t) => {
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
    ]),
    ['Gi0/1', 'Dot11Radio0', 'ether1', 'wlan0', 'local-uplink', 'brand-new'],
  );
  t.equal(indexOf(ifType, `${ifType}.7`), '7');
  t.end();
});
