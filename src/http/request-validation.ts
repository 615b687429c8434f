import { Ajv, type ValidateFunction } from 'ajv';
import type { Static, TSchema } from 'typebox';
import { Fault, type FieldErrors } from '../errors.ts';
import { isObjectSchema, isRecord, typesOf } from '../fields.ts';
import { Turns } from '../runtime/limit/turns.ts';
import { ajvOptions } from '../schema.ts';
import { createFieldErrors, maxReportedErrors } from './field-errors.ts';
import { checkJsonSize, checkValueLimits } from './value-limits.ts';

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
    checkLimits(schema, value, part);
    if (part !== 'body') coerceValues(schema, value, part);
    if (part === 'query' && hasValidParameters(schema, value)) return value;
    validate ??= ajv.compile<Static<S>>(schema);
    if (validate(value)) return value;
    if (part === 'params') throw new Fault('not_found', 'Not found.');
    throw new Fault('invalid', `invalid ${part}`, {
      fields: createFieldErrors(validate.errors ?? [], schema),
    });
  };
}

const keywordsOfParameters: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'additionalProperties',
]);

/**
 * Fills defaults in and checks each parameter that a query has, by a validator of that parameter: one of all filters of a
 * list is 65 kB of code, which takes 20 ms to compile, and a request has two of them.
 *
 * @returns  false for a fault, which the validator of the whole schema describes, and for a schema with other keywords
 */
function hasValidParameters<S extends TSchema>(schema: S, values: unknown): values is Static<S> {
  if (!isObjectSchema(schema) || !isRecord(values)) return false;
  if (!Object.keys(schema).every((keyword) => keywordsOfParameters.has(keyword))) return false;
  const properties = Object.entries<TSchema>(schema.properties);
  for (const [name, property] of properties)
    if ('default' in property && values[name] === undefined)
      Reflect.set(values, name, property.default);
  const given = properties.filter(([name]) => values[name] !== undefined);
  return (
    given.length === Object.keys(values).length &&
    given.every(([name, property]) => ajv.compile(property)(values[name]))
  );
}

/** @throws Fault `not_found` for path parameters, since no object has such a key; else `invalid` */
function checkLimits(schema: TSchema, value: unknown, part: RequestPart): void {
  try {
    checkValueLimits(schema, value);
  } catch (error) {
    throw part === 'params' && error instanceof Fault
      ? new Fault('not_found', 'Not found.', { cause: error })
      : error;
  }
}

/**
 * Maps a list in turns of the event loop, continuing after an invalid item, so that one reply names several errors. It ends
 * with the 20th invalid item.
 *
 * @throws Fault `invalid` with an entry for each item up to there, empty for a valid one
 */
export async function mapCollectingFaults<T, R>(
  list: readonly T[],
  work: (item: T) => R | Promise<R>,
): Promise<R[]> {
  const done: R[] = [];
  const faults: FieldErrors[] = [];
  let invalid = 0;
  const turns = new Turns();
  for (const item of list) {
    if (invalid >= maxReportedErrors) break;
    await turns.pass();
    try {
      done.push(await work(item));
      faults.push({});
    } catch (error) {
      if (!(error instanceof Fault) || error.kind !== 'invalid') throw error;
      faults.push(error.fields ?? { non_field_errors: [error.message] });
      invalid += 1;
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
  if (typeof inner === 'string') checkJsonSize(inner);
  if (typeof inner !== 'string') return isRecord(inner) || Array.isArray(inner) ? inner : body;
  try {
    const unwrapped: unknown = JSON.parse(inner);
    return unwrapped;
  } catch {
    throw Fault.field('data', 'Invalid JSON.');
  }
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
function coerceValues(schema: TSchema, values: unknown, part: RequestPart): void {
  if (!isObjectSchema(schema) || typeof values !== 'object' || values === null) return;
  for (const [name, property] of Object.entries<TSchema>(schema.properties)) {
    const given: unknown = Reflect.get(values, name);
    if (typeof given === 'string' && !(part === 'params' && isPadded(given)))
      Reflect.set(values, name, coerceText(property, given));
  }
}

/** True for a number with zeros before it: an object has one path, and `01` is none. */
function isPadded(text: string): boolean {
  return /^-?0\d|^-0/.test(text);
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
