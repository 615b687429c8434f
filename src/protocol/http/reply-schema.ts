import { Type, type Static } from 'typebox';

/* Schemas of values that are picked from a reply over HTTP. */

const closed = { additionalProperties: false };

/** Place in a JSON document. */
export const pointer = (description: string) =>
  Type.String({ pattern: '^(/([^~]|~[01])*)?$', description: `${description}; a JSON pointer` });

/** A value that is picked from a reply. */
export const pick = {
  at: Type.Optional(pointer('the part of the reply to search for the value')),
  find: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
      minProperties: 1,
      description: 'members and values of the wanted entry of the list or object there',
    }),
  ),
  value: Type.Optional(pointer('place of the value in that part, or in that entry')),
  reduce: Type.Optional(
    Type.Enum(['count', 'sum', 'mean', 'max', 'list', 'lines'], {
      description:
        'one value of all entries: their number, the sum, mean or largest of their values, the values with commas and without repetition, or each value in a line',
    }),
  ),
};

const places = (description: string) =>
  Type.Union([pointer(description), Type.Array(pointer('a place'), { minItems: 1, maxItems: 8 })], {
    description: `${description}, or several places: an entry takes the first name that no earlier entry has`,
  });

/** Place of the name of a row. */
export const entryName = (of: string) =>
  Type.Optional(places(`place of the name in ${of}; by default its name in the object there`));

export const rows = Type.Object(
  {
    name: entryName('an entry'),
    inner: Type.Optional(
      Type.Object(
        { at: pointer('a list or object in each entry'), name: entryName('an entry of that') },
        {
          ...closed,
          description:
            'the entries in each entry are the rows, and their names follow its name after a blank',
        },
      ),
    ),
    count: Type.Optional(
      Type.Boolean({
        description: 'true: `value` is a list or object; the result is the number of its entries',
      }),
    ),
    plus: Type.Optional(
      Type.Array(pointer('a place'), {
        minItems: 1,
        maxItems: 8,
        description: 'places of numbers of a row that are added to the value',
      }),
    ),
  },
  {
    ...closed,
    description:
      'the number at `value` of each entry by its name, as a JSON object; entries without a name or a number are left out; a metric has a result for each; with `reduce`, other than list, one value of all of them',
  },
);

export type HttpRows = Static<typeof rows>;
