import { Type, type TObject, type TSchema } from 'typebox';
import type { Resource } from '../resource.ts';
import { isWriteOnly, type Row } from '../store/query/row-serialization.ts';

const closed = { additionalProperties: false };

/** What a reply shows of a resource: everything but its secrets. */
export function readableSchema(of: Resource): TObject {
  return Type.Object(
    Object.fromEntries(
      Object.entries(of.schema.properties).filter(([, field]) => !isWriteOnly(field)),
    ),
  );
}

/** What a body may say. A field that a new row has a value for may be left out; so may the organization, which is then the caller's. */
export function writableSchema(of: Resource): TObject {
  const fields = writable(of).map(([field, schema]) => [
    field,
    isOptional(of, field) ? Type.Optional(asGiven(of, field, schema)) : asGiven(of, field, schema),
  ]);
  return Type.Object(Object.fromEntries(fields) as Record<string, TSchema>, closed);
}

export function patchSchema(body: TObject): TObject {
  return Type.Partial(body, closed);
}

/** A PUT's body with every field that it left out back at its first value; secrets, which no reply shows, stay unless given. */
export function completeReplacement(of: Resource, body: Row): Row {
  const initial: Row = of.defaults;
  const absent = writable(of).filter(
    ([field, schema]) => field in initial && !(field in body) && !isWriteOnly(schema),
  );
  return { ...Object.fromEntries(absent.map(([field]) => [field, initial[field]])), ...body };
}

export function fieldSchema(of: Resource, field: string): TSchema {
  const schema = of.schema.properties[field];
  if (!schema) throw new Error(`${of.name} has no field ${field}`);
  return schema;
}

function writable(of: Resource): [string, TSchema][] {
  const readOnly: readonly string[] = of.readOnly;
  return Object.entries(of.schema.properties).filter(([field]) => !readOnly.includes(field));
}

function isOptional(of: Resource, field: string): boolean {
  return field in of.defaults || field === 'organization';
}

/** A reference may be given by the other row's slug as well as by its id. */
function asGiven(of: Resource, field: string, schema: TSchema): TSchema {
  const slug = of.references[field]?.slug;
  return slug === undefined
    ? schema
    : Type.Unsafe({ ...schema, type: ['integer', 'string'], description: `id or ${slug}` });
}
