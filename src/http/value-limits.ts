import type { TSchema } from 'typebox';
import { Fault, type FieldErrors } from '../errors.ts';
import { isObjectSchema, isRecord } from '../fields.ts';
import { maxReportedErrors } from './field-errors.ts';

/** Characters of a text whose schema has no `maxLength`. */
const defaultMaxLength = 16_384;
const maxNameLength = 1000;
const maxFields = 1000;
const maxItems = 10_000;
/** Values of one body, those inside of objects and lists included. */
const maxValues = 20_000;
/** Objects and lists inside of one another: every serializer of the gateway recurses. */
const maxDepth = 32;

/** A value of a request on the way through its schema. */
interface Visited {
  readonly path: string;
  readonly value: unknown;
  /** The schema of the value; undefined where the schema leaves it open. */
  readonly schema: TSchema | undefined;
  readonly depth: number;
}

/**
 * Checks the size of a value and of all values in it, and that every engine stores them unchanged. Runs
 * before patterns, formats and items are checked, which take time with the size of what they check.
 *
 * @throws Fault `invalid` by field
 */
export function checkValueLimits(schema: TSchema, whole: unknown): void {
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
      ? [[field, [`This value must NOT have more than ${most} octets.`]]]
      : [];
  });
}

/** Characters from which JSON is checked before it is parsed, and values in it, those of a whole list of bodies. */
const longText = 65_536;
const maxJsonValues = 50_000;

/**
 * Checks how many values long JSON has and how deeply they are nested, before it is parsed: half a million
 * lists or 80,000 names take the parser longer than any other text of their length.
 *
 * @throws Fault `invalid`
 */
export function checkJsonSize(json: string): void {
  if (json.length < longText) return;
  let depth = 0;
  let commas = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === quote) at = endOfString(json, at);
    else if (opening.includes(character)) depth += 1;
    else if (closing.includes(character)) depth -= 1;
    else if (character === comma) commas += 1;
    if (commas >= maxJsonValues)
      throw new Fault('invalid', `More than ${maxJsonValues} values in one body.`);
    // One level more than the values: the body may stand in a field `data`.
    if (depth > maxDepth + 1) throw new Fault('invalid', tooDeep);
  }
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const opening = [0x5b, 0x7b];
const closing = [0x5d, 0x7d];
const tooDeep = `Objects and lists may be nested ${maxDepth} levels deep.`;

/** Returns the position of the quotation mark that ends a string, or of the end of the text. */
function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === quote) return at;
    if (character === backslash) at += 1;
  }
  return json.length;
}

function problemOf(visited: Visited): string | null {
  const { value } = visited;
  if (typeof value === 'string') return textProblem(visited, value);
  if (typeof value === 'number')
    return Math.abs(value) > Number.MAX_SAFE_INTEGER
      ? `This value must be between -${Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}.`
      : null;
  return typeof value === 'object' && value !== null ? sizeProblem(visited, value) : null;
}

function textProblem({ schema }: Visited, text: string): string | null {
  const most = limitIn(schema, 'maxLength') ?? defaultMaxLength;
  // A character takes one or two code units: within these, the schema counts the characters.
  if (text.length > 2 * most) return `This value must NOT have more than ${most} characters.`;
  return text.includes('\0') ? 'Null characters are not allowed.' : null;
}

function sizeProblem({ schema, depth }: Visited, value: object): string | null {
  if (depth >= maxDepth) return tooDeep;
  if (Array.isArray(value)) {
    const most = limitIn(schema, 'maxItems') ?? maxItems;
    return value.length > most ? `This value must NOT have more than ${most} items.` : null;
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
