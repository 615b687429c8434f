import type { GeneratedAlways } from 'kysely';
import { Type } from 'typebox';
import type { Reading, VariableValue } from '../../adapter.ts';
import type { ParameterSpec } from '../../device-type.ts';
import { Fault } from '../../errors.ts';
import { id, nullable, name, text } from '../../fields.ts';
import type { Gateway } from '../../gateway.ts';
import { resource, readOnlyResource } from '../../resource.ts';
import type { Connection } from './connection.ts';
import { anyJson, isMetricParameter, parameterRank } from '../setting/setting.ts';

/** What can be read of the devices of a type, and which of it can be set. Written down in the type's file. */
export const parameter = resource({
  name: 'inventory_parameter',
  relation: () => `
    select p.id, p.name, p.short_name, p.variable_name, p.description, p.value_type as type, p.options,
      case when p.value_type <> 'password' then p.default_value end as default_value, p.required,
      1 - p.writable as read_only, ${isMetricParameter} as metric,
      (select min(m.type) from inventory_metric_parameter mp join inventory_metric m on m.id = mp.metric
        where mp.parameter = p.id) as metric_type,
      p.unit, p."group", g.name as group_name, 0 as discovery, p.position, p.type as device_type,
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
    type: Type.Enum([
      'string',
      'text',
      'integer',
      'float',
      'boolean',
      'select',
      'date',
      'datetime',
      'password',
    ]),
    options: nullable(
      Type.Array(Type.Object({ value: Type.String(), label: Type.String() }), {
        description: 'of a select',
      }),
    ),
    default_value: anyJson('what a setting returns to where it is no longer given'),
    required: Type.Boolean(),
    read_only: Type.Boolean({ description: 'true: it is read from the device, and cannot be set' }),
    metric: Type.Boolean({ description: 'true: a metric is computed from it' }),
    metric_type: Type.Unsafe<'a' | 'c' | 'd' | null>({
      type: ['string', 'null'],
      enum: ['a', 'c', 'd', null],
    }),
    unit: nullable(text()),
    group: nullable(Type.Integer()),
    group_name: nullable(text()),
    discovery: Type.Boolean(),
    position: Type.Integer(),
    device_type: Type.Integer({ description: 'id of the inventory_type that has it' }),
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
  databaseDefaults: ['description', 'required', 'writable'],
  order: { column: 'rank', direction: 'asc' },
  paging: 'offset',
});

declare module '../../tables.ts' {
  interface Tables {
    inventory_parameter: TableOf<typeof parameter>;
    /** A heading under which parameters are listed. */
    inventory_group: { id: GeneratedAlways<number>; name: string };
  }
}

/**
 * Reads parameters of a device, in the words of its type.
 *
 * @param asked.variables  variable names, or null for all that the type can read
 * @returns                a reading for each, typed as the parameter says
 * @throws Fault where the device as a whole does not answer
 */
export async function readParameters(
  gateway: Gateway,
  { adapter, target, type, device }: Connection,
  asked: { readonly variables: readonly string[] | null; readonly signal: AbortSignal },
): Promise<readonly Reading[]> {
  if (!adapter.read) throw new Fault('unsupported', `${adapter.name} cannot read`);
  const wanted = type.parameters.filter(
    ({ variable_name }) => asked.variables?.includes(variable_name) ?? true,
  );
  if (wanted.length === 0) return [];
  const questions = wanted.map(({ variable_name, read }) => ({
    variable: variable_name,
    command: read,
  }));
  const log = (message: string, fields: Readonly<Record<string, unknown>> = {}) => {
    gateway.log.debug({ device: device.id, ...fields }, message);
  };
  const readings = await adapter.read(target, questions, { signal: asked.signal, log });
  const specs = new Map(wanted.map((spec) => [spec.variable_name, spec]));
  return readings.map((reading) => typed(reading, specs.get(reading.variable)));
}

/** A reading as the parameter's type says; what does not fit it is no value. */
function typed(reading: Reading, spec: ParameterSpec | undefined): Reading {
  if (reading.value === null || !spec) return reading;
  const value = convert(reading.value, spec.type);
  if (value !== null) return { variable: reading.variable, value };
  return {
    variable: reading.variable,
    value: null,
    fault: `expected ${spec.type}, the device said ${JSON.stringify(String(reading.value).slice(0, 80))}`,
  };
}

function convert(value: VariableValue, type: ParameterSpec['type']): VariableValue | null {
  const text = String(value).trim();
  if (type === 'integer') return /^[+-]?\d+$/.test(text) ? exact(BigInt(text)) : null;
  if (type === 'float') return text !== '' && Number.isFinite(Number(text)) ? Number(text) : null;
  if (type === 'boolean')
    return /^(true|false|1|0|yes|no|on|off|up|down)$/i.test(text)
      ? /^(true|1|yes|on|up)$/i.test(text)
      : null;
  return text;
}

function exact(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
