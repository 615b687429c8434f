import { readFile } from 'node:fs/promises';
import { Type, type Static } from 'typebox';
import { parse } from 'yaml';
import { packageRoot } from '../../../runtime/package-root.ts';
import { validateAgainst } from '../../../contract/schema.ts';

/* The mappings from rows of another system to objects: config/importers/*.yaml, or the file of a site. */

const closed = { additionalProperties: false };
const text = (description: string) => Type.String({ minLength: 1, description });
const column = Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })], {
  description: 'a column, or several: the first with a value',
});

const rule = Type.Object(
  {
    from: Type.Optional(column),
    match: Type.Optional(
      text('pattern; its groups, or the whole match, are the value. No match: no value'),
    ),
    join: Type.Optional(text('separator of the groups')),
    values: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'the value for each text of the column, in lower case. Other texts: no value',
      }),
    ),
    otherwise: Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
    times: Type.Optional(
      Type.Number({ description: 'the value is a number, which is multiplied by this' }),
    ),
    as: Type.Optional(
      Type.Enum(['number', 'boolean', 'password'], {
        description:
          'type of the value; default: text. A password is clear text, unless it is a hash',
      }),
    ),
  },
  closed,
);

const table = Type.Object(
  {
    resource: Type.Enum(['aaa_client', 'inventory_device', 'user', 'user_token'], {
      description: 'the object that a row becomes',
    }),
    when: Type.Record(Type.String(), Type.String(), {
      default: {},
      description: 'patterns of columns; the first table with only matching patterns maps the row',
    }),
    fields: Type.Record(Type.String(), Type.Union([column, rule]), {
      description:
        'a column or a rule by the name of the field; `snmp_v3.user` is a key of a field',
    }),
  },
  closed,
);

const mapping = Type.Object(
  {
    delimiter: Type.String({ default: ',', minLength: 1, maxLength: 1 }),
    columns: Type.Optional(
      Type.Array(Type.String(), {
        description: 'names of the columns, for a file without a header line',
      }),
    ),
    rows: Type.Array(Type.String(), {
      default: ['data', 'results', 'devices', 'result.data'],
      description: 'paths of the rows in a JSON document that is not a list',
    }),
    tables: Type.Array(table, { minItems: 1 }),
  },
  closed,
);

export type Mapping = Static<typeof mapping>;
export type MappedTable = Static<typeof table>;
export type FieldRule = Static<typeof rule>;

/** Reads the mapping of a file. @throws Error naming the file and the key */
export async function readMapping(file: string | URL): Promise<Mapping> {
  const content: unknown = parse(await readFile(file, 'utf8'));
  const read = validateAgainst<Mapping>(mapping, content, String(file));
  for (const { when, fields } of read.tables) {
    for (const pattern of Object.values(when)) checkPattern(file, pattern);
    for (const one of Object.values(fields)) checkPattern(file, ruleOf(one).match ?? '');
  }
  return read;
}

/** Returns the file of a shipped mapping. */
export function shippedMapping(source: string): URL {
  return new URL(`config/importers/${source}.yaml`, packageRoot);
}

/** Returns the rule of a field; a mapping may name only its column. */
export function ruleOf(field: MappedTable['fields'][string]): FieldRule {
  return typeof field === 'string' || Array.isArray(field) ? { from: field } : field;
}

function checkPattern(file: string | URL, pattern: string): void {
  try {
    new RegExp(pattern);
  } catch (error) {
    throw new Error(`${String(file)}: "${pattern}" is not a valid pattern`, { cause: error });
  }
}
