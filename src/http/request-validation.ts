import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Static, TSchema } from 'typebox';
import { Fault, type FieldErrors } from '../errors.ts';
import { isObjectSchema, isRecord, typesOf } from '../fields.ts';
import { ajvOptions, describeError } from '../schema.ts';

/** The validated parts of a request. Text in a URL is coerced to the types of the schema, a JSON body is not. */
export type RequestPart = 'params' | 'query' | 'body';

// The description of the failed schema goes into the error.
const ajv = new Ajv({ ...ajvOptions, verbose: true });

/**
 * Returns a validator of a schema. It is compiled at its first use, since many endpoints are never
 * called.
 *
 * @returns  a function that returns the value with its type
 * @throws   (the function) Fault `invalid` by field; `not_found` for path parameters
 */
export function createValidator<S extends TSchema>(
  schema: S,
  part: RequestPart,
): (value: unknown) => Static<S> {
  let validate: ValidateFunction<Static<S>> | null = null;
  return (value) => {
    refuseUnstorable(value);
    if (part !== 'body') coerceValues(schema, value);
    validate ??= ajv.compile<Static<S>>(schema);
    if (validate(value)) return value;
    if (part === 'params') throw new Fault('not_found', 'Not found.');
    throw new Fault('invalid', `invalid ${part}`, {
      fields: fieldErrors(validate.errors ?? [], schema),
    });
  };
}

/**
 * Maps a list, continuing after an invalid item, so that one reply names every error.
 *
 * @throws Fault `invalid` with an entry for each item, empty for a valid one
 */
export async function mapCollectingFaults<T, R>(
  list: readonly T[],
  work: (item: T) => R | Promise<R>,
): Promise<R[]> {
  const done: R[] = [];
  const faults: FieldErrors[] = [];
  for (const item of list) {
    try {
      done.push(await work(item));
      faults.push({});
    } catch (error) {
      if (!(error instanceof Fault) || error.kind !== 'invalid') throw error;
      faults.push(error.fields ?? { non_field_errors: [error.message] });
    }
  }
  if (done.length < list.length) throw new Fault('invalid', 'invalid items', { items: faults });
  return done;
}

/**
 * Unwraps a body that may stand in a field `data`, as an object or as JSON text.
 *
 * @throws Fault `invalid`
 */
export function unwrapBody(body: unknown): unknown {
  const inner: unknown = isRecord(body) && Object.keys(body).length === 1 ? body.data : undefined;
  if (typeof inner !== 'string') return isRecord(inner) || Array.isArray(inner) ? inner : body;
  try {
    const unwrapped: unknown = JSON.parse(inner);
    return unwrapped;
  } catch {
    throw Fault.field('data', 'Invalid JSON.');
  }
}

/** @throws Fault `invalid` for text or a number that not every engine stores unchanged */
function refuseUnstorable(whole: unknown): void {
  // No recursion: the client chooses how deep a body is nested.
  const rest: [path: string, value: unknown][] = [['', whole]];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const [path, value] = next;
    const problem = problemOf(value);
    if (problem !== null) throw Fault.field(path || 'non_field_errors', problem);
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value))
      rest.push([path === '' ? name : `${path}.${name}`, inner]);
  }
}

function problemOf(value: unknown): string | null {
  if (typeof value === 'string')
    return value.includes('\0') ? 'Null characters are not allowed.' : null;
  const isTooLarge = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
  return isTooLarge
    ? `This value must be between -${Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}.`
    : null;
}

/** Spellings of a boolean in a URL. */
const flags: Readonly<Record<string, boolean>> = {
  true: true,
  True: true,
  '1': true,
  false: false,
  False: false,
  '0': false,
};

/** Coerces the text of a URL in place; text that does not fit stays, and the schema refuses it. */
function coerceValues(schema: TSchema, values: unknown): void {
  if (!isObjectSchema(schema) || typeof values !== 'object' || values === null) return;
  for (const [name, property] of Object.entries<TSchema>(schema.properties)) {
    const given: unknown = Reflect.get(values, name);
    if (typeof given === 'string') Reflect.set(values, name, coerceText(property, given));
  }
}

/** Coerces text of a URL to the number or boolean of a schema; other text stays as it is. */
export function coerceText(schema: TSchema, text: string): unknown {
  const types = typesOf(schema);
  if (types.includes('boolean') && Object.hasOwn(flags, text)) return flags[text];
  const isNumber = types.includes('integer')
    ? /^-?\d+$/.test(text)
    : types.includes('number') && /^-?\d+(\.\d+)?$/.test(text);
  return isNumber && Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER ? Number(text) : text;
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
  const { path, keyword, expected } = describeError(error);
  const field = path === '' ? 'non_field_errors' : path;
  if (keyword === 'required') return [field, 'This field is required.'];
  if (keyword === 'additionalProperties') return [field, `Unknown field. Known: ${known(schema)}.`];
  if (keyword === 'enum') return [field, `Not a valid choice. Choices: ${expected}.`];
  return [
    field,
    expected === null ? `This value ${error.message ?? 'is not valid'}.` : `Expected ${expected}.`,
  ];
}

function known(schema: TSchema): string {
  return isObjectSchema(schema) ? Object.keys(schema.properties).join(', ') : '';
}
