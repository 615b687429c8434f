import { Type, type Static } from 'typebox';
import { macNotations } from '../contract/fields.ts';

/* Schema of the operations of config/device-types/*.yaml. */

const closed = { additionalProperties: false };

/** Pattern of a short name. */
export const slugPattern = '^[a-z][a-z0-9_]{0,49}$';

/** Schema of a text that is shown to people. */
export const labelSchema = (description: string) =>
  Type.String({ minLength: 1, maxLength: 255, description });

/** Schema of a command: any object here, checked against the schema of the adapter that the type names. */
export const commandSchema = Type.Record(Type.String(), Type.Unknown(), {
  description: "a command in the adapter's schema",
});

const variable = (description: string) =>
  Type.String({ description: `variable_name of a parameter that ${description}` });

/** Evidence that an operation has had its effect: exactly one of `uptime`, `equals` and `reads_back`. */
const verify = Type.Object(
  {
    uptime: Type.Optional(
      variable('counts up from the start of the device: the device has restarted'),
    ),
    per_second: Type.Number({
      exclusiveMinimum: 0,
      default: 1,
      description: 'how fast it counts: 100 for hundredths of a second',
    }),
    equals: Type.Optional(variable('afterwards has the text of `value`')),
    reads_back: Type.Optional(
      variable("afterwards has the value of the operation's parameter that `value` names"),
    ),
    value: Type.Optional(Type.String({ maxLength: 255 })),
    within: Type.Integer({
      minimum: 1,
      maximum: 3600,
      description: 'seconds that the device has to show it',
    }),
  },
  closed,
);

/** A value that a request gives to an operation; it enters the commands by `{{ name }}`. */
const operationParameter = Type.Object(
  {
    type: Type.Enum(['string', 'integer', 'boolean', 'mac'], { default: 'string' }),
    description: Type.String({ maxLength: 4000, default: '' }),
    options: Type.Optional(
      Type.Array(Type.String({ maxLength: 255 }), { minItems: 1, description: 'possible values' }),
    ),
    pattern: Type.Optional(Type.String({ description: 'regular expression of the whole text' })),
    notation: Type.Optional(
      Type.Enum([...macNotations], {
        description: 'mac: how the device writes an address; AA:BB:CC:DD:EE:FF if not set',
      }),
    ),
    minimum: Type.Optional(Type.Integer()),
    maximum: Type.Optional(Type.Integer()),
    image: Type.Optional(
      Type.Enum(['url', 'sha256', 'md5', 'version'], {
        description: 'field of the firmware_image of the device: the value if the request omits it',
      }),
    ),
    default: Type.Optional(
      Type.Union([Type.String({ maxLength: 255 }), Type.Integer(), Type.Boolean()], {
        description: 'value if the request omits it; without a default the parameter is required',
      }),
    ),
  },
  closed,
);

/** Maximum pause between two steps. */
export const maxPauseSeconds = 3600;

/** A step of an operation of several. */
const step = Type.Object(
  {
    name: labelSchema('in results and errors, such as `off`'),
    command: Type.Optional(commandSchema),
    read: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          "a command in the adapter's schema that reads the effect of the step; without `command`, a condition to wait for",
      }),
    ),
    value: Type.Optional(
      Type.String({ maxLength: 255, description: 'text that `read` must return' }),
    ),
    within: Type.Integer({
      minimum: 0,
      maximum: 3600,
      default: 10,
      description: 'seconds that the device has to show it',
    }),
    pause: Type.Optional(
      Type.Union(
        [
          Type.Integer({ minimum: 1, maximum: maxPauseSeconds }),
          Type.String({ pattern: '^\\{\\{ \\w+ \\}\\}$' }),
        ],
        {
          description:
            'seconds before the next step, or `{{ name }}` of a parameter of the operation: an integer with a minimum of 0 or more and a maximum of 3600 or less',
        },
      ),
    ),
    restores: Type.Boolean({
      default: false,
      description: 'true: it is made even if a step before it has failed',
    }),
    once: Type.Optional(
      Type.Boolean({
        description:
          'true: its command restarts or resets the device, so it is sent at most once; default: whether `command` has `expect_disconnect`',
      }),
    ),
  },
  closed,
);

/** Schema of the protocol of a command. */
export const protocolSchema = () =>
  Type.Optional(
    Type.String({
      description: 'protocol of the commands: the protocol of `connection` or of `collection`',
    }),
  );

/** Schema of whether something is experimental. */
export const experimentalSchema = Type.Boolean({
  default: false,
  description: 'true: proved by no recording, public transcript or device',
});

/** Schema of an operation of a device type. */
export const operationSchema = Type.Object(
  {
    label: Type.Optional(labelSchema('shown to people')),
    parameters: Type.Record(Type.String({ pattern: slugPattern }), operationParameter, {
      ...closed,
      default: {},
    }),
    checks: Type.Array(commandSchema, {
      default: [],
      maxItems: 20,
      description: 'commands that must succeed before the command is sent, such as a checksum',
    }),
    command: Type.Optional(commandSchema),
    steps: Type.Optional(
      Type.Array(step, {
        minItems: 1,
        maxItems: 20,
        description:
          'instead of `command`, `checks` and `verify`: steps in order; each but one with `once` must be harmless to repeat, because it runs again if the gateway stops during it',
      }),
    ),
    protocol: protocolSchema(),
    timeout: Type.Integer({
      minimum: 1,
      maximum: 3600,
      default: 30,
      description: 'time limit of each command in seconds',
    }),
    verify: Type.Optional(verify),
    experimental: experimentalSchema,
  },
  closed,
);

export type OperationSpec = Static<typeof operationSchema>;
export type OperationStep = Static<typeof step>;
export type OperationParameter = Static<typeof operationParameter>;

/** Returns whether the command of a step is sent at most once, since it restarts or resets the device. */
export function isSentOnce({ command, once }: OperationStep): boolean {
  return command !== undefined && (once ?? command['expect_disconnect'] === true);
}

/** Returns the parameter of an operation that has the seconds of a pause; null if they are fixed. */
export function pauseParameter(pause: OperationStep['pause']): string | null {
  return typeof pause === 'string' ? pause.slice(3, -3) : null;
}

/** Returns the parameters of an operation that are seconds of a pause: they enter no command. */
export function pauseParameters({ steps = [] }: OperationSpec): ReadonlySet<string> {
  return new Set(steps.flatMap(({ pause }) => pauseParameter(pause) ?? []));
}
