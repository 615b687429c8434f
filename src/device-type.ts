import { Type, type Static } from 'typebox';

/*
 * How a device type is written in config/device-types/*.yaml. `command` and `options` are left open here: they are
 * checked against the schemas of the adapter that the type names.
 */

const closed = { additionalProperties: false };
const words = (description: string) => Type.String({ minLength: 1, maxLength: 255, description });
const slug = (description: string) =>
  Type.String({ pattern: '^[a-z][a-z0-9_]{0,49}$', description });
const command = Type.Record(Type.String(), Type.Unknown(), {
  description: "one command, as the adapter's schema says",
});

/** What makes a restart believable: afterwards the device has been up for less time than has passed since the command. */
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
      description: 'seconds until the device must have shown it',
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
      description: 'seconds that the command may take',
    }),
    verify: Type.Optional(verify),
  },
  closed,
);

const option = Type.Object(
  { value: Type.String({ maxLength: 255 }), label: words('shown to people') },
  closed,
);

const parameter = Type.Object(
  {
    name: words('shown to people'),
    variable_name: words('unique within the type'),
    short_name: slug('where space is short'),
    description: Type.String({ maxLength: 4000, default: '' }),
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
    options: Type.Optional(
      Type.Array(option, { minItems: 1, description: 'what a select may be' }),
    ),
    default: Type.Optional(
      Type.Unknown({ description: 'what a setting returns to where it is no longer given' }),
    ),
    required: Type.Boolean({ default: false, description: 'a setting of it may not be null' }),
    writable: Type.Boolean({
      default: false,
      description: 'true: it is configuration, and may be set',
    }),
    describes: Type.Optional(
      Type.Enum(['hardware_version', 'software_version', 'mac_address'], {
        description: 'field of the device that it tells',
      }),
    ),
    unit: Type.Optional(words('unit of the value')),
    group: Type.Optional(words('heading under which it is shown')),
    read: command,
  },
  closed,
);

const metric = Type.Object(
  {
    name: words('unique within the type'),
    description: Type.String({ maxLength: 4000, default: '' }),
    parameter: Type.String({
      description: 'variable_name of the parameter that it is computed from',
    }),
    type: Type.Enum(['a', 'c', 'd'], {
      description: 'a: the value; c: its rate per second; d: its difference',
    }),
    unit: Type.Optional(words('unit of the result')),
    scale: Type.Number({
      exclusiveMinimum: 0,
      default: 1,
      description: "what the parameter's unit is in the result's: 0.01 for hundredths",
    }),
  },
  closed,
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
    short_name: slug("the file's name, and what `type` of a device may say"),
    name: words('shown to people'),
    description: Type.String({ default: '' }),
    connection,
    /** Seconds between two polls of the metrics. */
    poll_interval: Type.Integer({ minimum: 1, maximum: 86_400, default: 60 }),
    operations: Type.Partial(
      Type.Object(
        {
          reboot: operation,
          factory_reset: operation,
          device_factory_reset: operation,
          sync: operation,
          reconfigure: operation,
        },
        closed,
      ),
      { ...closed, default: {} },
    ),
    parameters: Type.Array(parameter, { default: [] }),
    metrics: Type.Array(metric, { default: [] }),
  },
  closed,
);

export type DeviceType = Static<typeof deviceTypeSchema>;
export type OperationCode = keyof DeviceType['operations'];
export type OperationSpec = Static<typeof operation>;
export type ParameterSpec = Static<typeof parameter>;
export type MetricSpec = Static<typeof metric>;
