import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import tap, { test } from 'tap';
import type { Static } from 'typebox';
import { parse } from 'yaml';
import adapter from '../../adapters/snmp.ts';
import type { Credentials, Reading, Target } from '../../src/contract/adapter.ts';
import { deviceTypeSchema, type DeviceType } from '../../src/device-type/device-type.ts';
import { asFault } from '../../src/contract/errors.ts';
import { validateAgainst } from '../../src/contract/schema.ts';
import { Secret } from '../../src/contract/secret.ts';
import { deadlyOid, startSnmpd } from '../peers/snmpd.ts';

const snmpd = await startSnmpd();
tap.teardown(() => snmpd.stop());

const community: Credentials = { community: new Secret(snmpd.community) };
const snmpV3: Credentials = {
  snmpV3: {
    user: snmpd.v3.user,
    authPassword: new Secret(snmpd.v3.authPassword),
    privPassword: new Secret(snmpd.v3.privPassword),
  },
};
const context = { signal: new AbortController().signal, log: () => undefined };

function targetOf(
  credentials: Credentials,
  options: object = {},
): Target<Static<typeof adapter.options>> {
  const filled = validateAgainst<Static<typeof adapter.options>>(
    adapter.options,
    { port: snmpd.port, ...options },
    'options',
  );
  return {
    name: 'ap-lobby-01',
    host: '127.0.0.1',
    options: filled,
    credentials,
    checkHostKey: () => Promise.resolve(false),
  };
}

type Command = Static<typeof adapter.command> & { readonly oid: string };

/** Asks for each command under a name of its own. */
async function read(
  commands: readonly Command[],
  target = targetOf(community),
  signal = context.signal,
): Promise<readonly Reading[]> {
  const questions = commands.map((command, index) => ({ variable: `v${index}`, command }));
  return (await adapter.read?.(target, questions, { ...context, signal })) ?? [];
}

async function faultOf(work: Promise<unknown>) {
  const begun = performance.now();
  const fault = await work.then(() => null, asFault);
  return { kind: fault?.kind, message: fault?.message ?? '', ms: performance.now() - begun };
}

/** What Net-SNMP's own tool adds up to. */
function walkedSum(oid: string): bigint {
  const args = [
    '-v',
    '2c',
    '-c',
    snmpd.community,
    '-m',
    '',
    '-On',
    '-OQ',
    '-Ov',
    `127.0.0.1:${snmpd.port}`,
    oid,
  ];
  const lines = execFileSync('snmpwalk', args, { encoding: 'utf8' }).trim().split('\n');
  return lines.reduce((sum, line) => sum + BigInt(line), 0n);
}

test('values and missing values come in the order asked', async (t) => {
  const { madeUp } = snmpd;
  const commands = [
    '1.3.6.1.2.1.1.5.0',
    '1.3.6.1.9.9',
    madeUp.greatestCounter64.oid,
    madeUp.macAddress.oid,
    madeUp.greatestCounter32.oid,
  ].map((oid) => ({
    oid,
  }));
  t.same(
    await read([
      ...commands.slice(0, 2),
      { oid: '1.3.6.1.4.1.32473.10', sum: true },
      ...commands.slice(2),
    ]),
    [
      { variable: 'v0', value: 'ap-lobby-01' },
      { variable: 'v1', value: null, fault: 'the device has no such object' },
      { variable: 'v2', value: 36_893_488_147_419_103_232n },
      { variable: 'v3', value: 18_446_744_073_709_551_615n },
      { variable: 'v4', value: '00:1b:2c:3d:4e:ff' },
      { variable: 'v5', value: 4_294_967_295, counterBits: 32 },
    ],
  );
});

const sums = [
  {
    name: 'a column with text in it',
    oid: '1.3.6.1.4.1.32473.11',
    fault: 'row 1.3.6.1.4.1.32473.11.2 is not a number',
  },
  {
    name: 'a column without rows',
    oid: '1.3.6.1.4.1.32473.12',
    fault: 'the device has no rows below it',
  },
];

for (const { name, oid, fault } of sums) {
  test(`${name} has no sum`, async (t) => {
    t.same(await read([{ oid, sum: true }]), [{ variable: 'v0', value: null, fault }]);
  });
}

