import { test, type Test } from 'tap';
import type { Adapter, CommandValues, Target } from '../../../src/contract/adapter.ts';
import { loadShippedAdapters, loadDeviceTypes } from '../../../src/device-type/adapter-loader.ts';
import { optionsOf, type DeviceType } from '../../../src/device-type/device-type.ts';
import { maskConfiguration } from '../../../src/inventory/configuration/configuration-text.ts';
import { convertReading } from '../../../src/inventory/device/parameter.ts';
import {
  checkParameters,
  valuesForDevice,
} from '../../../src/inventory/operation/operation-parameters.ts';
import type { OperationSpec, OperationStep } from '../../../src/device-type/device-operation.ts';
import type { Recording } from '../../../src/device-type/record/recording.ts';
import { validateAgainst } from '../../../src/contract/schema.ts';
import { readRecordings } from '../../peers/replay/recordings.ts';
import { startReplay } from '../../peers/replay/replay.ts';
import { packageRoot } from '../../../src/runtime/package-root.ts';

/*
 * Every file of fixtures/device-types/TYPE is a test: its device is replayed by a server of its protocol, and the type reads,
 * writes and restarts it.
 */

const adapters = await loadShippedAdapters();
const { types, faults } = await loadDeviceTypes(
  [new URL('config/device-types/', packageRoot)],
  adapters,
);
const recordings = readRecordings();
const replay = await startReplay();

/** Values that are null in all recordings of their type, and why. */
const unproven: Readonly<Record<string, readonly string[]>> = {
  // No public transcript has the lines that the pattern looks for.
  cisco_ios_ap: ['value wireless.utilization_2g', 'value wireless.utilization_5g'],
  // The recording has a radio whose noise is unknown, so that it is not taken from the other one.
  openwrt: ['value wireless.noise_2g'],
  // The agents of the walks have no ENTITY-MIB. Objects over SNMP and NETCONF are proved on snmpd and netconfd.
  snmp: ['value entPhysicalModelName', 'object snmpTargetAddr.'],
  ietf_netconf: ['object system.dns_server.'],
};

for (const [name, recording] of recordings) {
  test(`${name}: ${recording.device}`, async (t) => {
    const type = typeOf(name);
    const device = connect(name, recording, type);
    t.same(await device.read(), expectedValues(recording), 'values');
    const { writes, operations } = recording.expect;
    for (const [variable, value] of Object.entries(writes)) {
      if (value === null) throw new Error(`${variable}: null cannot be written`);
      await device.write(variable, value);
    }
    const after = await device.read();
    for (const [variable, value] of Object.entries(writes))
      t.equal(after[variable], String(value), `${variable} reads back`);
    for (const one of operations)
      t.ok(await device.operate(typeof one === 'string' ? { operation: one } : one));
    for (const { object, values } of recording.expect.objects) {
      const { add, remove } = device.objectOf(object, values);
      t.same([await add(), await add()], ['accepted', 'rejected'], `${object} is added once`);
      t.same([await remove(), await remove()], ['accepted', 'rejected'], `${object} is deleted`);
    }
    await checkBackup(t, device, recording.expect);
  });
}

test('every value, setting, operation, object and backup of a shipped type is in a recording', (t) => {
  t.same(faults, []);
  for (const type of types.values())
    t.same(
      unrecorded(type, recordingsOf(type.short_name)),
      unproven[type.short_name] ?? [],
      type.short_name,
    );
  t.end();
});

test('the guard names all that no recording has', (t) => {
  const type = typeOf('airos');
  const all = unrecorded(type, []);
  for (const name of ['value system.uptime', 'setting wireless.ssid', 'operation wifi_scan'])
    t.ok(all.includes(name), name);
  t.same(all.slice(-2), ['backup', 'restore']);
  t.same(unrecorded(typeOf('icmp'), []), []);
  t.end();
});

test('end', async () => {
  for (const adapter of adapters.values()) adapter.close?.();
  await replay.stop();
});

function recordingsOf(type: string): readonly Recording[] {
  return [...recordings].flatMap(([name, one]) => (name.startsWith(`${type}/`) ? [one] : []));
}

