import { Ajv, type ErrorObject, type Options } from 'ajv';
import type { TSchema } from 'typebox';
import { formatDescriptions, formats } from './fields.ts';

/**
 * The options of every schema check. The schemas are written in code and typed there: to check them against the
 * meta-schema as well, which has to be compiled first, would take a good part of each start.
 */
export const ajvOptions: Options = {
  strict: false,
  allErrors: true,
  useDefaults: true,
  validateSchema: false,
  meta: false,
  // Better code takes a quarter longer to make, and most checks run once.
  code: { optimize: false },
  formats,
};

// The description of the failed schema goes into the error.
const ajv = new Ajv({ ...ajvOptions, verbose: true });

/**
 * Checks something that came from a file or the store against its schema, and fills its defaults in.
 *
 * @param place  where it came from, for the message
 * @returns      the same value
 * @throws Error with everything that is wrong: place, path, reason
 */
// The schema checks at run time what the type states at compile time; the caller writes both in one place.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the seam between a schema and its type
export function validateAgainst<T = unknown>(schema: TSchema, value: unknown, place: string): T {
  const validate = ajv.compile<T>(schema);
  if (validate(value)) return value;
  const errors = joinUnions(validate.errors ?? []);
  throw new Error(errors.map((error) => `${place}${wordsOf(error)}`).join('\n'));
}

/**
 * Leaves out the errors of the alternatives of a union, which has one of its own. Where one alternative alone is of the type of
 * the value, such as an object or a list of them, its errors stay in place of the union's.
 */
export function joinUnions(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unions = errors
    .filter(({ keyword }) => keyword === 'anyOf')
    .map((union) => ({ union, meant: meantBranch(union) }));
  return errors.filter((error) =>
    unions.every(({ union, meant }) => {
      if (error === union) return meant === null;
      if (!isWithin(error, union, union.schemaPath)) return true;
      return meant !== null && isWithin(error, union, meant);
    }),
  );
}

function isWithin(error: ErrorObject, union: ErrorObject, path: string): boolean {
  return (
    error.schemaPath.startsWith(`${path}/`) && error.instancePath.startsWith(union.instancePath)
  );
}

/** Returns the path of the only alternative for objects, or for lists, if the value is one. */
function meantBranch({ schemaPath, parentSchema, data }: ErrorObject): string | null {
  if (typeof data !== 'object' || data === null) return null;
  const type = Array.isArray(data) ? 'array' : 'object';
  const alternatives: unknown = parentSchema?.['anyOf'];
  const meant = (Array.isArray(alternatives) ? alternatives : []).flatMap(
    (alternative: unknown, at) =>
      typeof alternative === 'object' && alternative !== null && 'type' in alternative
        ? [alternative.type].flat().includes(type)
          ? [`${schemaPath}/${at}`]
          : []
        : [],
  );
  return meant.length === 1 ? (meant[0] ?? null) : null;
}

function wordsOf(error: ErrorObject): string {
  const place = error.instancePath.replaceAll('/', '.');
  const choice = choicesOf(error);
  if (choice !== null) return `${place}: ${choice}`;
  const { keyword, expected } = describeError(error);
  if (expected !== null) return `${place}: expected ${expected}`;
  const params: Readonly<Record<string, unknown>> = error.params;
  const subject = Object.values(params).join(', ');
  return `${place}: ${subject} ${keyword === 'required' ? 'is missing' : 'is unknown'}`;
}

const maxShownLength = 60;

/**
 * Describes the error of a union of values and booleans, with the value: a secret is never one of a few values. Returns null for any other
 * error.
 */
function choicesOf({ keyword, parentSchema, data }: ErrorObject): string | null {
  const alternatives: unknown = keyword === 'anyOf' ? parentSchema?.anyOf : undefined;
  if (!Array.isArray(alternatives)) return null;
  const choices = alternatives.map(valuesOf);
  if (choices.some((values) => values === null)) return null;
  const shown = typeof data === 'object' ? 'this value' : JSON.stringify(data);
  const value = shown.length > maxShownLength ? `${shown.slice(0, maxShownLength)}…` : shown;
  return `${value} is not one of ${choices.flat().join(', ')}`;
}

