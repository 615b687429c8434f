import type { Endpoint } from '../endpoint.ts';
import { createExample, type Examples } from './example.ts';

/** The keywords by which a document is made; a schema may have others. */
export interface SchemaObject {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maxLength?: number;
  readonly items?: SchemaObject;
  readonly anyOf?: readonly SchemaObject[];
  readonly oneOf?: readonly SchemaObject[];
  readonly properties?: Readonly<Record<string, SchemaObject>>;
  readonly additionalProperties?: boolean | SchemaObject;
  readonly required?: readonly string[];
}

/** Puts references in the place of what has a name. */
export type SchemaReferencer = (schema: SchemaObject) => SchemaObject;

interface Named {
  readonly schemas: Readonly<Record<string, SchemaObject>>;
  readonly refer: SchemaReferencer;
}

/**
 * Gives a name to each object that requests and replies are made of, so that the document says it once. What a GET shows
 * has the name of its collection; whatever is the same, wherever it is, has the same name.
 */
export function nameSchemas(rows: readonly Endpoint[], examples: Examples): Named {
  const names = new Map<string, string>();
  const schemas: Record<string, SchemaObject> = {};
  for (const { wanted, object, isReply } of rows.toSorted(byPrecedence).flatMap(objectsOf)) {
    const text = JSON.stringify(object);
    const name = wanted.find((one) => !(one in schemas));
    if (names.has(text) || name === undefined) continue;
    names.set(text, name);
    schemas[name] = isReply ? { ...object, examples: [createExample(object, examples)] } : object;
  }
  const refer: SchemaReferencer = (schema) => {
    const name = names.get(JSON.stringify(schema));
    return name === undefined ? mapParts(schema, refer) : { $ref: `#/components/schemas/${name}` };
  };
  return { schemas, refer };
}

/** The words of a path that are no parameters: `/user/username/{username}/` -> `user_username`. */
export function collectionName({ path }: Endpoint): string {
  return path
    .split('/')
    .filter((word) => word !== '' && !word.startsWith('{'))
    .join('_');
}

/** Who shows one thing names it, before who lists some, before who changes one; of several with the same, the shortest name. */
function byPrecedence(a: Endpoint, b: Endpoint): number {
  const rank = ({ method, hasEtag }: Endpoint) => (method === 'GET' ? (hasEtag ? 0 : 1) : 2);
  return rank(a) - rank(b) || collectionName(a).length - collectionName(b).length;
}

interface Candidate {
  /** The first that is free will be its name. */
  readonly wanted: readonly string[];
  readonly object: SchemaObject;
  readonly isReply: boolean;
}

function objectsOf(row: Endpoint): Candidate[] {
  const collection = collectionName(row);
  const [inReply, inBody] =
    row.method === 'GET'
      ? ['_listed', '']
      : ['_written', row.method === 'PATCH' ? '_change' : '_body'];
  const replies = objectsIn(row.reply).map((object) => ({
    wanted: [collection, collection + inReply],
    object,
    isReply: true,
  }));
  const bodies = objectsIn(row.body ?? {}).map((object) => ({
    wanted: [collection + inBody],
    object,
    isReply: false,
  }));
  return [...replies, ...bodies];
}

/** What a reply or body is made of: itself, or the items of its list, page or alternatives. */
function objectsIn(schema: SchemaObject): SchemaObject[] {
  const parts: SchemaObject[] = [];
  mapParts(schema, (part) => {
    parts.push(part);
    return part;
  });
  if (parts.length > 0) return parts.flatMap(objectsIn);
  return Object.keys(schema.properties ?? {}).length > 0 ? [schema] : [];
}

/** The same list, page or alternatives of other parts; anything else as it is. */
function mapParts(schema: SchemaObject, map: SchemaReferencer): SchemaObject {
  const { type, items, anyOf, oneOf, properties } = schema;
  if (type === 'array' && items) return { ...schema, items: map(items) };
  if (anyOf) return { ...schema, anyOf: anyOf.map(map) };
  if (oneOf) return { ...schema, oneOf: oneOf.map(map) };
  const { results, next } = properties ?? {};
  return results && next
    ? { ...schema, properties: { ...properties, results: map(results) } }
    : schema;
}
