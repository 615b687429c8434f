import { test } from 'tap';
import type { Adapter, CommandValues, Target } from '../../src/adapter.ts';
import { loadAdapters, loadDeviceTypes } from '../../src/adapter-loader.ts';
import type { DeviceType } from '../../src/device-type.ts';
import { convertReading } from '../../src/inventory/device/parameter.ts';
import {
  checkParameters,
  valuesForDevice,
} from '../../src/inventory/operation/operation-parameters.ts';
import type { OperationSpec } from '../../src/operation/device-operation.ts';
import type { Recording } from '../../src/record/recording.ts';
import { validateAgainst } from '../../src/schema.ts';
import { readRecordings } from '../peers/replay/recordings.ts';
import { startReplay } from '../peers/replay/replay.ts';

/*
 * Every file of fixtures/device-types/TYPE is a test: its device is replayed by a server of its protocol, and the type reads,
 * writes and restarts it.
 */

const adapters = await loadAdapters(new URL('../../adapters/', import.meta.url));
const { types, faults } = await loadDeviceTypes(
  [new URL('../../../config/device-types/', import.meta.url)],
  adapters,
);
const recordings = readRecordings();
const replay = await startReplay();

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
    const { configuration } = recording.expect;
    if (configuration !== undefined) t.equal(await device.backUp(), configuration);
  });
}

test('every shipped type that reads has a recording', (t) => {
  t.same(faults, []);
  const recorded = new Set([...recordings.keys()].map((name) => name.split('/')[0]));
  const without = [...types.values()].filter(
    ({ short_name, parameters, experimental }) =>
      parameters.length > 0 && !experimental && !recorded.has(short_name),
  );
  t.same(
    without.map(({ short_name }) => short_name),
    [],
  );
  t.end();
});

test('end', async () => {
  for (const adapter of adapters.values()) adapter.close?.();
  await replay.stop();
});

function typeOf(name: string): DeviceType {
  const type = types.get(name.split('/', 1).join(''));
  if (type === undefined) throw new Error(`${name}: no such device type`);
  return type;
}

function connect(name: string, recording: Recording, type: DeviceType) {
  const adapter = adapters.get(recording.protocol);
  if (adapter === undefined) throw new Error(`no adapter ${recording.protocol}`);
  const options = validateAgainst<object>(
    adapter.options,
    { ...type.connection.options },
    `${name}: options`,
  );
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
    operate: (run: Operation) => operate({ adapter, target, type }, run),
  };
}

async function operate(device: Device, run: Operation): Promise<boolean> {
  const spec = device.type.operations[run.operation];
  if (spec?.command === undefined) throw new Error(`no operation ${run.operation}`);
  const values = valuesForDevice(spec, checkParameters(spec, run.parameters ?? {}));
  const read = evidenceOf(device, spec);
  const before = await read();
  for (const check of spec.checks) await send(device, check, values);
  const result = await send(device, spec.command, values);
  if (run.output !== undefined && result?.output !== run.output)
    throw new Error(`${run.operation}: ${JSON.stringify(result?.output)}`);
  return isVerified(spec.verify, { before, after: await read(), values });
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
