import type { GeneratedAlways } from 'kysely';
import { Type } from 'typebox';
import type { Reading, ReadRequest, VariableValue } from '../../contract/adapter.ts';
import {
  metricTypes,
  parameterTypes,
  type DeviceType,
  type ParameterSpec,
} from '../../device-type/device-type.ts';
import { acceptedValuesSchema } from '../../device-type/accepted-values.ts';
import { convertParameterValue } from '../../device-type/conversion/parameter-conversion.ts';
import { asFault, Fault } from '../../contract/errors.ts';
import { extension, id, nullable, name, text } from '../../contract/fields.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { resource, readOnlyResource } from '../../contract/resource.ts';
import { groupBy } from '../../runtime/group-by.ts';
import { createAdapterLog, type Connection } from './connection.ts';
import { parseDuration } from '../../runtime/duration.ts';
import { protocolError } from './device-status.ts';

/** Schema of any JSON value, stored as JSON text. (If booleans were listed, the text would be taken for a flag.) */
export const anyJson = (description: string) =>
  Type.Unsafe<unknown>({
    type: ['string', 'number', 'object', 'array', 'null'],
    description: `${description}; any JSON value`,
  });

/** SQL: 1 if a metric is computed from parameter `p`. */
export const isMetricParameter =
  'case when exists (select 1 from inventory_metric_parameter mp where mp.parameter = p.id) then 1 else 0 end';

/** SQL: orders parameters `p` by group, and within a group by their position in the type's file. */
export const parameterRank = 'coalesce(p."group", 0) * 100000 + p.position';

