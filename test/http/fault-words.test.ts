import { test } from 'tap';
import type { TSchema } from 'typebox';
import { asFault } from '../../src/contract/errors.ts';
import { isObjectSchema } from '../../src/contract/fields.ts';
import { createValidator } from '../../src/http/request-validation.ts';
import { loadApis } from '../../src/modules/load-modules.ts';

/* Errors say what to send, in words of the API: those of JSON Schema name the schema. */

const schemaWords =
  /\bschema\b|anyOf|oneOf|must NOT|must match|must be (?:[<>=]|equal|integer|string|array|object|multiple)|must have|must pass|undefined|\[object/;

const wrongValues: readonly unknown[] = [
  '',
  'x'.repeat(20_000),
  ' ?!/',
  -1,
  0,
  1.5,
  1e15,
  true,
  null,
  [],
  ['x', 'x'],
  [1, 1],
  Array.from({ length: 10_001 }, () => 'a'),
  {},
  { nonsense: 1 },
];

test('no error of a body or a query has words of JSON Schema', async (t) => {
  const { gate, control } = await loadApis();
  const texts = new Map<string, string>();
  for (const { method, path, query, body } of [...gate.endpoints, ...control.endpoints])
    for (const text of [...faultsOf(query, 'query'), ...(body ? faultsOf(body, 'body') : [])])
      texts.set(text, `${method} ${path}`);
  t.ok(texts.size > 200, `${texts.size} different errors`);
  for (const [text, place] of texts) if (schemaWords.test(text)) t.fail(`${place}: ${text}`);
  for (const text of [
    'Expected at least 1 character.',
    'Expected at most 255 characters.',
    'Expected at least 1 item.',
    'Expected at least 0.',
  ])
    t.ok(texts.has(text), text);
});

function* faultsOf(schema: TSchema, part: 'query' | 'body'): Iterable<string> {
  const validate = createValidator(schema, part);
  const fields = isObjectSchema(schema) ? Object.keys(schema.properties) : [];
  const values: readonly unknown[] = [
    ...(part === 'body' ? wrongValues : []),
    ...fields.flatMap((field) => wrongValues.map((value) => ({ [field]: value }))),
  ];
  for (const value of values) {
    try {
      validate(structuredClone(value));
    } catch (error) {
      yield* textsOf(error);
    }
  }
}

function textsOf(error: unknown): readonly string[] {
  const fault = asFault(error);
  if (!fault) throw error;
  return Object.values(fault.fields ?? { detail: [fault.message] }).flat();
}