test("the sum of octets over all interfaces equals Net-SNMP's own walk", async (t) => {
  const oid = '1.3.6.1.2.1.31.1.1.1.6';
  // The counters move while we look: the walks before and after must agree, which snmpd's cache makes likely.
  for (let tries = 0; tries < 5; tries += 1) {
    const before = walkedSum(oid);
    const [reading] = await read([{ oid, sum: true }]);
    if (before !== walkedSum(oid)) continue;
    t.ok(before > 0n);
    t.same(reading, { variable: 'v0', value: before });
    return;
  }
  t.fail('the counters never stood still');
});

const deviceType = validateAgainst<DeviceType>(
  deviceTypeSchema,
  parse(readFileSync('config/device-types/snmp.yaml', 'utf8')),
  'snmp',
);

test('the generic device type is written as its schemas say', (t) => {
  t.doesNotThrow(() => {
    validateAgainst(adapter.options, deviceType.connection.options, 'options');
  });
  for (const { variable_name: name, read: command } of deviceType.parameters)
    t.doesNotThrow(() => {
      validateAgainst(adapter.command, command, name);
    });
  const names = new Set(deviceType.parameters.map(({ variable_name: name }) => name));
  for (const { name, parameter } of deviceType.metrics) t.ok(names.has(parameter), name);
  t.end();
});

const jsTypes: Partial<Record<DeviceType['parameters'][number]['type'], readonly string[]>> = {
  string: ['string'],
  text: ['string'],
  integer: ['number', 'bigint'],
  float: ['number'],
  boolean: ['boolean'],
};

/** Objects that an agent may lack: those of the ENTITY-MIB, of a second interface, and of LLDP. */
const optional: ReadonlySet<string> = new Set([
  'entPhysicalModelName',
  'ifPhysAddress',
  'neighbors.names',
  'neighbors.mac_addresses',
  'neighbors.ip_addresses',
]);

for (const { name, credentials, version } of [
  { name: 'SNMPv2c', credentials: community, version: 'v2c' },
  { name: 'SNMPv3', credentials: snmpV3, version: 'v3' },
]) {
  test(`every parameter of the generic device type is read over ${name}, in its type`, async (t) => {
    const questions = deviceType.parameters.map(({ variable_name: variable, read: command }) => ({
      variable,
      command,
    }));
    const target = targetOf(credentials, { version });
    const readings = (await adapter.read?.(target, questions, context)) ?? [];
    for (const [index, { variable_name: variable, type }] of deviceType.parameters.entries()) {
      const reading = readings[index];
      t.equal(reading?.variable, variable);
      const isMissing = optional.has(variable) && reading?.value === null;
      t.ok(isMissing || jsTypes[type]?.includes(typeof reading?.value), variable);
    }
  });
}

test('an object identifier is a path, unless a number of it has more than 32 bits', (t) => {
  const last = '1.3.6.1.4294967295';
  t.same(adapter.rawCommand?.(last), { oid: last });
  for (const other of ['1.3.6.1.4294967296', '1.3.6.1.9999999999', '.1.3', '1.3.', 'sysName.0'])
    t.equal(adapter.rawCommand?.(other), null, other);
  t.end();
});

test('without credentials a device is not asked', async (t) => {
  for (const options of [{ version: 'v2c' }, { version: 'v3' }]) {
    const { kind, message } = await faultOf(
      read([{ oid: '1.3.6.1.2.1.1.5.0' }], targetOf({}, options)),
    );
    t.equal(kind, 'refused');
    t.match(message, /no SNMP.* is set for this device: set snmp_/);
  }
});

test('an empty community means no community, not `public`', async (t) => {
  const { kind } = await faultOf(
    read([{ oid: '1.3.6.1.2.1.1.5.0' }], targetOf({ community: new Secret('') })),
  );
  t.equal(kind, 'refused');
});

test('a device that does not answer costs its tries once, however much it is asked', async (t) => {
  let received = 0;
  const silent = createSocket('udp4').on('message', () => (received += 1));
  t.teardown(() => silent.close());
  await once(silent.bind(0, '127.0.0.1'), 'listening');
  const { port } = silent.address();
  const target = targetOf(community, { port, timeout: 0.2, retries: 1 });
  const { kind, message, ms } = await faultOf(
    read(
      [
        ...Array<Command>(50).fill({ oid: '1.3.6.1.2.1.1.5.0' }),
        { oid: '1.3.6.1.2.1.1', sum: true },
      ],
      target,
    ),
  );
  t.equal(kind, 'timeout');
  t.match(message, `ap-lobby-01 (127.0.0.1 port ${port})`);
  t.ok(ms >= 390, `${ms} ms`);
  t.equal(received, 2, 'a request and its retry, of 51 commands');
});

