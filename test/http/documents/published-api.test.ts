import { test } from 'tap';
import { loadApis } from '../../../src/modules/load-modules.ts';
import {
  createOpenApiDocument,
  type OpenApiDocument,
  type OperationObject,
} from '../../../src/http/openapi/document.ts';
import type { SchemaObject } from '../../../src/http/openapi/schemas.ts';
import { apis, type ApiName } from './document.ts';
import { parts, published, publishedNames, type Part } from './published-api.ts';

/*
 * The OpenAPI documents against the published interface, in both directions: what is published is there and not marked as
 * an extension, and whatever else is there is marked, or lies within something that is.
 */

const sources = await loadApis();

const createDocument = (api: ApiName): OpenApiDocument =>
  // References and alternatives are objects of their own, so that a case may change one.
  JSON.parse(JSON.stringify(createOpenApiDocument(sources[api]))) as OpenApiDocument;

function operationsOf(api: ApiName, { paths }: OpenApiDocument): Map<string, OperationObject> {
  return new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => [
        `${method.toUpperCase()} ${path.replace(sources[api].prefix, '')}`,
        operation,
      ]),
    ),
  );
}

/** @returns what differs between a document and the published interface */
function differences(api: ApiName, document: OpenApiDocument): string[] {
  const operations = operationsOf(api, document);
  const unpublished = [...operations]
    .filter(([name, operation]) => !(name in published[api]) && !operation['x-extension'])
    .map(([name]) => `${name} is not published and not marked`);
  const others = Object.entries(published[api]).flatMap(([name, endpoint]) => {
    const operation = operations.get(name);
    if (!operation) return [`${name} is missing`];
    if (operation['x-extension']) return [`${name} is published and marked`];
    return parts.flatMap((part) =>
      differencesOfPart(publishedNames(endpoint, part), namesOf(document, operation, part)).map(
        (difference) => `${name} ${part}: ${difference}`,
      ),
    );
  });
  return [...unpublished, ...others];
}

/** @param shown  names of the document, each with whether it is marked */
function differencesOfPart(
  names: readonly string[],
  shown: ReadonlyMap<string, boolean>,
): string[] {
  const unmarked = [...shown].filter(([name, isMarked]) => !isMarked && !names.includes(name));
  return [
    ...unmarked.map(([name]) => `${name} is not published and not marked`),
    ...names.filter((name) => !shown.has(name)).map((name) => `${name} is missing`),
    ...names
      .filter((name) => shown.get(name) === true)
      .map((name) => `${name} is published and marked`),
  ];
}

/** @returns the names of a part; what lies within something marked is left out */
function namesOf(
  document: OpenApiDocument,
  operation: OperationObject,
  part: Part,
): Map<string, boolean> {
  const found = new Map<string, boolean>();
  const resolve = <T extends object>(value: T): T =>
    '$ref' in value ? (resolveReference(document, String(value.$ref)) as T) : value;
  const walk = (given: SchemaObject, within: string): void => {
    const { items, anyOf = [], oneOf = [], properties = {} } = resolve(given);
    for (const other of [...(items ? [items] : []), ...anyOf, ...oneOf]) walk(other, within);
    for (const [name, field] of Object.entries(properties)) {
      const isMarked = resolve(field)['x-extension'] === true;
      found.set(within + name, isMarked);
      if (!isMarked) walk(field, `${within}${name}.`);
    }
  };
  if (part === 'query')
    for (const parameter of operation.parameters.map((one) => resolve(one)))
      if ('in' in parameter && parameter.in !== 'path')
        found.set(parameter.name, parameter['x-extension'] === true);
  for (const schema of schemasOf(operation, part)) walk(schema, '');
  return found;
}

function resolveReference(document: OpenApiDocument, reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((at, word) => (at as Record<string, unknown>)[word], document);
}

/** @returns the schemas of JSON of the body, or of the replies of success */
function schemasOf({ requestBody, responses }: OperationObject, part: Part): SchemaObject[] {
  if (part === 'query') return [];
  const json = 'application/json';
  const contents =
    part === 'body'
      ? [requestBody?.content]
      : Object.entries(responses)
          .filter(([status]) => status.startsWith('2'))
          .map(([, response]) => ('content' in response ? response.content : undefined));
  return contents.flatMap((content) => (content?.[json] ? [content[json].schema] : []));
}

for (const api of apis)
  test(`${api}: the published interface is complete, and all else is marked as an extension`, (t) => {
    const names = Object.values(published[api]).flatMap((endpoint) =>
      parts.flatMap((part) => publishedNames(endpoint, part)),
    );
    t.equal(Object.keys(published[api]).length, api === 'control' ? 66 : 45);
    t.ok(names.length > 400, `${names.length} names`);
    t.same(differences(api, createDocument(api)), []);
    t.end();
  });

interface Fault {
  readonly wrong: string;
  readonly says: string;
  readonly change: (
    paths: OpenApiDocument['paths'],
    schemas: Record<string, SchemaObject>,
  ) => unknown;
}

const deviceOf = (schemas: Record<string, SchemaObject>) =>
  (schemas['inventory_device']?.properties ?? {}) as Record<string, Record<string, unknown>>;
const listOf = (paths: OpenApiDocument['paths']) =>
  (paths['/control/api/v1/inventory_device/']?.['get']?.parameters ?? []) as unknown as Record<
    string,
    unknown
  >[];

const faults: readonly Fault[] = [
  {
    wrong: 'a field of our own has no mark',
    says: 'GET /inventory_device/ reply: results.last_error is not published and not marked',
    change: (_, schemas) => delete deviceOf(schemas)['last_error']?.['x-extension'],
  },
  {
    wrong: 'a published field has a mark',
    says: 'GET /inventory_device/{id}/ reply: status is published and marked',
    change: (_, schemas) =>
      Object.assign(deviceOf(schemas)['status'] ?? {}, { 'x-extension': true }),
  },
  {
    wrong: 'a published field is missing',
    says: 'GET /inventory_device/{id}/ reply: status is missing',
    change: (_, schemas) => delete deviceOf(schemas)['status'],
  },
  {
    wrong: 'a parameter of our own has no mark',
    says: 'GET /inventory_device/ query: name__in is not published and not marked',
    change: (paths) =>
      delete listOf(paths).find(({ name }) => name === 'name__in')?.['x-extension'],
  },
  {
    wrong: 'a published parameter has another name',
    says: 'GET /inventory_device/ query: last_status_change_from is missing',
    change: (paths) =>
      Object.assign(listOf(paths).find(({ name }) => name === 'last_status_change_from') ?? {}, {
        name: 'changed_from',
      }),
  },
  {
    wrong: 'an endpoint of our own has no mark',
    says: 'GET /inventory_transaction/ is not published and not marked',
    change: (paths) =>
      Object.assign(paths['/control/api/v1/inventory_transaction/']?.['get'] ?? {}, {
        'x-extension': false,
      }),
  },
  {
    wrong: 'a published endpoint is missing',
    says: 'GET /inventory_type/ is missing',
    change: (paths) => Reflect.deleteProperty(paths, '/control/api/v1/inventory_type/'),
  },
];

for (const { wrong, says, change } of faults)
  test(`a document does not pass where ${wrong}`, (t) => {
    const document = createDocument('control');
    change(document.paths, document.components['schemas'] as Record<string, SchemaObject>);
    const found = differences('control', document);
    t.ok(found.includes(says), found.join('\n'));
    t.end();
  });
