import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'tap';
import { digestOf, loadAdapters, loadDeviceTypes } from '../src/adapter-loader.ts';
import type { DeviceType } from '../src/device-type.ts';

/* A file with a faulty `write` is left out, and the fault names file, parameter and reason. */

const adapters = await loadAdapters(new URL('../adapters/', import.meta.url));

const load = async (protocol: string, write: object, more: object = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-types-'));
  const read = protocol === 'ssh' ? { run: 'uname -n' } : { oid: '1.3.6.1.2.1.1.5.0' };
  const parameter = {
    name: 'Name',
    variable_name: 'system.name',
    short_name: 'name',
    type: 'string',
    read: protocol === 'netconf' ? { rpc: { get: {} } } : read,
    write,
    ...more,
  };
  const type = {
    short_name: 'own',
    name: 'Own',
    connection: { protocol },
    parameters: [parameter],
  };
  // JSON is YAML.
  writeFileSync(join(folder, 'own.yaml'), JSON.stringify(type));
  try {
    return await loadDeviceTypes([pathToFileURL(`${folder}/`)], adapters);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const faults = [
  ['ssh', { run: 'uci commit' }, /has no \{\{ value \}\}/],
  ['ssh', { run: 'uci set x="{{ value }}"' }, /inside quotes/],
  ['ssh', { run: 'set {{ value }}', fail: '(' }, /write\.fail: Invalid regular expression/],
  ['ssh', { run: 'set {{ value }}', quote: 'none' }, /write\.quote/],
  ['snmp', { oid: '1.3.6.1.2.1.1.5.0' }, /write.*required/],
  ['snmp', { oid: '1.3.6.1.2.1.1.5.0', type: 'ipaddress' }, /not a valid ipaddress/],
  ['netconf', { config: { system: { contact: 'x' } } }, /no element or attribute/],
  ['icmp', {}, /own\.yaml/],
] as const;

test('a file with a write that cannot work is left out', async (t) => {
  for (const [protocol, write, reason] of faults) {
    const { types, faults: found } = await load(protocol, write);
    t.equal(types.size, 0);
    t.equal(found.length, 1);
    t.match(found[0], /own\.yaml: parameters\.system\.name/, protocol);
    t.match(found[0], reason);
  }
});

test('a write that works makes the parameter a setting', async (t) => {
  const { types } = await load('ssh', { run: 'set {{ value }}' }, { within: 5 });
  t.match(types.get('own')?.parameters, [
    { write: { run: 'set {{ value }}' }, within: 5 },
  ]);
  const { faults: found } = await load('ssh', { run: 'set {{ value }}' }, { writable: true });
  t.match(found, [/writable/]);
});

test('the shipped types write what the manual says', async (t) => {
  const { types } = await loadDeviceTypes(
    [new URL('../../config/device-types/', import.meta.url)],
    adapters,
  );
  const written = [...types.values()].flatMap(({ short_name, parameters }) =>
    parameters.filter(({ write }) => write).map((spec) => `${short_name} ${spec.variable_name}`),
  );
  t.same(written.toSorted(), [
    'ietf_netconf system.contact',
    'ietf_netconf system.hostname',
    'ietf_netconf system.location',
    'openwrt system.hostname',
    'snmp sysContact',
    'snmp sysLocation',
    'snmp sysName',
  ]);
});

test('a checked device type is taken as it is while its file is the same', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-types-'));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  const definition = (name: string) =>
    JSON.stringify({ short_name: 'own', name, connection: { protocol: 'icmp' } });
  const checked: DeviceType = {
    short_name: 'own',
    name: 'Checked',
    description: '',
    connection: { protocol: 'icmp', options: {} },
    poll_interval: 60,
    operations: {},
    parameters: [],
    metrics: [],
  };
  const known = { [digestOf(definition('Own'))]: checked };
  for (const [name, loaded] of [
    ['Own', 'Checked'],
    ['Edited', 'Edited'],
  ] as const) {
    writeFileSync(join(folder, 'own.yaml'), definition(name));
    const { types } = await loadDeviceTypes([pathToFileURL(`${folder}/`)], adapters, known);
    t.equal(types.get('own')?.name, loaded);
  }
});
