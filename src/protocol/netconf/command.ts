import { Type, type Static } from 'typebox';

/* Commands of device types over NETCONF. */

const closed = { additionalProperties: false };

/** Schema of a command that reads or operates. */
export const netconfCommandSchema = Type.Object(
  {
    rpc: Type.Record(Type.String(), Type.Unknown(), {
      minProperties: 1,
      maxProperties: 1,
      description: 'content of <rpc>: elements by name, attributes under $, text under _',
    }),
    path: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'local names from <rpc-reply> down to the value: data/system/hostname',
      }),
    ),
    as: Type.Optional(
      Type.Enum(['text', 'xml'], {
        description:
          'xml: the value is the elements at the path as indented XML; default: their text',
      }),
    ),
    sum: Type.Optional(
      Type.Literal(true, {
        description: 'add up the numbers at the path, for example of a list',
      }),
    ),
    rows: Type.Optional(
      Type.Object(
        {
          name: Type.String({ minLength: 1, description: 'from an entry down to its name: id' }),
          value: Type.String({ minLength: 1, description: 'down to its value: state/channel' }),
        },
        {
          ...closed,
          description:
            'with the path of a list: the values of its entries by name, as a JSON object; a metric has a result for each',
        },
      ),
    ),
    expect_disconnect: Type.Optional(
      Type.Boolean({ description: 'the device may drop the session instead of replying' }),
    ),
  },
  closed,
);

export type Command = Static<typeof netconfCommandSchema>;

/** Schema of a command that writes a value, or the whole configuration. */
export const netconfWriteSchema = Type.Object(
  {
    config: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        minProperties: 1,
        description:
          'content of <config> of an <edit-config>; a text or attribute that is {{ value }} becomes the value',
      }),
    ),
    path: Type.Optional(
      Type.String({
        pattern: '^/',
        description:
          'instead of config: the path of a leaf; its first step names the module: /ietf-system:system/contact',
      }),
    ),
    replace: Type.Optional(
      Type.Literal(true, {
        description:
          'instead of config, for `restore`: the value is the whole configuration, as XML',
      }),
    ),
  },
  closed,
);

export type WriteCommand = Static<typeof netconfWriteSchema>;

/** Schema of `command` of an object. */
export const netconfObjectSchema = Type.Object(
  {
    config: Type.Record(Type.String(), Type.Unknown(), {
      minProperties: 1,
      description:
        'content of <config> with one list entry; a text that is {{ FIELD }} becomes the value of the field, or its element is left out',
    }),
    path: Type.String({
      minLength: 1,
      description:
        'names of elements from <config> down to the list entry: system/dns-resolver/server',
    }),
  },
  closed,
);
