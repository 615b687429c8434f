import type { Endpoint } from '../endpoint.ts';
import type { Examples } from '../../gateway/endpoint.ts';
import { createExample } from './example.ts';

/** The keywords of a schema that a document uses; a schema may have others. */
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
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly items?: SchemaObject;
  readonly anyOf?: readonly SchemaObject[];
  readonly oneOf?: readonly SchemaObject[];
  readonly properties?: Readonly<Record<string, SchemaObject>>;
  readonly additionalProperties?: boolean | SchemaObject;
  readonly required?: readonly string[];
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly 'x-extension'?: true;
}

/** Replaces named schemas by references. */
export type SchemaReferencer = (schema: SchemaObject) => SchemaObject;

interface Named {
  readonly schemas: Readonly<Record<string, SchemaObject>>;
  readonly refer: SchemaReferencer;
}

/**
 * Names the object schemas of requests and replies, so that the document has each once. The reply of a
 * GET gets the name of its collection; equal schemas share a name.
 */
export function nameSchemas(endpoints: readonly Endpoint[], examples: Examples): Named {
  const names = new Map<string, string>();
  const schemas: Record<string, SchemaObject> = {};
  for (const { names: candidates, object, isReply } of endpoints
    .toSorted(byPrecedence)
    .flatMap(objectsOf)) {
    const text = JSON.stringify(object);
    const name = candidates.find((candidate) => !(candidate in schemas));
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

/** Returns the segments of a path without its parameters: `/user/username/{username}/` -> `user_username`. */
export function collectionName({ path }: Endpoint): string {
  return path
    .split('/')
    .filter((segment) => segment !== '' && !segment.startsWith('{'))
    .join('_');
}

/** Orders endpoints by precedence for a name: reads of one object, then lists, then writes; then the shortest name. */
function byPrecedence(a: Endpoint, b: Endpoint): number {
  const rank = ({ method, hasEtag }: Endpoint) => (method === 'GET' ? (hasEtag ? 0 : 1) : 2);
  return rank(a) - rank(b) || collectionName(a).length - collectionName(b).length;
}

interface Candidate {
  /** Names in order of preference. */
  readonly names: readonly string[];
  readonly object: SchemaObject;
  readonly isReply: boolean;
}

function objectsOf(endpoint: Endpoint): Candidate[] {
  const collection = collectionName(endpoint);
  const [inReply, inBody] =
    endpoint.method === 'GET'
      ? ['_listed', '']
      : ['_written', endpoint.method === 'PATCH' ? '_change' : '_body'];
  const replies = objectsIn(endpoint.reply).map((object) => ({
    names: [collection, collection + inReply],
    object,
    isReply: true,
  }));
  const bodies = objectsIn(endpoint.body ?? {}).map((object) => ({
    names: [collection + inBody],
    object,
    isReply: false,
  }));
  return [...replies, ...bodies];
}

/** Returns the object schemas of a reply or body: itself, or the schemas of its list, page or alternatives. */
function objectsIn(schema: SchemaObject): SchemaObject[] {
  const parts: SchemaObject[] = [];
  mapParts(schema, (part) => {
    parts.push(part);
    return part;
  });
  if (parts.length > 0) return parts.flatMap(objectsIn);
  return Object.keys(schema.properties ?? {}).length > 0 ? [schema] : [];
}

/** Maps the items of a list or page, or the alternatives of a schema; any other schema is unchanged. */
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
