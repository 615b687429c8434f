import type { Examples } from '../../gateway/endpoint.ts';
import type { SchemaObject } from './schemas.ts';

const byFormat: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  host: '192.0.2.10',
  network: '192.0.2.0/24',
  mac: '02:00:5E:00:53:01',
  uuid: '0b5b0f6e-3a54-4d4e-9d0b-6f2f0f6f5a10',
};

/** Creates a valid value for a schema: the example of its field, or a suggestion of the schema. */
export function createExample(schema: SchemaObject, examples: Examples, field = ''): unknown {
  const own = examples.fields[field];
  if (own !== undefined && allows(schema, own)) return own;
  const suggested = suggestedBy(schema);
  if (suggested !== undefined) return suggested;
  const alternative = alternativeOf(schema);
  return alternative
    ? createExample(alternative, examples, field)
    : byType(schema, examples, field);
}

/** Creates a body with the required fields and the fields with an example. */
export function createBodyExample(schema: SchemaObject, examples: Examples): unknown {
  const alternative = alternativeOf(schema);
  if (alternative) return createBodyExample(alternative, examples);
  const { properties = {}, required = [] } = schema;
  const given = Object.entries(properties).filter(
    ([name]) => required.includes(name) || name in examples.fields,
  );
  return Object.fromEntries(
    given.map(([name, field]) => [name, createExample(field, examples, name)]),
  );
}

function suggestedBy({
  examples,
  const: only,
  default: usual,
  enum: choices,
}: SchemaObject): unknown {
  return examples?.[0] ?? only ?? usual ?? choices?.[0];
}

function alternativeOf({ anyOf, oneOf }: SchemaObject): SchemaObject | undefined {
  return (anyOf ?? oneOf)?.[0];
}

function byType(schema: SchemaObject, examples: Examples, field: string): unknown {
  const [type = 'object'] = typesOf(schema);
  if (type === 'object') return objectExample(schema, examples);
  if (type === 'array') return schema.items ? [createExample(schema.items, examples, field)] : [];
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 0);
  return type === 'string' ? textExample(schema) : type === 'boolean';
}

function objectExample({ properties = {} }: SchemaObject, examples: Examples): unknown {
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, createExample(field, examples, name)]),
  );
}

/** Returns an example by format; other text is null if the schema allows it. */
function textExample(schema: SchemaObject): string | null {
  return byFormat[schema.format ?? ''] ?? (typesOf(schema).includes('null') ? null : '');
}

function allows(schema: SchemaObject, value: unknown): boolean {
  if (schema.enum) return schema.enum.includes(value);
  if (schema.format === 'date-time' && Number.isNaN(Date.parse(String(value)))) return false;
  const types = typesOf(schema);
  return types.length === 0 || types.some((type) => isOf(type, value));
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isSafeInteger(value);
  return typeof value === type && value !== null && !Array.isArray(value);
}

function typesOf({ type = [] }: SchemaObject): readonly string[] {
  return typeof type === 'string' ? [type] : type;
}