test("the job's deadline ends a read before its time", async (t) => {
  const target = targetOf({ community: new Secret('wrong-community') }, { timeout: 60 });
  const { kind, ms } = await faultOf(
    read([{ oid: '1.3.6.1.2.1.1.5.0' }], target, AbortSignal.timeout(100)),
  );
  t.equal(kind, 'timeout');
  t.ok(ms < 50_000, `${ms} ms`);
});

test('an OID consists of dotted numbers only', (t) => {
  const command = (asked: object) => () => {
    validateAgainst(adapter.command, asked, 'command');
  };
  for (const oid of ['1.3.6.1.2.1.1.3.0', '0.0', '2.999.4294967295'])
    t.doesNotThrow(command({ oid }), oid);
  for (const oid of [
    '',
    '1',
    '.1.3',
    '1.3.',
    '1..3',
    '3.1',
    '1.03',
    '1.3 ',
    'sysDescr.0',
    '1.3;reboot',
  ])
    t.throws(command({ oid }), { message: 'command.oid' }, oid);
  t.throws(command({ oid: '1.3', command: 'reboot' }));
  t.end();
});

test('what the device does not have is read by its alternative', async (t) => {
  const missing = '1.3.6.1.4.1.32473.99';
  t.match(
    await read([
      { oid: `${missing}.0`, or: '1.3.6.1.2.1.1.5.0' },
      { oid: missing, or: '1.3.6.1.4.1.32473.10', sum: true },
      { oid: '1.3.6.1.2.1.1.5.0', or: '1.3.6.1.2.1.1.6.0' },
      { oid: missing, or: `${missing}.1`, sum: true },
    ]),
    [
      { value: 'ap-lobby-01' },
      { value: 36_893_488_147_419_103_232n },
      { value: 'ap-lobby-01' },
      { value: null, fault: 'the device has no rows below it' },
    ],
  );
});

test('a sum of physical interfaces leaves out the loopback interface', async (t) => {
  const counter = '1.3.6.1.2.1.2.2.1.3';
  const [all, physical] = await read([
    { oid: counter, sum: true },
    { oid: counter, sum: true, of: 'physical' },
  ]);
  // The column of types itself, which does not change meanwhile: the loopback interface has type 24.
  t.ok(Number(all?.value) - Number(physical?.value) >= 24 || all?.value === 24n);
});

// Interfaces of a public recording of a NanoStation M5: all but the loopback say that they are Ethernet.
const airos = [
  { name: 'lo', type: 24, octets: 217_556 },
  { name: 'eth0', type: 6, octets: 1_694_564_523 },
  { name: 'eth1', type: 6, octets: 0 },
  { name: 'wifi0', type: 6, octets: 0 },
  { name: 'ath0', type: 6, octets: 676_838_716 },
  { name: 'eth0.40', type: 6, octets: 4_257_743_922 },
  { name: 'ath0.40', type: 6, octets: 432_660_250 },
  { name: 'br0', type: 6, octets: 3_745_647_794 },
  { name: 'br1', type: 6, octets: 3_615_939_958 },
];
// A switch: of its aggregate and its routed port only ifStackTable says that they lie on a port.
const stacked = [
  { name: 'Gi0/1', type: 6, octets: 100 },
  { name: 'Gi0/2', type: 6, octets: 10 },
  { name: 'Core', type: 6, octets: 110 },
  { name: 'Uplink', type: 6, octets: 100 },
];
const stack = ['0.3', '0.4', '1.0', '2.0', '3.1', '3.2', '4.1'];

/** Returns rows of a column in the form of snmpd's `pass` protocol. */
function rowsOf(column: string, type: string, values: readonly (string | number)[]) {
  return values.map((value, at) => ({ oid: `${column}.${at + 1}`, type, value: String(value) }));
}

const ifTable = '1.3.6.1.2.1.2.2.1';
const ifXTable = '1.3.6.1.2.1.31.1.1.1';
const counter = { oid: `${ifXTable}.6`, or: `${ifTable}.10` };

function ifTableOf(interfaces: typeof airos, states: readonly number[] = []) {
  return [
    ...rowsOf(
      `${ifTable}.2`,
      'string',
      interfaces.map(({ name }) => name),
    ),
    ...rowsOf(
      `${ifTable}.3`,
      'integer',
      interfaces.map(({ type }) => type),
    ),
    ...rowsOf(`${ifTable}.8`, 'integer', states),
    ...rowsOf(
      `${ifTable}.10`,
      'counter',
      interfaces.map(({ octets }) => octets),
    ),
  ];
}