/** Returns what a type defines and none of its recordings has. A value that is null in all of them counts as missing. */
function unrecorded(
  { parameters, operations, objects = [], backup }: DeviceType,
  found: readonly Recording[],
): readonly string[] {
  const expected = found.map(({ expect }) => expect);
  const values = new Set(
    expected.flatMap((one) =>
      Object.entries(one.values).flatMap(([name, value]) => (value === null ? [] : [name])),
    ),
  );
  const writes = new Set(expected.flatMap((one) => Object.keys(one.writes)));
  const runs = new Set(
    expected.flatMap((one) =>
      one.operations.map((run) => (typeof run === 'string' ? run : run.operation)),
    ),
  );
  const changed = expected.flatMap((one) => one.objects.map(({ object }) => object));
  const missing: (string | false | undefined)[] = [
    ...parameters.map(({ variable_name: name }) => !values.has(name) && `value ${name}`),
    ...parameters.map(
      ({ variable_name: name, write }) =>
        write !== undefined && !writes.has(name) && `setting ${name}`,
    ),
    ...Object.entries(operations).map(
      ([code, { command, steps }]) =>
        (command ?? steps) !== undefined && !runs.has(code) && `operation ${code}`,
    ),
    ...objects.map(({ object }) => !changed.includes(object) && `object ${object}`),
    backup && expected.every((one) => one.configuration === undefined) && 'backup',
    backup?.restore && expected.every((one) => one.restore === undefined) && 'restore',
  ];
  return missing.filter((name) => typeof name === 'string');
}

function typeOf(name: string): DeviceType {
  const type = types.get(name.split('/', 1).join(''));
  if (type === undefined) throw new Error(`${name}: no such device type`);
  return type;
}

async function checkBackup(
  t: Test,
  device: ReturnType<typeof connect>,
  { configuration, masked, restore }: Recording['expect'],
): Promise<void> {
  if (configuration !== undefined) t.equal(await device.backUp(), configuration);
  if (masked !== undefined) t.equal(device.mask(configuration ?? ''), masked);
  if (restore === undefined) return;
  await device.restore(restore);
  t.equal(await device.backUp(), restore, 'the restored configuration reads back');
}

function connect(name: string, recording: Recording, type: DeviceType) {
  const adapter = adapters.get(recording.protocol);
  if (adapter === undefined) throw new Error(`no adapter ${recording.protocol}`);
  const given = { ...optionsOf(type, adapter.name) };
  const options = validateAgainst<object>(adapter.options, given, `${name}: options`);
  const target = replay.targetOf(name, recording, options);
  const context = { signal: AbortSignal.timeout(20_000), log: () => undefined };
  return {
    read: () => readValues({ adapter, target, type }),
    write: async (variable: string, value: string | number | boolean) => {
      const command = type.parameters.find((one) => one.variable_name === variable)?.write;
      if (command === undefined) throw new Error(`${variable} cannot be written`);
      const request = { variable, value, command, isSecret: false };
      const [outcome] = (await adapter.write?.(target, [request], context)) ?? [];
      if (outcome?.isAccepted !== true) throw outcome?.fault ?? new Error('not written');
    },
    backUp: async () => {
      const command = type.backup?.read;
      if (command === undefined) throw new Error(`${type.short_name} has no backup`);
      const requests = [{ variable: 'configuration', command }];
      const [reading] = (await adapter.read?.(target, requests, context)) ?? [];
      return reading?.value;
    },
    mask: (configuration: string) => type.backup && maskConfiguration(configuration, type.backup),
    restore: async (configuration: string) => {
      const command = type.backup?.restore;
      if (command === undefined) throw new Error(`${type.short_name} has no restore`);
      const request = { variable: 'configuration', value: configuration, command, isSecret: true };
      const [outcome] = (await adapter.write?.(target, [request], context)) ?? [];
      if (outcome?.isAccepted !== true) throw outcome?.fault ?? new Error('not restored');
    },
    objectOf: (object: string, values: CommandValues) => {
      const spec = type.objects?.find((one) => one.object === object);
      if (spec === undefined) throw new Error(`${type.short_name} has no object ${object}`);
      const instance = String(values[spec.key]);
      const change = async (action: 'add' | 'delete') => {
        const ofAction = action === 'add' ? values : { [spec.key]: instance };
        const request = {
          variable: object,
          action,
          instance,
          values: ofAction,
          command: spec.command,
          isRepeated: false,
        };
        const [outcome] = (await adapter.changeObjects?.(target, [request], context)) ?? [];
        return outcome?.isAccepted === true ? 'accepted' : outcome?.fault.kind;
      };
      return { add: () => change('add'), remove: () => change('delete') };
    },
    operate: (run: Operation) => operate({ adapter, target, type }, run),
  };
}

