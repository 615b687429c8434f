import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import { Fault, type FieldErrors } from '../errors.ts';
import { formats, formatWords } from '../fields.ts';

/** The parts of a request that are checked. Text in a URL is read as what the schema asks for; a JSON body is taken as it is. */
export type Part = 'params' | 'query' | 'body';

const options = { allErrors: true, strict: false, useDefaults: true, verbose: true, formats: { ...formats } };
const strictly = new Ajv({ ...options, coerceTypes: false });
const leniently = new Ajv({ ...options, coerceTypes: true });

/** A check of a schema that throws what is wrong in the words of the API. Compiled when it is first used: many rows are never asked for. */
export function checker(schema: TSchema, part: Part): (value: unknown) => void {
  let validate: ValidateFunction | null = null;
  return (value) => {
    if (part === 'query') readFlags(schema, value);
    validate ??= (part === 'body' ? strictly : leniently).compile(schema);
    if (validate(value)) return;
    if (part === 'params') throw new Fault('not_found', 'Not found.');
    throw new Fault('invalid', `invalid ${part}`, { fields: fieldErrors(validate.errors ?? [], schema) });
  };
}

/** The published spellings of flags in a query, beside JSON's own. */
const flags: Readonly<Record<string, boolean>> = { '1': true, True: true, '0': false, False: false };

function readFlags(schema: TSchema, query: unknown): void {
  if (!('properties' in schema) || typeof query !== 'object' || query === null) return;
  for (const [name, property] of Object.entries(schema.properties as Record<string, TSchema>)) {
    const given: unknown = Reflect.get(query, name);
    if ('type' in property && property.type === 'boolean' && typeof given === 'string' && given in flags)
      Reflect.set(query, name, flags[given]);
  }
}

function fieldErrors(errors: readonly ErrorObject[], schema: TSchema): FieldErrors {
  const fields: Record<string, string[]> = {};
  for (const error of errors) {
    const [field, text] = describe(error, schema);
    const texts = (fields[field] ??= []);
    if (!texts.includes(text)) texts.push(text);
  }
  return fields;
}

function describe(error: ErrorObject, schema: TSchema): [field: string, text: string] {
  const path = error.instancePath.split('/').slice(1).join('.');
  const params = error.params as Readonly<Record<string, unknown>>;
  const inside = (property: unknown) => [path, String(property)].filter(Boolean).join('.');
  if (error.keyword === 'required') return [inside(params.missingProperty), 'This field is required.'];
  if (error.keyword === 'additionalProperties')
    return [inside(params.additionalProperty), `Unknown field. Known: ${known(schema)}.`];
  return [path === '' ? 'non_field_errors' : path, words(error, params)];
}

function words(error: ErrorObject, params: Readonly<Record<string, unknown>>): string {
  if (error.keyword === 'enum') return `Not a valid choice. Choices: ${(params.allowedValues as unknown[]).join(', ')}.`;
  if (error.keyword === 'format') return `Expected ${formatWords[String(params.format)] ?? String(params.format)}.`;
  if (error.keyword === 'type') return `Expected ${String(params.type).replaceAll(',', ' or ')}.`;
  if (error.keyword === 'pattern')
    return `Expected ${String(Reflect.get(error.parentSchema ?? {}, 'description') ?? 'another form')}.`;
  return `This value ${error.message ?? 'is not valid'}.`;
}

function known(schema: TSchema): string {
  return 'properties' in schema ? Object.keys(schema.properties as object).join(', ') : '';
}
