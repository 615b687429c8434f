import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'tap';
import {
  loadAdapters,
  loadShippedAdapters,
  loadDeviceTypes,
} from '../src/device-type/adapter-loader.ts';
import type { DeviceType } from '../src/device-type/device-type.ts';
import { checkDeviceTypeFile } from '../src/inventory/type/device-type-file.ts';
import { manualDeviceType } from './manual-example.ts';
import { digestOf, packageRoot, siblingModule } from '../src/runtime/package-root.ts';

/* A file with a faulty `write` is left out, and the fault names file, parameter and reason. */

const adapters = await loadShippedAdapters();

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
  t.match(types.get('own')?.parameters, [{ write: { run: 'set {{ value }}' }, within: 5 }]);
  const { faults: found } = await load('ssh', { run: 'set {{ value }}' }, { writable: true });
  t.match(found, [/writable/]);
});

test('the shipped types write what the manual says', async (t) => {
  const { types } = await loadDeviceTypes([new URL('config/device-types/', packageRoot)], adapters);
  const written = [...types.values()].flatMap(({ short_name, parameters }) =>
    parameters.filter(({ write }) => write).map((spec) => `${short_name} ${spec.variable_name}`),
  );
  t.same(written.toSorted(), [
    'airos wireless.ssid',
    'aruba_aos8 wireless.ssid',
    'aruba_aos8_ssh system.hostname',
    'aruba_aos8_ssh wireless.ssid',
    'aruba_instant system.hostname',
    'aruba_instant wireless.ssid',
    'cambium_epmp sysContact',
    'cambium_epmp sysLocation',
    'cambium_epmp sysName',
    'cambium_epmp wireless.ssid',
    'cisco_c9800 system.hostname',
    'cisco_ios_ap system.hostname',
    'cisco_wlc_aireos system.hostname',
    'ietf_netconf system.contact',
    'ietf_netconf system.hostname',
    'ietf_netconf system.location',
    'omada_controller wireless.ssid',
    'openwrt system.hostname',
    'openwrt wireless.ssid',
    'openwrt_ubus wireless.ssid',
    'routeros system.hostname',
    'routeros wireless.ssid',
    'routeros_rest system.hostname',
    'routeros_rest wireless.ssid',
    'ruckus_ap system.hostname',
    'ruckus_ap wireless.ssid',
    'ruckus_smartzone wireless.ssid',
    'ruckus_unleashed wireless.ssid',
    'snmp sysContact',
    'snmp sysLocation',
    'snmp sysName',
    'tplink_eap sysContact',
    'tplink_eap sysLocation',
    'tplink_eap sysName',
    'unifi_controller wireless.ssid',
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
    experimental: false,
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

test('the check of one file names every fault by its parameter', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-check-'));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  const shipped = [new URL('config/device-types/', packageRoot)];
  const check = (name: string, type: object) => {
    const file = join(folder, `${name}.yaml`);
    writeFileSync(file, JSON.stringify({ short_name: name, name: 'Own', ...type }));
    return checkDeviceTypeFile(file, adapters, shipped);
  };
  const one = (variable: string, more: object = {}) => ({
    name: variable,
    variable_name: variable,
    short_name: 'one',
    type: 'string',
    read: { run: 'uname' },
    ...more,
  });
  const connection = { protocol: 'ssh' };
  await check('own', { connection, parameters: [one('a', { describes: 'serial_number' })] });
  await t.rejects(
    check('own', {
      connection: { protocol: 'ssh', options: { prot: 22 } },
      parameters: [
        one('a', { read: { run: 'x', match: '(' } }),
        one('b', { write: { run: 'set b' } }),
        one('b'),
      ],
      metrics: [{ name: 'm', parameter: 'c', type: 'a' }],
      operations: { reboot: { command: { rum: 'reboot' } } },
    }),
    {
      name: 'DeviceTypeFaults',
      message: new RegExp(
        [
          'connection\\.options\\.prot: ',
          'operations\\.reboot\\.command\\.rum: ',
          'parameters\\.b\\.write: .*no \\{\\{ value',
          'parameters\\.b: a variable_name is used twice',
          'metrics\\.m\\.parameter: no parameter c',
          'parameters\\.a\\.read\\.match: Invalid regular expression',
        ].join('[^]*'),
      ),
    },
  );
  await t.rejects(check('own', { connection, parameters: [one('a', { typ: 1 })] }), {
    message: /own\.yaml: parameters\.a\.typ: is unknown; did you mean type/,
  });
  await t.rejects(check('own', { connection, parameters: [one('a', { type: 'select' })] }), {
    message: /own\.yaml: parameters\.a\.options: required for a select/,
  });
  const command = { run: 'port' };
  for (const [steps, message] of [
    [[{ name: 'off' }], /steps\.0: expected command, read or both/],
    [[{ name: 'off', command, read: command }], /steps\.0: expected read and value/],
    [[{ name: 'off', command, pause: '{{ seconds }}' }], /steps\.0\.pause: .*no parameter "sec/],
    [
      [
        { name: 'on', command, restores: true },
        { name: 'off', command },
      ],
      /steps\.1: a step that restores/,
    ],
  ] as const)
    await t.rejects(check('own', { connection, operations: { cycle: { steps } } }), { message });
  const cycle = {
    parameters: { seconds: { type: 'integer', minimum: 0, maximum: 3601 } },
    steps: [{ name: 'off', command, pause: '{{ seconds }}' }],
  };
  await t.rejects(check('own', { connection, operations: { cycle } }), {
    message: /steps\.0\.pause: .*"seconds" of type integer from 0 or more to 3600 or less/,
  });
  await t.rejects(check('linux', { connection }), {
    message: /short_name: .*device-types\/linux\.yaml has linux as well/,
  });
  const metrics = [{ name: 'uptime', parameter: 'a', type: 'd' }];
  await t.rejects(check('own', { connection, parameters: [one('a')], metrics }), {
    message: /own\.yaml: metrics\.uptime: another device type defines it/,
  });
  await t.rejects(
    check('own', {
      connection,
      parameters: [
        one('a', { type: 'float', unit: 's', target_unit: 'MB' }),
        one('b', { type: 'float', unit: 'furlong', target_unit: 'h' }),
        one('c', { type: 'float', target_unit: 'h' }),
        one('d', { unit: 's', target_unit: 'h' }),
        one('e', { expression: 'valu == "up" ? 1 : 0' }),
        one('f', { type: 'float', expression: 'value * "2"' }),
        one('g', { type: 'float', expression: 'value > 3' }),
        one('h', { type: 'float', expression: '[1, 2].map(x, x * 2).size()' }),
        one('i', { expression: 'value.matches("(a+)+$") ? 1 : 0' }),
        one('j', { expression: `${'('.repeat(40)}1${')'.repeat(40)}` }),
        one('k', { type: 'date', expression: '1' }),
        one('l', { expression: 'size(value)', write: { run: 'set {{ value }}' } }),
        one('m', { expression: 'size(value)', describes: 'serial_number' }),
        one('n', { type: 'float', expression: 'value +' }),
      ],
    }),
    {
      name: 'DeviceTypeFaults',
      message: new RegExp(
        [
          'own\\.yaml: parameters\\.a\\.target_unit: "s" cannot be converted to "MB": one is of time, the other of data',
          'parameters\\.b\\.target_unit: "furlong" cannot be converted to "h": "furlong" is no unit',
          'parameters\\.c\\.target_unit: "h" needs the unit',
          'parameters\\.d\\.target_unit: expected type integer or float, not string',
          'parameters\\.e\\.expression: Unknown variable: valu',
          'parameters\\.f\\.expression: no such overload: double \\* string',
          'parameters\\.g\\.expression: its result is of type bool, not a number',
          'parameters\\.h\\.expression: function map is not available',
          'parameters\\.i\\.expression: function matches is not available',
          'parameters\\.j\\.expression: .*maxDepth',
          'parameters\\.k\\.expression: expected type integer, .*, not date',
          'parameters\\.l: write: not with',
          'parameters\\.m: describes: not with',
          'parameters\\.n\\.expression: Unexpected token',
        ].join('[^]*'),
      ),
    },
  );
  await t.rejects(
    check('own', { connection, parameters: [one('a', { expression: '1+'.repeat(501) })] }),
    {
      message: /own\.yaml: parameters\.a\.expression: .*1000/,
    },
  );
  await t.resolves(check('own', { connection: { protocol: 'snmp' }, raw: true }));
  await t.rejects(check('own', { connection, raw: true }), {
    message: /own\.yaml: raw: adapter ssh has no paths/,
  });
  await t.rejects(checkDeviceTypeFile(join(folder, 'none.yaml'), adapters, shipped), {
    code: 'ENOENT',
  });
});

test('the example of the manual is a valid type', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-manual-'));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, 'camera.yaml'), manualDeviceType());
  const shipped = new URL('config/device-types/', packageRoot);
  await t.resolves(checkDeviceTypeFile(join(folder, 'camera.yaml'), adapters, [shipped]));
});

/** Follows the recipe "a protocol adapter" of CONTRIBUTING: a file that is named after its protocol. */
const linesAdapter = `
  import { Type } from '${import.meta.resolve('typebox')}';
  import { adapter } from '${siblingModule('../src/contract/adapter', import.meta.url).href}';
  const closed = { additionalProperties: false };
  export default adapter({
    name: 'lines',
    options: Type.Object({}, closed),
    command: Type.Object({ line: Type.Integer({ minimum: 1 }) }, closed),
    read: (_target, requests) => Promise.resolve(requests),
  });`;

test('a file is all that a protocol needs, and types are checked by its schemas', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-adapter-'));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  const url = pathToFileURL(`${folder}/`);
  writeFileSync(join(folder, 'lines.js'), linesAdapter);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const own = await loadAdapters(url);
  t.same([...own.keys()], ['lines']);
  const ofLine = (line: number) => {
    const [short_name, variable_name] = [`line_${line}`, 'system.name'];
    const parameter = { name: 'Name', variable_name, short_name: 'name', type: 'string' };
    return JSON.stringify({
      short_name,
      name: 'Lines',
      connection: { protocol: 'lines' },
      parameters: [{ ...parameter, read: { line } }],
    });
  };
  writeFileSync(join(folder, 'line_1.yaml'), ofLine(1));
  writeFileSync(join(folder, 'line_0.yaml'), ofLine(0));
  const { types, faults: found } = await loadDeviceTypes([url], own);
  t.same([...types.keys()], ['line_1']);
  t.match(found, [/line_0\.yaml: parameters\.system\.name.*line.*at least 1/s]);
});
