import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import { Fault, type FieldErrors } from '../errors.ts';
import { formatDescriptions, typesOf } from '../fields.ts';
import { ajvOptions } from '../schema.ts';

/** The parts of a request that are checked. Text in a URL is read as what the schema asks for; a JSON body is taken as it is. */
export type RequestPart = 'params' | 'query' | 'body';

// The words of a fault come from the schema that was not met.
const ajv = new Ajv({ ...ajvOptions, verbose: true });

/** A check of a schema that throws what is wrong in the words of the API. Compiled when it is first used: many rows are never asked for. */
export function createValidator(schema: TSchema, part: RequestPart): (value: unknown) => void {
  let validate: ValidateFunction | null = null;
  return (value) => {
    refuseUnkeepable(value);
    if (part !== 'body') readText(schema, value);
    validate ??= ajv.compile(schema);
    if (validate(value)) return;
    if (part === 'params') throw new Fault('not_found', 'Not found.');
    throw new Fault('invalid', `invalid ${part}`, {
      fields: fieldErrors(validate.errors ?? [], schema),
    });
  };
}

/**
 * Does something with each item of a list, and goes on where one is wrong, so that everything wrong is said at once.
 *
 * @throws Fault `invalid` with an entry for each item, empty for the good ones
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

/** The four forms of some bodies: bare, or in `data` as an object or as JSON text, in JSON or in a form. @throws Fault `invalid` */
export function unwrapBody(body: unknown): unknown {
  const inner: unknown = isRecord(body) && Object.keys(body).length === 1 ? body.data : undefined;
  if (typeof inner !== 'string') return isRecord(inner) || Array.isArray(inner) ? inner : body;
  try {
    return JSON.parse(inner) as unknown;
  } catch {
    throw Fault.field('data', 'Invalid JSON.');
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws Fault `invalid` naming the field, where text or a number is of a kind that not every engine keeps as it is */
function refuseUnkeepable(whole: unknown): void {
  // No recursion: how deep a body is nested, its sender decides.
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

/** The spellings of flags in a URL. */
const flags: Readonly<Record<string, boolean>> = {
  true: true,
  True: true,
  '1': true,
  false: false,
  False: false,
  '0': false,
};

/** Everything in a URL is text: what a schema wants as a number or a flag is read as one, and what is none stays for it to refuse. */
function readText(schema: TSchema, values: unknown): void {
  if (!('properties' in schema) || typeof values !== 'object' || values === null) return;
  for (const [name, property] of Object.entries(schema.properties as Record<string, TSchema>)) {
    const given: unknown = Reflect.get(values, name);
    if (typeof given === 'string') Reflect.set(values, name, coerceText(property, given));
  }
}

/** Text from a URL as the number or flag that a schema asks for; text that is none stays as it is. */
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
  const path = error.instancePath.split('/').slice(1).join('.');
  const params = error.params as Readonly<Record<string, unknown>>;
  const inside = (property: unknown) => [path, String(property)].filter(Boolean).join('.');
  if (error.keyword === 'required')
    return [inside(params.missingProperty), 'This field is required.'];
  if (error.keyword === 'additionalProperties')
    return [inside(params.additionalProperty), `Unknown field. Known: ${known(schema)}.`];
  return [path === '' ? 'non_field_errors' : path, words(error, params)];
}

function words(error: ErrorObject, params: Readonly<Record<string, unknown>>): string {
  if (error.keyword === 'enum')
    return `Not a valid choice. Choices: ${(params.allowedValues as unknown[]).join(', ')}.`;
  if (error.keyword === 'format')
    return `Expected ${formatDescriptions[String(params.format)] ?? String(params.format)}.`;
  if (error.keyword === 'type') return `Expected ${String(params.type).replaceAll(',', ' or ')}.`;
  if (error.keyword === 'pattern')
    return `Expected ${String(Reflect.get(error.parentSchema ?? {}, 'description') ?? 'another form')}.`;
  return `This value ${error.message ?? 'is not valid'}.`;
}

function known(schema: TSchema): string {
  return 'properties' in schema ? Object.keys(schema.properties as object).join(', ') : '';
}
