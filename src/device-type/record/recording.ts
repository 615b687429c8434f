import { Type, type Static, type TSchema } from 'typebox';
import { validateAgainst } from '../../contract/schema.ts';

/*
 * Schema of fixtures/device-types/TYPE/*.yaml: what a device answered, and what the type reads from that. The tests replay
 * each file through a server of its protocol.
 */

const closed = { additionalProperties: false };
const text = (description: string) => Type.String({ description });
const value = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

const operation = Type.Object(
  {
    operation: text('code of the operation'),
    parameters: Type.Record(
      Type.String(),
      Type.Union([Type.String(), Type.Integer(), Type.Boolean()]),
    ),
    output: Type.Optional(text('output of the operation')),
  },
  closed,
);

const object = Type.Object(
  {
    object: text('path of the object'),
    values: operation.properties.parameters,
  },
  closed,
);

const common = {
  device: text('model and version of the device'),
  source: text('where the answers are known from: `recorded`, or the public source of the facts'),
  options: Type.Record(Type.String(), Type.Unknown(), {
    default: {},
    description: 'options of the connection that differ from the type',
  }),
  expect: Type.Object(
    {
      values: Type.Record(Type.String(), value, {
        description:
          'the value of each parameter of the protocol; null: the device does not have it',
      }),
      writes: Type.Record(Type.String(), value, {
        default: {},
        description: 'values of settings that are written and then read back',
      }),
      operations: Type.Array(Type.Union([Type.String(), operation]), {
        default: [],
        description: 'operations that the device accepts; a `verify` is checked',
      }),
      objects: Type.Array(object, {
        default: [],
        description: 'instances that are added, refused when they are added again, and deleted',
      }),
      configuration: Type.Optional(text('configuration that a backup returns')),
      masked: Type.Optional(text('that configuration as people see it')),
      restore: Type.Optional(text('configuration that is written, and that a backup then returns')),
    },
    closed,
  ),
};

const sshAnswer = {
  run: text('command line'),
  output: Type.String({ default: '', description: 'output of the device' }),
  exit: Type.Integer({ default: 0, description: 'exit status; -1: not sent' }),
  delay_ms: Type.Integer({ default: 0, minimum: 0, maximum: 5000 }),
  disconnect: Type.Boolean({ default: false, description: 'the device drops the connection' }),
  prompt: Type.Optional(text('prompt from now on')),
  ask: Type.Array(
    Type.Object(
      {
        text: text('question of the device before it continues: a password, a confirmation'),
        answer: text('the only answer that it accepts'),
      },
      closed,
    ),
    { default: [] },
  ),
};

const sshExchange = Type.Object(
  {
    ...sshAnswer,
    then: Type.Array(Type.Object(sshAnswer, closed), {
      default: [],
      description: 'answers that replace earlier ones afterwards',
    }),
  },
  closed,
);

const shell = Type.Object(
  {
    banner: Type.String({ default: '' }),
    ask: sshAnswer.ask,
    welcome: Type.String({ default: '', description: 'text between `ask` and the prompt' }),
    prompt: text('prompt after the login'),
    echo: Type.Boolean({ default: true, description: 'the device echoes its input' }),
    pager: Type.Optional(
      Type.Object(
        {
          text: text('text below a full page'),
          lines: Type.Integer({ minimum: 2 }),
          off: Type.Optional(text('command that switches the pager off')),
        },
        closed,
      ),
    ),
    error: Type.String({ default: 'Invalid input', description: 'answer to any other command' }),
  },
  { ...closed, description: 'a device with an interactive shell; it refuses exec' },
);

const netconfAnswer = {
  rpc: Type.Optional(text('content of <rpc> that is answered, as XML')),
  config: Type.Optional(text('content of <config> of an <edit-config> that is answered, as XML')),
  reply: Type.String({ default: '<ok/>', description: 'content of <rpc-reply>' }),
  disconnect: sshAnswer.disconnect,
};

const httpAnswer = {
  method: Type.String({ default: 'GET' }),
  path: text('path and query'),
  headers: Type.Record(Type.String(), Type.String(), {
    default: {},
    description: 'headers that the request must have',
  }),
  body: Type.Optional(Type.Unknown({ description: 'JSON that the request must have' })),
  status: Type.Integer({ default: 200 }),
  reply_headers: Type.Record(Type.String(), Type.String(), { default: {} }),
  reply: Type.Optional(Type.Unknown({ description: 'JSON, or text, of the answer' })),
  disconnect: sshAnswer.disconnect,
};

function exchanges<T extends Record<string, TSchema>>(answer: T) {
  const then = Type.Array(Type.Object(answer, closed), { default: [] });
  return Type.Array(Type.Object({ ...answer, then }, closed));
}

const schemas = {
  ssh: Type.Object(
    {
      protocol: Type.Literal('ssh'),
      ...common,
      shell: Type.Optional(shell),
      exchanges: Type.Array(sshExchange),
    },
    closed,
  ),
  snmp: Type.Object(
    {
      protocol: Type.Literal('snmp'),
      ...common,
      variables: text(
        'one in each line: OID|type|value, with the types of snmprec, x for hexadecimal',
      ),
      writable: Type.Array(Type.String(), { default: [], description: 'OIDs that may be set' }),
      exchanges: Type.Array(
        Type.Object(
          {
            set: text('OID; setting it has a consequence'),
            then: Type.String({ default: '', description: 'variables that it changes' }),
          },
          closed,
        ),
        { default: [] },
      ),
    },
    closed,
  ),
  netconf: Type.Object(
    {
      protocol: Type.Literal('netconf'),
      ...common,
      capabilities: Type.Array(Type.String(), { description: 'of the hello, base:1.0 included' }),
      exchanges: exchanges(netconfAnswer),
    },
    closed,
  ),
  http: Type.Object(
    { protocol: Type.Literal('http'), ...common, exchanges: exchanges(httpAnswer) },
    closed,
  ),
};

export type SshRecording = Static<typeof schemas.ssh>;
export type SnmpRecording = Static<typeof schemas.snmp>;
export type NetconfRecording = Static<typeof schemas.netconf>;
export type HttpRecording = Static<typeof schemas.http>;
export type Recording = SshRecording | SnmpRecording | NetconfRecording | HttpRecording;

/**
 * Checks a recording and fills its defaults in.
 *
 * @param place  its file, for messages
 * @throws Error with everything that is wrong: place, path, reason
 */
export function parseRecording(content: unknown, place: string): Recording {
  const protocol: unknown =
    typeof content === 'object' && content !== null ? Reflect.get(content, 'protocol') : undefined;
  switch (protocol) {
    case 'ssh':
      return validateAgainst<SshRecording>(schemas.ssh, content, place);
    case 'snmp':
      return validateAgainst<SnmpRecording>(schemas.snmp, content, place);
    case 'netconf':
      return validateAgainst<NetconfRecording>(schemas.netconf, content, place);
    case 'http':
      return validateAgainst<HttpRecording>(schemas.http, content, place);
    default:
      throw new Error(
        `${place}.protocol: expected ${Object.keys(schemas).join(', ')}, not ${JSON.stringify(protocol)}`,
      );
  }
}