function valuesOf(alternative: unknown): readonly string[] | null {
  if (typeof alternative !== 'object' || alternative === null) return null;
  if ('enum' in alternative && Array.isArray(alternative.enum)) return alternative.enum.map(String);
  if ('const' in alternative) return [String(alternative.const)];
  return 'type' in alternative && alternative.type === 'boolean' ? ['true', 'false'] : null;
}

/** An error of a validator compiled with `verbose`, in the parts that each report words its own way. */
export interface ErrorDescription {
  /** The field with dots, down to a missing or unknown property; empty: the value as a whole. */
  readonly path: string;
  readonly keyword: string;
  /** Describes what the schema expects, such as choices, a format or a limit; null for a missing or unknown property. */
  readonly expected: string | null;
}

/** Describes an error without the value, which may be a secret. */
export function describeError(error: ErrorObject): ErrorDescription {
  const params: Readonly<Record<string, unknown>> = error.params;
  const inside = params.missingProperty ?? params.additionalProperty;
  const path = [...error.instancePath.split('/').slice(1), inside].filter(
    (part) => part !== undefined && part !== '',
  );
  return { path: path.join('.'), keyword: error.keyword, expected: expectedBy(error, params) };
}

type Params = Readonly<Record<string, unknown>>;

/** What the keywords expect, in words that follow `expected`. JSON Schema's own words name the schema, not what to send. */
const expectations: Readonly<Record<string, (params: Params, error: ErrorObject) => string>> = {
  enum: ({ allowedValues }) => listed(allowedValues, ', '),
  const: ({ allowedValue }) => JSON.stringify(allowedValue),
  type: ({ type }) => listed(type, ' or '),
  format: ({ format }) => formatDescriptions[String(format)] ?? String(format),
  pattern: (_, { parentSchema }) => descriptionIn(parentSchema) ?? 'another form',
  minLength: ({ limit }) => `at least ${counted(limit, 'character')}`,
  maxLength: ({ limit }) => `at most ${counted(limit, 'character')}`,
  minItems: ({ limit }) => `at least ${counted(limit, 'item')}`,
  maxItems: ({ limit }) => `at most ${counted(limit, 'item')}`,
  uniqueItems: ({ i, j }) => `different items; ${String(j)} and ${String(i)} are equal`,
  minProperties: ({ limit }) => `at least ${counted(limit, 'field')}`,
  maxProperties: ({ limit }) => `at most ${counted(limit, 'field')}`,
  minimum: ({ limit }) => `at least ${String(limit)}`,
  maximum: ({ limit }) => `at most ${String(limit)}`,
  exclusiveMinimum: ({ limit }) => `more than ${String(limit)}`,
  exclusiveMaximum: ({ limit }) => `less than ${String(limit)}`,
  multipleOf: ({ multipleOf }) => `a multiple of ${String(multipleOf)}`,
  propertyNames: (_, { parentSchema }) => descriptionIn(parentSchema) ?? 'other names of fields',
  anyOf: (_, { parentSchema }) => descriptionIn(parentSchema) ?? alternativesIn(parentSchema),
  oneOf: (_, { parentSchema }) => descriptionIn(parentSchema) ?? alternativesIn(parentSchema),
};

/** Keywords whose faults name the property, and what is wrong with it follows from the keyword. */
const namesProperty: ReadonlySet<string> = new Set(['required', 'additionalProperties']);

function expectedBy(error: ErrorObject, params: Params): string | null {
  if (namesProperty.has(error.keyword)) return null;
  return expectations[error.keyword]?.(params, error) ?? 'another value';
}

function descriptionIn(schema: ErrorObject['parentSchema']): string | null {
  const description: unknown = schema?.['description'];
  return typeof description === 'string' ? description : null;
}

/** Names the types of the alternatives of a union. */
function alternativesIn(schema: ErrorObject['parentSchema']): string {
  const given: unknown = schema?.['anyOf'] ?? schema?.['oneOf'];
  const alternatives = Array.isArray(given) ? given : [];
  const types = alternatives.flatMap((alternative: unknown) =>
    typeof alternative === 'object' && alternative !== null && 'type' in alternative
      ? [listed(alternative.type, ' or ')]
      : [],
  );
  return types.length === 0 ? 'another value' : [...new Set(types)].join(' or ');
}

function counted(limit: unknown, noun: string): string {
  return limit === 1 ? `1 ${noun}` : `${String(limit)} ${noun}s`;
}

function listed(values: unknown, separator: string): string {
  return Array.isArray(values) ? values.join(separator) : String(values);
}