async function operate(device: Device, run: Operation): Promise<boolean> {
  const spec = device.type.operations[run.operation];
  if (spec === undefined) throw new Error(`no operation ${run.operation}`);
  const values = valuesForDevice(spec, checkParameters(spec, run.parameters ?? {}));
  if (spec.steps !== undefined) return runSteps(device, spec.steps, values);
  if (spec.command === undefined) throw new Error(`${run.operation} has no command`);
  const read = evidenceOf(device, spec);
  const before = await read();
  for (const check of spec.checks) await send(device, check, values);
  const result = await send(device, spec.command, values);
  if (run.output !== undefined && result?.output !== run.output)
    throw new Error(`${run.operation}: ${JSON.stringify(result?.output)}`);
  return isVerified(spec.verify, { before, after: await read(), values });
}

/** Runs the steps one after the other, without the pauses between them, and compares what each reads. */
async function runSteps(
  device: Device,
  steps: readonly OperationStep[],
  values: CommandValues,
): Promise<boolean> {
  const { adapter, target } = device;
  const run = async ({ name, command, read, value }: OperationStep) => {
    if (command !== undefined) await send(device, command, values);
    if (read === undefined) return;
    const requests = [{ variable: name, command: adapter.fillCommand?.(read, values) ?? read }];
    const context = { signal: AbortSignal.timeout(20_000), log: () => undefined };
    const [reading] = (await adapter.read?.(target, requests, context)) ?? [];
    if (String(reading?.value) !== value) throw new Error(`${name}: ${String(reading?.value)}`);
  };
  for (const step of steps) await run(step);
  return true;
}

function send(
  { adapter, target }: Device,
  command: Record<string, unknown>,
  values: CommandValues,
) {
  const context = { signal: AbortSignal.timeout(20_000), log: () => undefined };
  return adapter.operate?.(target, adapter.fillCommand?.(command, values) ?? command, context);
}

/** Returns what reads the value that an operation is verified by. */
function evidenceOf(device: Device, { verify }: OperationSpec): () => Promise<Value> {
  const variable = verify?.uptime ?? verify?.equals ?? verify?.reads_back;
  return async () =>
    variable === undefined ? null : (await readValues(device, [variable]))[variable];
}

interface Operation {
  readonly operation: string;
  readonly parameters?: CommandValues;
  readonly output?: string;
}

type Value = string | null | undefined;

function isVerified(
  verify: OperationSpec['verify'],
  { before, after, values }: { before: Value; after: Value; values: CommandValues },
): boolean {
  if (verify?.uptime !== undefined) return Number(after) < Number(before);
  const expected = verify?.reads_back === undefined ? verify?.value : values[verify.value ?? ''];
  return expected === undefined || after === String(expected);
}

interface Device {
  readonly adapter: Adapter;
  readonly target: Target<Record<string, unknown>>;
  readonly type: DeviceType;
}

async function readValues(
  { adapter, target, type }: Device,
  variables?: readonly string[],
): Promise<Record<string, string | null>> {
  const parameters = type.parameters.filter(
    ({ variable_name, protocol = type.connection.protocol }) =>
      protocol === adapter.name && variables?.includes(variable_name) !== false,
  );
  const requests = parameters.map(({ variable_name, read }) => ({
    variable: variable_name,
    command: read,
  }));
  const context = { signal: AbortSignal.timeout(20_000), log: () => undefined };
  const readings = (await adapter.read?.(target, requests, context)) ?? [];
  return Object.fromEntries(
    readings.map((reading, at) => {
      const { variable, value } = convertReading(reading, parameters[at]);
      return [variable, value === null ? null : String(value)];
    }),
  );
}

function expectedValues({ expect }: Recording): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(expect.values).map(([variable, value]) => [
      variable,
      value === null ? null : String(value),
    ]),
  );
}