/** A value that can be read from the devices of a type, and set if it is writable; defined in the type's file. */
export const parameter = resource({
  name: 'inventory_parameter',
  relation: () => `
    select p.id, p.name, p.short_name, p.variable_name, p.description, p.value_type as type, p.options, p.accepts,
      case when p.value_type <> 'password' then p.default_value end as default_value, p.required,
      1 - p.writable as read_only, ${isMetricParameter} as metric,
      (select min(m.type) from inventory_metric_parameter mp join inventory_metric m on m.id = mp.metric
        where mp.parameter = p.id) as metric_type,
      p.unit, p.target_unit, p."group", g.name as group_name, 0 as discovery, p.position, p.type as device_type, p.experimental,
      ${parameterRank} as rank
    from inventory_parameter p left join inventory_group g on g.id = p."group"`,
  title: 'a parameter',
  plural: 'parameters',
  schema: Type.Object({
    id: id(),
    name: name(),
    short_name: text(),
    variable_name: text(),
    description: text(),
    type: Type.Enum([...parameterTypes]),
    options: nullable(
      Type.Array(Type.Object({ value: Type.String(), label: Type.String() }), {
        description: 'choices of a select',
      }),
    ),
    accepts: extension(nullable(acceptedValuesSchema)),
    default_value: anyJson('value of a setting that a replacing list leaves out'),
    required: Type.Boolean(),
    read_only: Type.Boolean({
      description: 'true: the value is read from the device and cannot be set',
    }),
    metric: Type.Boolean({ description: 'true: a metric is computed from the value' }),
    metric_type: Type.Unsafe<(typeof metricTypes)[number] | null>({
      type: ['string', 'null'],
      enum: [...metricTypes, null],
    }),
    unit: nullable(text({ description: 'unit of the value as the device returns it' })),
    target_unit: nullable(
      text({
        'x-extension': true,
        description: 'unit that values are converted to and shown in; null: they have `unit`',
      }),
    ),
    group: nullable(Type.Integer()),
    group_name: nullable(text()),
    discovery: Type.Boolean(),
    position: Type.Integer(),
    device_type: Type.Integer({ 'x-extension': true, description: 'id of the inventory_type' }),
    experimental: Type.Boolean({
      'x-extension': true,
      description: 'true: no recording, public transcript or device proves the parameter',
    }),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'shared',
  filters: { group: { column: 'group', operator: '=', schema: Type.Integer() } },
  lookups: ['id', 'name', 'short_name', 'variable_name', 'type', 'device_type'],
  computed: ['read_only', 'metric', 'metric_type', 'group_name', 'discovery', 'device_type'],
  columns: {
    /** Id of the inventory_type. */
    type: Type.Integer(),
    value_type: text(),
    writable: Type.Boolean(),
  },
  databaseDefaults: ['description', 'required', 'writable', 'experimental'],
  order: { column: 'rank', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    inventory_parameter: TableOf<typeof parameter>;
    /** Heading of a list of parameters. */
    inventory_group: { id: GeneratedAlways<number>; name: string };
  }
}

/**
 * Reads parameters of a device.
 *
 * @param request.variables  variable names, or null for all that the type can read
 * @returns                  a reading for each, converted to the type of its parameter
 * @throws Fault if the device as a whole does not answer
 */
export async function readParameters(
  gateway: Gateway,
  connection: Connection,
  request: { readonly variables: readonly string[] | null; readonly signal: AbortSignal },
): Promise<readonly Reading[]> {
  const groups = readPlanOf(connection.type, request.variables);
  const read = (group: ProtocolRead) =>
    readByProtocol(gateway, connection, { ...group, signal: request.signal });
  const [only, second] = groups;
  if (only === undefined) return [];
  if (second === undefined) return read(only);
  return mergeReadings(connection, groups, await Promise.allSettled(groups.map(read)));
}

/** The parameters that one protocol reads, with what its adapter is asked for. */
interface ProtocolRead {
  readonly protocol: string;
  readonly specs: ReadonlyMap<string, ParameterSpec>;
  readonly requests: readonly ReadRequest<ParameterSpec['read']>[];
}

/** Read plans by list of variables: each poll of a type has the same list. */
const readPlans = new WeakMap<
  readonly string[],
  { readonly type: DeviceType; readonly groups: readonly ProtocolRead[] }
>();

function readPlanOf(
  type: DeviceType,
  variables: readonly string[] | null,
): readonly ProtocolRead[] {
  const known = variables && readPlans.get(variables);
  if (known?.type === type) return known.groups;
  const groups = createReadPlan(type, variables);
  if (variables) readPlans.set(variables, { type, groups });
  return groups;
}

function createReadPlan(
  type: DeviceType,
  variables: readonly string[] | null,
): readonly ProtocolRead[] {
  const selected = type.parameters.filter(
    ({ variable_name }) => variables?.includes(variable_name) ?? true,
  );
  const groups = groupBy(selected, ({ protocol }) => protocol ?? type.connection.protocol);
  return [...groups].map(([protocol, specs]) => ({
    protocol,
    specs: new Map(specs.map((spec) => [spec.variable_name, spec])),
    requests: specs.map(({ variable_name, read }) => ({ variable: variable_name, command: read })),
  }));
}

async function readByProtocol(
  gateway: Gateway,
  connection: Connection,
  { protocol, specs, requests, signal }: ProtocolRead & { readonly signal: AbortSignal },
): Promise<readonly Reading[]> {
  const { adapter, target } = connection.serviceOf(protocol);
  if (!adapter.read) throw new Fault('unsupported', `adapter ${adapter.name} cannot read`);
  const log = createAdapterLog(gateway, connection);
  const readings = await adapter.read(target, requests, { signal, log });
  return readings.map((reading) => convertReading(reading, specs.get(reading.variable)));
}

/**
 * Returns what several protocols have read. Of a protocol that did not answer, each reading has its fault.
 *
 * @throws Fault of the first protocol if all are silent
 */
function mergeReadings(
  connection: Connection,
  groups: readonly ProtocolRead[],
  results: readonly PromiseSettledResult<readonly Reading[]>[],
): readonly Reading[] {
  const hasAnswer = results.some(({ status }) => status === 'fulfilled');
  return groups.flatMap(({ protocol, requests }, at): readonly Reading[] => {
    const result = results[at];
    if (result?.status === 'fulfilled') {
      connection.silent.delete(protocol);
      return result.value;
    }
    const fault = asFault(result?.reason);
    if (!hasAnswer || fault === null) throw result?.reason;
    connection.silent.set(protocol, fault);
    const text = protocolError(protocol, fault);
    return requests.map(({ variable }) => ({ variable, value: null, fault: text }));
  });
}

/** Limits of a value of a device, in characters: a number of a megabyte takes seconds to convert. */
const maxValueLength = 65_536;
const maxIntegerLength = 40;

/**
 * Converts a reading to the type of its parameter, then as its `target_unit` and `expression` say; a value that does not
 * match becomes a fault.
 */
export function convertReading(reading: Reading, spec: ParameterSpec | undefined): Reading {
  if (!spec) return reading;
  const limited = limitReading(reading);
  if (limited.value === null) return limited;
  const value = convertValue(durationIn(limited.value, spec), spec.type);
  if (Object.is(value, limited.value)) return convertParameterValue(limited, spec);
  if (value !== null) return convertParameterValue({ ...limited, value }, spec);
  return {
    variable: reading.variable,
    value: null,
    fault: `expected ${spec.type}, the device returned ${JSON.stringify(String(limited.value).slice(0, 80))}`,
  };
}

/** Returns a reading; one whose value is too long becomes a fault. */
export function limitReading(reading: Reading): Reading {
  if (typeof reading.value === 'number') return reading;
  const { length } = String(reading.value);
  if (length <= maxValueLength) return reading;
  return {
    variable: reading.variable,
    value: null,
    fault: `expected at most ${maxValueLength} characters, the device returned ${length}`,
  };
}

/** Returns the seconds of a duration in words, where the unit of a number is the second; any other value as it is. */
function durationIn(value: VariableValue, { type, unit }: ParameterSpec): VariableValue {
  const isNumber = type === 'integer' || type === 'float';
  if (typeof value !== 'string' || unit !== 's' || !isNumber) return value;
  return /^[\d.+-]*$/.test(value.trim()) ? value : (parseDuration(value.trim()) ?? value);
}

function convertValue(value: VariableValue, type: ParameterSpec['type']): VariableValue | null {
  return convertNumber(value, type) ?? convertText(String(value).trim(), type);
}

/** Converts a number to the type of a number, as it would be converted as a text; null: another value or type. */
function convertNumber(value: VariableValue, type: ParameterSpec['type']): number | null {
  if (type !== 'integer' && type !== 'float') return null;
  const number = typeof value === 'bigint' || typeof value === 'number' ? Number(value) : NaN;
  return Number.isSafeInteger(number) ? withoutSignOfZero(number) : null;
}

/** Returns 0 for negative zero, which some devices return for a small negative value. */
function withoutSignOfZero(number: number): number {
  return number + 0;
}

function convertText(text: string, type: ParameterSpec['type']): VariableValue | null {
  if (type === 'integer')
    return text.length <= maxIntegerLength && /^[+-]?\d+$/.test(text)
      ? numberOrBigint(BigInt(text))
      : null;
  if (type === 'float')
    return text !== '' && Number.isFinite(Number(text)) ? withoutSignOfZero(Number(text)) : null;
  if (type === 'boolean')
    return /^(true|false|1|0|yes|no|on|off|up|down)$/i.test(text)
      ? /^(true|1|yes|on|up)$/i.test(text)
      : null;
  return text;
}

function numberOrBigint(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
