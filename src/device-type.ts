import { Type, type Static } from 'typebox';
import { keysOf } from './fields.ts';

/*
 * Schema of config/device-types/*.yaml. `command` and `options` are any object here: they are checked against the
 * schemas of the adapter that the type names.
 */

const closed = { additionalProperties: false };
const label = (description: string) => Type.String({ minLength: 1, maxLength: 255, description });
const slug = (description: string) =>
  Type.String({ pattern: '^[a-z][a-z0-9_]{0,49}$', description });
const command = Type.Record(Type.String(), Type.Unknown(), {
  description: "a command in the adapter's schema",
});

/** Verification of a restart: afterwards the uptime of the device is shorter than the time since the command. */
const verify = Type.Object(
  {
    uptime: Type.String({
      description: 'variable_name of a parameter that counts up from the start of the device',
    }),
    per_second: Type.Number({
      exclusiveMinimum: 0,
      default: 1,
      description: 'how fast it counts: 100 for hundredths of a second',
    }),
    within: Type.Integer({
      minimum: 1,
      maximum: 3600,
      description: 'seconds that the device has to restart and answer',
    }),
  },
  closed,
);

const operation = Type.Object(
  {
    command: Type.Optional(command),
    timeout: Type.Integer({
      minimum: 1,
      maximum: 3600,
      default: 30,
      description: 'time limit of the command in seconds',
    }),
    verify: Type.Optional(verify),
  },
  closed,
);

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

const experimental = Type.Boolean({
  default: false,
  description: 'true: proved by no recording, public transcript or device',
});

const option = Type.Object(
  { value: Type.String({ maxLength: 255 }), label: label('shown to people') },
  closed,
);

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
        description: 'device field that takes the value; a serial number only where it has none',
      }),
    ),
    unit: Type.Optional(label('unit of the value')),
    group: Type.Optional(label('heading under which it is shown')),
    read: command,
    write: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          "makes the parameter a setting: a command in the adapter's schema, with {{ value }} for the value",
      }),
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

const operations = {
  reboot: operation,
  factory_reset: operation,
  device_factory_reset: operation,
  sync: operation,
  reconfigure: operation,
};

/** Codes of the operations that a device type may define. */
export const operationCodes = keysOf(operations);

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
    poll_interval: Type.Integer({
      minimum: 1,
      maximum: 86_400,
      default: 60,
      description: 'seconds between two polls of the metrics',
    }),
    operations: Type.Partial(Type.Object(operations, closed), { ...closed, default: {} }),
    parameters: Type.Array(parameter, { default: [] }),
    metrics: Type.Array(metric, { default: [] }),
  },
  closed,
);

export type DeviceType = Static<typeof deviceTypeSchema>;
export type OperationCode = (typeof operationCodes)[number];
export type OperationSpec = Static<typeof operation>;
export type ParameterSpec = Static<typeof parameter>;
export type MetricSpec = Static<typeof metric>;
