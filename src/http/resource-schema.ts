import { Type, type TObject, type TSchema } from 'typebox';
import { typesOf } from '../contract/fields.ts';
import type { Resource } from '../contract/resource.ts';
import { isWriteOnly, type Row } from '../store/query/row-serialization.ts';

const closed = { additionalProperties: false };

/** Returns the schema of a resource in replies: every field except its secrets. */
export function readableSchema(of: Resource): TObject {
  return Type.Object(
    Object.fromEntries(
      Object.entries(of.schema.properties).filter(([, field]) => !isWriteOnly(field)),
    ),
  );
}

/**
 * Returns the schema of a resource in bodies. A field with a default is optional; so is the
 * organization, which defaults to the caller's.
 */
export function writableSchema(of: Resource): TObject {
  const fields = writable(of).map(([field, schema]): [string, TSchema] => [
    field,
    isOptional(of, field) ? Type.Optional(asGiven(of, field, schema)) : asGiven(of, field, schema),
  ]);
  return Type.Object(Object.fromEntries(fields), closed);
}

export function patchSchema(body: TObject): TObject {
  return Type.Partial(body, closed);
}

/**
 * Completes the body of a PUT with the defaults of the fields that it omits. Secrets keep their
 * values unless the body has them, since no reply shows them.
 */
export function completeReplacement(of: Resource, body: Row): Row {
  const initial: Row = of.defaults;
  const absent = writable(of).filter(
    ([field, schema]) => field in initial && !(field in body) && !isWriteOnly(schema),
  );
  return { ...Object.fromEntries(absent.map(([field]) => [field, initial[field]])), ...body };
}

/**
 * Returns the fields that are accepted in a body and ignored: fields of a reply that a body cannot set.
 *
 * @param body   the schema of the body
 * @param reply  the schema of the replies that show the body
 */
export function ignoredFields(body: TObject, reply: TObject): readonly string[] {
  return Object.keys(reply.properties).filter((field) => !(field in body.properties));
}

export function fieldSchema<T extends TObject, K extends string & keyof T['properties']>(
  of: Resource<T>,
  field: K,
): T['properties'][K] {
  if (!(field in of.schema.properties)) throw new Error(`${of.name} has no field ${field}`);
  return of.schema.properties[field];
}

function writable(of: Resource): [string, TSchema][] {
  const readOnly: readonly string[] = of.readOnly;
  return Object.entries(of.schema.properties).filter(([field]) => !readOnly.includes(field));
}

function isOptional(of: Resource, field: string): boolean {
  return field in of.defaults || field === 'organization';
}

/** Accepts a reference by the slug of the other row as well as by its id. */
function asGiven(of: Resource, field: string, schema: TSchema): TSchema {
  const slug = of.references[field]?.slug;
  if (slug === undefined) return schema;
  const types = typesOf(schema).includes('null')
    ? ['integer', 'string', 'null']
    : ['integer', 'string'];
  return Type.Unsafe({ ...schema, type: types, description: `id or ${slug}` });
}
