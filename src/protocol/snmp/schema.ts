import { Type, type Static } from 'typebox';
import { snmpWriteTypes } from './assignment.ts';

/* Schemas of the SNMP parts of device types and connection profiles. */

const closed = { additionalProperties: false };

/** Options of a connection. */
export const snmpOptions = Type.Object(
  {
    port: Type.Integer({ minimum: 1, maximum: 65_535, default: 161 }),
    version: Type.Enum(['v1', 'v2c', 'v3'], { default: 'v2c' }),
    timeout: Type.Number({
      minimum: 0.1,
      maximum: 60,
      default: 2,
      description: 'seconds before a retransmission',
    }),
    retries: Type.Integer({
      minimum: 0,
      maximum: 10,
      default: 1,
      description: 'number of retransmissions',
    }),
    max_repetitions: Type.Integer({
      minimum: 0,
      maximum: 200,
      default: 20,
      description:
        'rows of a table per answer; 0: one by GETNEXT, for a device that ignores GETBULK (found out after a time-out otherwise)',
    }),
  },
  closed,
);

/** Pattern of an object identifier. */
const oidPattern = '^[0-2](\\.(0|[1-9]\\d{0,9})){1,127}$';

/** True for an object identifier; the library sends a number of 33 bits as another one. */
export function isOid(path: string): boolean {
  return new RegExp(oidPattern).test(path) && path.split('.').every((arc) => Number(arc) < 2 ** 32);
}

const oid = (description: string) => Type.String({ pattern: oidPattern, description });

const writeType = Type.Enum([...snmpWriteTypes], {
  description: 'type of the value in the SET request',
});

/** A value that is the same at each SET, or a parameter of the operation: `{{ name }}`. */
const fixedValue = (description: string) =>
  Type.Union([Type.String(), Type.Integer(), Type.Boolean()], { description });

/** Sub-identifiers of the row that an operation changes. */
const instance = Type.Optional(
  Type.String({
    pattern:
      '^(?=.*\\{\\{)(?:\\d{1,10}|\\{\\{ \\w+ \\}\\})(?:\\.(?:\\d{1,10}|\\{\\{ \\w+ \\}\\}))*$',
    maxLength: 255,
    description:
      'of an operation: the index after `oid`, which must be a column; `{{ name }}` stands for a parameter of type integer',
  }),
);

const followingSet = {
  oid: oid('a variable with its instance'),
  type: writeType,
  value: fixedValue('its value'),
};
const following = {
  maxItems: 20,
  description:
    'SET requests that follow one after the other, for example to save the configuration',
};

/** A variable or the rows of a column to read; with `set`, a value that an operation writes. */
export const snmpCommand = Type.Object(
  {
    oid: oid(
      'a variable with its instance (1.3.6.1.2.1.1.3.0); with `sum`, `interface` or `rows` a column of a table',
    ),
    or: Type.Optional(
      oid('variable or column that is read where the device does not have the first'),
    ),
    sum: Type.Optional(Type.Boolean({ description: 'add up the rows of the column' })),
    of: Type.Optional(
      Type.Enum(['physical', 'up'], {
        description:
          'with a column of ifTable or ifXTable: leave out loopback, bridges, VLANs, tunnels, aggregates and sub-interfaces; up: leave out interfaces that are not up too',
      }),
    ),
    interface: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description:
          'with a column of ifTable or ifXTable: the row of this ifName, ifDescr or ifAlias; * stands for any characters, and several rows need `sum` or `rows`',
      }),
    ),
    rows: Type.Optional(
      Type.Boolean({
        description:
          'with a column of ifTable or ifXTable: the rows by name, as a JSON object; a metric has a result for each',
      }),
    ),
    names: Type.Optional(
      Type.String({
        pattern: `^index$|${oidPattern}`,
        description:
          'with `rows`, for any table: a column of names, where the index of a row begins with the index of its name, and the rest of the index is appended to the name; or `index`: the index is the name',
      }),
    ),
    null_when: Type.Optional(
      Type.Array(Type.Union([Type.Integer(), Type.String({ maxLength: 255 })]), {
        minItems: 1,
        maxItems: 20,
        description:
          'values that stand for no value, such as a noise of 0; with `rows` such a row is left out',
      }),
    ),
    match: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'regular expression, multiline; its first group is the value',
      }),
    ),
    values: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.Integer(), Type.String({ maxLength: 255 })]), {
        description: 'an enumeration: the value that stands for each one of the device',
      }),
    ),
    instance,
    set: Type.Optional(
      Type.Object(
        {
          type: writeType,
          value: fixedValue('`{{ name }}` stands for a parameter of the operation'),
          then: Type.Optional(
            Type.Array(Type.Object({ ...followingSet, instance }, closed), following),
          ),
        },
        { ...closed, description: 'of an operation: the value to set the variable to' },
      ),
    ),
    expect_disconnect: Type.Optional(
      Type.Boolean({
        description: 'of an operation: the device may restart instead of answering',
      }),
    ),
  },
  closed,
);

/** A value to write. */
export const snmpWriteCommand = Type.Object(
  {
    oid: snmpCommand.properties.oid,
    type: Type.Enum([...snmpWriteTypes, 'as_read'], {
      description:
        'type of the value in the SET request; as_read: the type of the value that the device reports',
    }),
    then: Type.Optional(Type.Array(Type.Object(followingSet, closed), following)),
  },
  closed,
);

/** How rows of a table are added and deleted. */
export const snmpObjectCommand = Type.Object(
  {
    row_status: oid('RowStatus column of the table (RFC 2579), without an instance'),
    index: Type.Enum(['integer', 'string', 'implied_string'], {
      description:
        'how the key is written in the OIDs of a row; implied_string: without its length',
    }),
    columns: Type.Record(
      Type.String(),
      Type.Object({ oid: snmpCommand.properties.oid, type: writeType }, closed),
      {
        description: 'column and type of each field except the key',
      },
    ),
  },
  closed,
);

export type SnmpOptions = Static<typeof snmpOptions>;
export type SnmpObjectCommand = Static<typeof snmpObjectCommand>;
export type SnmpCommand = Static<typeof snmpCommand>;
export type SnmpWriteCommand = Static<typeof snmpWriteCommand>;
