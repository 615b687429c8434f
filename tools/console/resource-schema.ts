import type { Resource } from '../../src/contract/resource.ts';
import type { Api, Endpoint } from '../../src/gateway/endpoint.ts';
import type { SchemaObject } from '../../src/http/openapi/schemas.ts';

/* What the console knows of a collection, by the schemas of its endpoints. `web/resource/resource-schema.ts` has its type. */

const types: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  array: 'list',
  object: 'object',
};

const pageParameters = new Set(['limit', 'offset', 'cursor', 'ordering', 'format']);

interface Field {
  readonly name: string;
  readonly type: string;
  readonly format: string | null;
  readonly choices: readonly string[] | null;
  readonly isNullable: boolean;
  readonly description: string;
}

interface Schemas {
  readonly apis: readonly Api[];
  readonly resources: readonly Pick<Resource, 'name' | 'defaults'>[];
}

/**
 * Returns fields, filters and orders of a collection.
 *
 * @param path  with the prefix of its API, such as /gate/api/v1/aaa_client/
 * @throws Error if no API lists it
 */
export function readResourceSchema(path: string, { apis, resources }: Schemas): object {
  const api = apis.find(({ prefix }) => path.startsWith(`${prefix}/`));
  const find = (method: string, at: string) =>
    api?.endpoints.find((one) => one.method === method && `${api.prefix}${one.path}` === at);
  const list = find('GET', path);
  if (!list) throw new Error(`no API lists ${path}`);
  const shown = propertiesOf(rowOf(list.reply));
  const write = find('POST', path) ?? find('PATCH', `${path}{id}/`);
  const name = path.split('/').at(-2);
  const defaults = resources.find((one) => one.name === name)?.defaults ?? {};
  return {
    fields: mergeFields(shown, write).map((field) => ({
      ...field,
      initial: Object.entries(defaults).find(([key]) => key === field.name)?.[1] ?? null,
    })),
    ...parametersOf(list),
  };
}

function mergeFields(shown: ReadonlyMap<string, Field>, write: Endpoint | undefined) {
  const body: SchemaObject = write?.body ?? {};
  const entered = propertiesOf(body);
  const required = new Set(requiredOf(body));
  const names = [...new Set([...shown.keys(), ...entered.keys()])];
  return names.map((name) => ({
    name,
    ...shown.get(name),
    ...entered.get(name),
    isRequired: required.has(name),
    isWriteOnly: !shown.has(name),
    isReadOnly: !entered.has(name),
  }));
}

function rowOf(reply: SchemaObject): SchemaObject {
  return reply.properties?.['results']?.items ?? reply;
}

/** Returns the schemas of a body: a body of several forms has those of the first. */
function objectIn(schema: SchemaObject): SchemaObject {
  if (schema.properties) return schema;
  const forms = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const form = forms.find(({ type, properties }) => properties ?? type === 'array');
  return form?.properties ? form : (form?.items ?? {});
}

function propertiesOf(schema: SchemaObject): ReadonlyMap<string, Field> {
  const entries = Object.entries(objectIn(schema).properties ?? {});
  return new Map(entries.map(([name, field]) => [name, fieldOf(name, field)]));
}

function requiredOf(schema: SchemaObject): readonly string[] {
  return objectIn(schema).required ?? [];
}

function fieldOf(name: string, schema: SchemaObject): Field {
  const parts = [schema, ...(schema.anyOf ?? [])];
  const names = parts.flatMap(({ type = [] }) => type);
  const choices = parts.flatMap((part) => part.enum ?? []);
  const kinds = [
    ...new Set(names.filter((one) => one !== 'null').map((one) => types[one] ?? 'any')),
  ];
  return {
    name,
    type: kinds.length === 1 ? (kinds[0] ?? 'any') : choices.length > 0 ? 'text' : 'any',
    format: parts.find(({ format }) => format !== undefined)?.format ?? null,
    choices: choices.length > 0 ? choices.filter((one) => one !== null).map(String) : null,
    isNullable: names.includes('null'),
    description: schema.description ?? '',
  };
}

function parametersOf({ query, mediaTypes }: Endpoint) {
  const parameters = [...propertiesOf(query).values()];
  const ordering = parameters.find(({ name }) => name === 'ordering');
  return {
    filters: parameters
      .filter(({ name }) => !pageParameters.has(name))
      .map(({ name, type, choices }) => ({ name, type, choices })),
    orders: (ordering?.choices ?? []).filter((name) => !name.startsWith('-')),
    hasCsv: mediaTypes.includes('text/csv'),
  };
}