test('interfaces are rows by name, and what lies on a port is counted once', async (t) => {
  const radio = await startSnmpd({ interfaces: ifTableOf(airos) });
  t.teardown(() => radio.stop());
  const ofRadio = targetOf({ community: new Secret(radio.community) }, { port: radio.port });
  t.same(
    await read(
      [
        { ...counter, sum: true },
        { ...counter, sum: true, of: 'physical' },
        { ...counter, interface: 'eth0' },
        { ...counter, interface: '*.40', sum: true },
        { ...counter, interface: 'eth9' },
        { ...counter, interface: 'eth*' },
        { ...counter, interface: 'ath*', rows: true },
        { oid: '1.3.6.1.2.1.1.5.0' },
      ],
      ofRadio,
    ),
    [
      { variable: 'v0', value: 14_423_612_719n },
      { variable: 'v1', value: 2_371_403_239n },
      { variable: 'v2', value: 1_694_564_523, counterBits: 32 },
      { variable: 'v3', value: 4_690_404_172n },
      { variable: 'v4', value: null, fault: 'the device has no interface "eth9"' },
      { variable: 'v5', value: null, fault: '3 interfaces are named "eth*"' },
      {
        variable: 'v6',
        value: '{"ath0":676838716,"ath0.40":432660250}',
        rows: [
          { name: 'ath0', value: 676_838_716, counterBits: 32 },
          { name: 'ath0.40', value: 432_660_250, counterBits: 32 },
        ],
      },
      { variable: 'v7', value: 'ap-lobby-01' },
    ],
  );
});

test('an interface that ifStackTable puts on a port is not counted again', async (t) => {
  const device = await startSnmpd({
    interfaces: [
      // The second port is down.
      ...ifTableOf(stacked, [1, 2, 1, 1]),
      ...rowsOf(`${ifXTable}.1`, 'string', ['Gi0/1', 'Gi0/2', 'Core', 'Uplink']),
      ...rowsOf(`${ifXTable}.6`, 'counter64', ['18446744073709551615', '10', '25', '15']),
      ...rowsOf(`${ifXTable}.18`, 'string', ['to the roof', 'hall', '', '']),
      ...stack.map((index) => ({
        oid: `1.3.6.1.2.1.31.1.2.1.3.${index}`,
        type: 'integer',
        value: '1',
      })),
    ],
  });
  t.teardown(() => device.stop());
  const target = targetOf({ community: new Secret(device.community) }, { port: device.port });
  t.match(
    await read(
      [
        { ...counter, sum: true, of: 'physical' },
        { ...counter, interface: 'to the roof' },
        { ...counter, of: 'physical', rows: true },
        { ...counter, of: 'up', rows: true },
      ],
      target,
    ),
    [
      { variable: 'v0', value: 18_446_744_073_709_551_625n },
      { variable: 'v1', value: 18_446_744_073_709_551_615n },
      {
        variable: 'v2',
        value: '{"Gi0/1":18446744073709551615,"Gi0/2":10}',
        rows: [
          { name: 'Gi0/1', value: 18_446_744_073_709_551_615n },
          { name: 'Gi0/2', value: 10n },
        ],
      },
      { variable: 'v3', value: '{"Gi0/1":18446744073709551615}', rows: [{ name: 'Gi0/1' }] },
    ],
  );
});

test('a device that goes off instead of answering the last SET has been told to, where its type expects that', async (t) => {
  const device = await startSnmpd({ isWritable: true });
  t.teardown(() => device.stop());
  const target = targetOf(
    { community: new Secret(device.community) },
    { port: device.port, timeout: 0.2, retries: 0 },
  );
  const set = { type: 'integer', value: 1 } as const;
  const refused = { oid: '1.3.6.1.2.1.1.3.0', set, expect_disconnect: true };
  const command = { oid: deadlyOid, set, expect_disconnect: true };
  const run = (one: object) =>
    adapter.operate?.(target, validateAgainst<Command>(adapter.command, one, 'command'), context) ??
    Promise.reject(new Error('no operations'));
  t.match(await faultOf(run(refused)), { kind: 'rejected' });
  t.same(await run(command), { output: '', disconnected: true });
  const others = { ...set, then: [{ ...set, oid: deadlyOid }] };
  t.match(await faultOf(run({ ...command, set: others })), { kind: /timeout|unreachable/ });
  t.match(await faultOf(run({ oid: deadlyOid, set })), { kind: /timeout|unreachable/ });
});
