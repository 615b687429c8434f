import { writeFile } from 'node:fs/promises';
import type { ApiOperation, ApiValue, ValueKind } from '../src/api-client/operations.ts';
import type { Api } from '../src/gateway/endpoint.ts';
import type { Apis } from '../src/gateway/module.ts';
import { loadApis } from '../src/modules/load-modules.ts';
import {
  createOpenApiDocument,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  type ReferenceObject,
} from '../src/http/openapi/document.ts';
import type { SchemaObject } from '../src/http/openapi/schemas.ts';

/* Lists the operations of both APIs from their OpenAPI documents, for `gatehouse api` and the clients. */

const verbs: Readonly<Record<string, string>> = {
  get: 'get',
  post: 'create',
  put: 'replace',
  patch: 'update',
  delete: 'delete',
};

/** Lists the operations of both APIs. */
export function listOperations({ control, gate }: Apis): readonly ApiOperation[] {
  return [...operationsOf('control', control), ...operationsOf('gate', gate)];
}

/**
 * Writes them where `gatehouse api` reads them.
 *
 * @param output  folder of the compiled code
 */
export async function writeOperations(output: string): Promise<void> {
  const operations = listOperations(await loadApis());
  await writeFile(`${output}gateway/api-operations.json`, JSON.stringify(operations));
}

function operationsOf(api: ApiOperation['api'], of: Api): readonly ApiOperation[] {
  const document = createOpenApiDocument(of);
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      api,
      ...nameOf(path.slice(of.prefix.length), method, {
        isList: isList(operation, document),
        others: Object.keys(methods).length > 1,
      }),
      method: method.toUpperCase(),
      path,
      ...describe(operation, document),
    })),
  );
}

/** Returns resource and action of a path: literal segments before its parameters, and those behind them. */
function nameOf(
  path: string,
  method: string,
  { isList: lists, others }: { readonly isList: boolean; readonly others: boolean },
): Pick<ApiOperation, 'resource' | 'action'> {
  const segments = path.split('/').filter((segment) => segment !== '');
  const first = segments.findIndex((segment) => segment.startsWith('{'));
  const literals = (part: readonly string[]) => part.filter((one) => !one.startsWith('{'));
  const resource = literals(first === -1 ? segments : segments.slice(0, first)).join('_');
  const behind = first === -1 ? '' : literals(segments.slice(first)).join('_');
  const verb = lists ? 'list' : (verbs[method] ?? method);
  if (behind === '') return { resource, action: verb };
  return { resource, action: method === 'get' || !others ? behind : `${behind}_${verb}` };
}

function describe(
  operation: OperationObject,
  document: OpenApiDocument,
): Omit<ApiOperation, 'api' | 'resource' | 'action' | 'method' | 'path'> {
  const parameters = operation.parameters.map((one) => resolved<ParameterObject>(one, document));
  const content = operation.requestBody?.content ?? {};
  const body = content['application/json'];
  return {
    summary: operation.summary,
    query: parameters
      .filter((one) => one.in === 'query')
      .map(({ name, schema, description, required }) =>
        valueOf(name, { ...schema, ...(description !== undefined && { description }) }, required),
      ),
    body: body ? fieldsOf(body.schema, document) : null,
    headers: parameters.filter((one) => one.in === 'header').map(({ name }) => name),
    isList: isList(operation, document),
    columns: columnsOf(operation, document),
    takesCsv: 'text/csv' in content,
    isJson: Object.keys(successOf(operation).content ?? { 'application/json': {} }).includes(
      'application/json',
    ),
  };
}

/** Returns the fields of a body; of alternatives, the fields of the first. */
function fieldsOf(schema: SchemaObject, document: OpenApiDocument): readonly ApiValue[] {
  const { anyOf, properties = {}, required = [] } = resolved<SchemaObject>(schema, document);
  const [first] = anyOf ?? [];
  if (first) return fieldsOf(first, document);
  return Object.entries(properties)
    .filter(([, field]) => !field.readOnly)
    .map(([name, field]) => valueOf(name, resolved(field, document), required.includes(name)));
}

function valueOf(name: string, schema: SchemaObject, isRequired: boolean): ApiValue {
  const { items, minimum, maximum, description: about, writeOnly } = schema;
  const kind = kindOf(schema);
  const value: ApiValue = {
    name,
    kind,
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    // A switch that is only written is no secret.
    ...(writeOnly && kind !== 'boolean' && { isSecret: true }),
    ...(isRequired && { isRequired: true }),
    ...(about !== undefined && { about }),
    ...choicesOf(schema),
  };
  if (kind !== 'list') return value;
  const isSingleOrList = typesOf(schema).length > 1;
  return {
    ...value,
    ...(items && { items: kindOf(items) }),
    ...(isSingleOrList && { isSingleOrList }),
  };
}

function choicesOf({ enum: choices }: SchemaObject): Pick<ApiValue, 'choices'> {
  const texts = choices?.filter((one) => typeof one === 'string' || typeof one === 'number');
  return texts ? { choices: texts } : {};
}

const kinds: Readonly<Record<string, ValueKind>> = {
  array: 'list',
  boolean: 'boolean',
  integer: 'integer',
  number: 'number',
  object: 'object',
  string: 'text',
};

function kindOf(schema: SchemaObject): ValueKind {
  const types = typesOf(schema);
  const [only = ''] = types;
  if (types.includes('array')) return 'list';
  if (types.length !== 1) return types.includes('integer') || types.length === 0 ? 'any' : 'text';
  if (schema.format === 'date-time') return 'date-time';
  return kinds[only] ?? 'any';
}

function typesOf({ type, enum: choices }: SchemaObject): readonly string[] {
  if (type === undefined && choices) return [typeof choices[0] === 'number' ? 'number' : 'string'];
  return [type ?? []].flat().filter((one) => one !== 'null');
}

function isList(operation: OperationObject, document: OpenApiDocument): boolean {
  const { properties = {} } = replyOf(operation, document);
  return 'results' in properties && 'next' in properties;
}

function columnsOf(operation: OperationObject, document: OpenApiDocument): readonly string[] {
  const { properties = {} } = replyOf(operation, document);
  const row = properties['results']?.items;
  return row && isList(operation, document) ? columnsOfRow(row, document) : [];
}

/** Returns the fields of a row, which may be one of several alternatives. */
function columnsOfRow(
  row: SchemaObject | ReferenceObject,
  document: OpenApiDocument,
): readonly string[] {
  const { anyOf = [], properties = {} } = resolved<SchemaObject>(row, document);
  const alternatives = anyOf.flatMap((one) => columnsOfRow(one, document));
  return [...new Set([...Object.keys(properties), ...alternatives])];
}

function replyOf(operation: OperationObject, document: OpenApiDocument): SchemaObject {
  const schema = successOf(operation).content?.['application/json']?.schema;
  return schema ? resolved(schema, document) : {};
}

function successOf({ responses }: OperationObject) {
  const [reply] = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const found = reply?.[1];
  return found && !('$ref' in found) ? found : { description: '' };
}

function resolved<T extends object>(one: T | ReferenceObject, document: OpenApiDocument): T {
  if (!('$ref' in one)) return one;
  const [section = '', name = ''] = one.$ref.split('/').slice(2);
  // The document names the kind of each reference by its section.
  return document.components[section]?.[name] as T;
}
