import { Type, type Static } from 'typebox';
import { identityRule } from '../contract/adapter.ts';
import { acceptedValuesSchema } from './accepted-values.ts';
import { deviceDiagnosticsSchema } from './device-diagnostic.ts';
import {
  commandSchema as command,
  experimentalSchema as experimental,
  labelSchema as label,
  operationSchema as operation,
  protocolSchema as protocol,
  slugPattern,
  type OperationSpec,
} from './device-operation.ts';

/*
 * Schema of config/device-types/*.yaml. `command` and `options` are any object here: they are checked against the
 * schemas of the adapter that the type names.
 */

const closed = { additionalProperties: false };
const slug = (description: string) => Type.String({ pattern: slugPattern, description });

export const parameterTypes = [
  'string',
  'text',
  'integer',
  'float',
  'boolean',
  'select',
  'date',
  'datetime',
  'password',
] as const;

/** Metric types: absolute, counter (rate per second) and delta. */
export const metricTypes = ['a', 'c', 'd'] as const;

const option = Type.Object(
  { value: Type.String({ maxLength: 255 }), label: label('shown to people') },
  closed,
);

/** What a neighbor of a device is known by. */
const neighborKinds = ['name', 'mac_address', 'ip_address'] as const;
export type NeighborKind = (typeof neighborKinds)[number];

const parameter = Type.Object(
  {
    name: label('shown to people'),
    variable_name: label('unique within the type'),
    short_name: slug('where space is short'),
    description: Type.String({ maxLength: 4000, default: '' }),
    type: Type.Enum([...parameterTypes]),
    options: Type.Optional(Type.Array(option, { minItems: 1, description: 'choices of a select' })),
    default: Type.Optional(
      Type.Unknown({ description: 'value of a setting that a replacing list leaves out' }),
    ),
    required: Type.Boolean({ default: false, description: 'true: a setting may not be null' }),
    describes: Type.Optional(
      Type.Enum(['hardware_version', 'software_version', 'mac_address', 'serial_number'], {
        description:
          'device field that takes the value; a serial number only if that field is empty',
      }),
    ),
    neighbors: Type.Optional(
      Type.Enum([...neighborKinds], {
        description:
          'the value lists what the device sees on its ports by LLDP or CDP, one in each line or as rows by index',
      }),
    ),
    unit: Type.Optional(label('unit of the value')),
    target_unit: Type.Optional(
      label('unit that the value of the device is converted to before anything else sees it'),
    ),
    expression: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description:
          'makes a number of the value after its unit was converted: Common Expression Language with value, parameter_name and variable_name',
      }),
    ),
    group: Type.Optional(label('heading in the list of parameters')),
    protocol: protocol(),
    read: command,
    write: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          "makes the parameter a setting: a command in the adapter's schema, with {{ value }} for the value",
      }),
    ),
    accepts: Type.Optional(acceptedValuesSchema),
    effect: Type.Optional(
      label(
        'variable with a line for each value that is in effect, such as the SSIDs on air; a written value must be there if the former one was',
      ),
    ),
    within: Type.Integer({
      minimum: 0,
      maximum: 300,
      default: 0,
      description: 'seconds that the device has to report a written value',
    }),
    experimental,
  },
  closed,
);

/** An object that devices have instances of, which are added and deleted by headless operations. */
const object = Type.Object(
  {
    name: label('shown to people'),
    object: Type.String({
      pattern: '^[^\\s\\[\\]]+\\.$',
      maxLength: 150,
      description: 'its path in the API, ending with a dot',
    }),
    key: slug('field that is the instance in the path of `del.obj`'),
    fields: Type.Record(
      Type.String({ pattern: '^[a-z][a-z0-9_]{0,49}$' }),
      Type.Object(
        {
          type: Type.Enum(['string', 'integer', 'boolean']),
          required: Type.Boolean({ default: false, description: 'true: `add.obj` needs a value' }),
          default: Type.Optional(
            Type.Unsafe<string | number | boolean>({
              type: ['string', 'number', 'boolean'],
              description: 'value of an `add.obj` without one',
            }),
          ),
          pattern: Type.Optional(
            Type.String({ description: 'regular expression of the whole text of a value' }),
          ),
        },
        closed,
      ),
      { ...closed, description: 'values of an instance by name' },
    ),
    command: Type.Record(Type.String(), Type.Unknown(), {
      description: "how an instance is added and deleted, in the adapter's schema",
    }),
  },
  closed,
);

const metric = Type.Object(
  {
    name: label('unique within the type'),
    description: Type.String({ maxLength: 4000, default: '' }),
    parameter: Type.String({
      description: 'variable_name of the source parameter',
    }),
    type: Type.Enum([...metricTypes], {
      description: 'a: the value; c: its rate per second; d: its difference',
    }),
    unit: Type.Optional(label('unit of the result')),
    scale: Type.Number({
      exclusiveMinimum: 0,
      default: 1,
      description: "factor from the parameter's unit to the result's: 0.01 for hundredths",
    }),
  },
  closed,
);

