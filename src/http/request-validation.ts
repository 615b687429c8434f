import { Ajv, type ValidateFunction } from 'ajv';
import type { Static, TSchema } from 'typebox';
import { Fault, type FieldErrors } from '../contract/errors.ts';
import { isObjectSchema, isRecord, typesOf } from '../contract/fields.ts';
import { Turns } from '../runtime/limit/turns.ts';
import { ajvOptions } from '../contract/schema.ts';
import { createFieldErrors, maxReportedErrors } from './field-errors.ts';

/**
 * The validated parts of a request. Text in a URL is coerced to the types of the schema; in a body only a number as text is, where
 * the schema takes no text.
 */
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
    if (coerceNumbers(schema, value, part) && validate(value)) return value;
    if (part === 'params') throw new Fault('not_found', 'Not found.');
    throw new Fault('invalid', `invalid ${part}`, {
      fields: createFieldErrors(validate.errors ?? []),
    });
  };
}

const keywordsOfParameters: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'additionalProperties',
]);

/**
 * Fills in defaults and checks each parameter of a query with its own validator: a validator of all filters of a list is 65 kB
 * of code, which takes 20 ms to compile, and a request has two of the filters.
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

/** Coerces the numbers as text of a body in place. @returns true if there are some */
function coerceNumbers(schema: TSchema, body: unknown, part: RequestPart): boolean {
  if (part !== 'body' || !isObjectSchema(schema) || !isRecord(body)) return false;
  const numbers = Object.entries<TSchema>(schema.properties).flatMap(([name, property]) => {
    const types = typesOf(property);
    const text = Object.hasOwn(body, name) ? body[name] : undefined;
    if (typeof text !== 'string' || types.includes('string') || types.includes('boolean'))
      return [];
    const number = coerceText(property, text);
    return typeof number === 'number' ? [[name, number] as const] : [];
  });
  for (const [name, number] of numbers) Reflect.set(body, name, number);
  return numbers.length > 0;
}

/** True for a number with leading zeros: an object has one path, so `01` is not found. */
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

/** Characters of a text whose schema has no `maxLength`. */
const defaultMaxLength = 16_384;
const maxNameLength = 1000;
const maxFields = 1000;
const maxItems = 10_000;
/** Values of one body, nested values included. */
const maxValues = 20_000;
/** Objects and lists inside of one another: every serializer of the gateway recurses. */
export const maxDepth = 32;
export const tooDeep = `Objects and lists may be nested ${maxDepth} levels deep.`;

/** A value of a request on the way through its schema. */
interface Visited {
  readonly path: string;
  readonly value: unknown;
  /** The schema of the value; undefined where the schema leaves it open. */
  readonly schema: TSchema | undefined;
  readonly depth: number;
}

/**
 * Checks the size of a value and of all values in it, and that every engine stores them unchanged. Runs before the checks of
 * patterns, formats and items, whose time grows with the size of the value.
 *
 * @throws Fault `invalid` by field
 */
function checkValueLimits(schema: TSchema, whole: unknown): void {
  const found = findProblems(schema, whole);
  const problems = found.size > 0 ? found : new Map(oversizedObjects(schema, whole));
  const [first] = problems;
  if (first === undefined) return;
  const fields: FieldErrors = Object.fromEntries(problems);
  throw new Fault('invalid', `${first[0]}: ${first[1].join(' ')}`, { fields });
}

type Problems = ReadonlyMap<string, readonly string[]>;

function findProblems(schema: TSchema, whole: unknown): Problems {
  // No recursion: the client chooses how deep a body is nested.
  const rest: Visited[] = [{ path: '', value: whole, schema, depth: 0 }];
  const problems = new Map<string, readonly string[]>();
  let visited = 0;
  for (let next = rest.pop(); next; next = rest.pop()) {
    visited += 1;
    const problem =
      visited > maxValues ? `More than ${maxValues} values in one body.` : problemOf(next);
    if (problem !== null) problems.set(next.path || 'non_field_errors', [problem]);
    else rest.push(...innerValues(next));
    if (visited > maxValues || problems.size >= maxReportedErrors) break;
  }
  return problems;
}

/** Returns the fields of a body whose JSON has more octets than their schema allows. Everything in them is bounded already. */
function oversizedObjects(schema: TSchema, whole: unknown): [string, readonly string[]][] {
  if (!isObjectSchema(schema) || !isRecord(whole)) return [];
  return Object.entries<TSchema>(schema.properties).flatMap(([field, inner]) => {
    const most = limitIn(inner, 'x-max-octets');
    const value = Object.hasOwn(whole, field) ? whole[field] : undefined;
    if (most === undefined || value === undefined) return [];
    return Buffer.byteLength(JSON.stringify(value)) > most
      ? [[field, [`Expected at most ${most} octets.`]]]
      : [];
  });
}

function problemOf(visited: Visited): string | null {
  const { value } = visited;
  if (typeof value === 'string') return textProblem(visited, value);
  if (typeof value === 'number')
    return Math.abs(value) > Number.MAX_SAFE_INTEGER
      ? `Expected a number between -${Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}.`
      : null;
  return typeof value === 'object' && value !== null ? sizeProblem(visited, value) : null;
}

function textProblem({ schema }: Visited, text: string): string | null {
  const most = limitIn(schema, 'maxLength') ?? defaultMaxLength;
  // A character takes one or two code units: within these, the schema counts the characters.
  if (text.length > 2 * most) return `Expected at most ${most} characters.`;
  return text.includes('\0') ? 'Null characters are not allowed.' : null;
}

function sizeProblem({ schema, depth }: Visited, value: object): string | null {
  if (depth >= maxDepth) return tooDeep;
  if (Array.isArray(value)) {
    const most = limitIn(schema, 'maxItems') ?? maxItems;
    return value.length > most ? `Expected at most ${most} items.` : null;
  }
  const names = Object.keys(value);
  if (names.length > maxFields) return `An object may have at most ${maxFields} fields.`;
  return names.some((name) => name.length > maxNameLength)
    ? `The name of a field may have at most ${maxNameLength} characters.`
    : null;
}

function innerValues({ path, value, schema, depth }: Visited): Visited[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([name, inner]: [string, unknown]) => ({
    path: path === '' ? name : `${path}.${name}`,
    value: inner,
    schema: schema && innerSchema(schema, name, Array.isArray(value)),
    depth: depth + 1,
  }));
}

function innerSchema(schema: TSchema, name: string, isItem: boolean): TSchema | undefined {
  if (isItem) return asSchema('items' in schema && schema.items);
  if (isObjectSchema(schema) && Object.hasOwn(schema.properties, name))
    return schema.properties[name];
  // All names of a record have the same schema.
  const patterns: unknown = 'patternProperties' in schema && schema.patternProperties;
  return typeof patterns === 'object' && patterns !== null
    ? asSchema(Object.values(patterns)[0])
    : undefined;
}

function asSchema(found: unknown): TSchema | undefined {
  return typeof found === 'object' && found !== null ? found : undefined;
}

function limitIn(schema: TSchema | undefined, keyword: string): number | undefined {
  const limit: unknown = schema && Reflect.get(schema, keyword);
  return typeof limit === 'number' ? limit : undefined;
}