/** Codes of the published operations. A type may define others. */
export const publishedOperations = [
  'reboot',
  'factory_reset',
  'device_factory_reset',
  'sync',
  'reconfigure',
] as const;

const pattern = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), {
    maxItems: 50,
    default: [],
    description: `regular expressions, multiline; ${description}`,
  });

/** The commands that read the configuration of a device as a text, and write it back. */
const backup = Type.Object(
  {
    read: command,
    timeout: Type.Integer({
      minimum: 1,
      maximum: 3600,
      default: 60,
      description: 'time limit of reading and of writing in seconds',
    }),
    every: Type.Integer({
      minimum: 0,
      maximum: 31_536_000,
      default: 86_400,
      description: 'seconds between two backups; 0: only when a caller asks for one',
    }),
    secrets: pattern('their groups, or without groups the whole match, are shown as ***'),
    volatile: pattern('text that they match is left out when versions are compared'),
    restore: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          "a command in the adapter's schema, with {{ value }} for the configuration that it writes",
      }),
    ),
  },
  closed,
);

/** The command that reads which IP addresses a device has leased by DHCP, and to whom. */
const leases = Type.Object(
  {
    read: command,
  },
  {
    ...closed,
    description:
      'a command whose value has a lease in each line: the MAC address and the IP address, in any order. The portal asks for them when guests log in, and stores none',
  },
);

const connection = Type.Object(
  {
    protocol: Type.String({ description: "an adapter's name" }),
    options: Type.Record(Type.String(), Type.Unknown(), { default: {} }),
  },
  closed,
);

export const deviceTypeSchema = Type.Object(
  {
    short_name: slug("the file's name, accepted as `type` of a device"),
    name: label('shown to people'),
    description: Type.String({ default: '' }),
    experimental,
    connection,
    collection: Type.Optional({
      ...connection,
      description: 'a second protocol, for the parameters and operations that name it',
    }),
    detect: Type.Optional(
      Type.Array(identityRule, {
        maxItems: 20,
        description: 'how a discovery finds the type; one of them is enough',
      }),
    ),
    poll_interval: Type.Integer({
      minimum: 1,
      maximum: 86_400,
      default: 60,
      description: 'seconds between two polls of the metrics',
    }),
    operations: Type.Record(Type.String({ pattern: slugPattern }), operation, {
      ...closed,
      default: {},
    }),
    backup: Type.Optional(backup),
    leases: Type.Optional(leases),
    diagnostics: deviceDiagnosticsSchema,
    parameters: Type.Array(parameter, { default: [] }),
    raw: Type.Optional(
      Type.Boolean({
        description:
          'true: a headless get may name paths of the protocol itself, such as an object identifier',
      }),
    ),
    objects: Type.Optional(Type.Array(object)),
    metrics: Type.Array(metric, { default: [] }),
  },
  closed,
);

export type DeviceType = Static<typeof deviceTypeSchema>;
export type BackupSpec = Static<typeof backup>;
export type ParameterSpec = Static<typeof parameter>;
export type ObjectSpec = Static<typeof object>;
export type MetricSpec = Static<typeof metric>;

/** The operation of a type with settings that needs no definition: it writes all desired values. */
const implicitReconfigure: OperationSpec = {
  parameters: {},
  checks: [],
  timeout: 60,
  experimental: false,
};

/** Returns the protocols of a type, the protocol of its connection first. */
export function protocolsOf({ connection, collection }: DeviceType): readonly string[] {
  return collection === undefined
    ? [connection.protocol]
    : [connection.protocol, collection.protocol];
}

/** Returns the options that a type has for one of its protocols. */
export function optionsOf(
  { connection, collection }: DeviceType,
  protocol: string,
): Readonly<Record<string, unknown>> {
  const found = connection.protocol === protocol ? connection : collection;
  return found?.protocol === protocol ? found.options : {};
}

/** Returns the operations of a type by code, the published ones first. */
export function operationsOf(type: DeviceType): ReadonlyMap<string, OperationSpec> {
  const hasSettings = type.parameters.some(({ write }) => write !== undefined);
  const all: Readonly<Record<string, OperationSpec>> = {
    ...(hasSettings && { reconfigure: implicitReconfigure }),
    ...type.operations,
  };
  const codes = new Set<string>([...publishedOperations, ...Object.keys(all)]);
  return new Map(
    [...codes].flatMap((code) => {
      const spec = all[code];
      return spec ? [[code, spec] as const] : [];
    }),
  );
}
