import { STATUS_CODES } from '../../runtime/node-http.ts';
import { csvMediaType } from '../list/csv.ts';
import { supportsNotModified, type Endpoint } from '../endpoint.ts';
import { keptHours } from '../idempotency.ts';
import type {
  MediaTypeObject,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  RequestBodyObject,
  ResponseObject,
} from './document.ts';
import { describeOperation } from './description.ts';
import { errorDetailSchema, errorResponsesFor } from './error-responses.ts';
import type { Examples } from '../../gateway/endpoint.ts';
import { createBodyExample } from './example.ts';
import { collectionName, type SchemaReferencer, type SchemaObject } from './schemas.ts';

/** The context of the description of an operation. */
interface OperationContext {
  readonly refer: SchemaReferencer;
  readonly examples: Examples;
  /** True if the lists of its path are available as CSV as well. */
  readonly hasCsv: boolean;
}

/** Creates the operation of an endpoint. */
export function createOperation(endpoint: Endpoint, by: OperationContext): OperationObject {
  return {
    operationId: operationIdOf(endpoint),
    summary: endpoint.summary,
    description: describeOperation(endpoint),
    tags: [tagName(endpoint)],
    parameters: parametersOf(endpoint),
    ...(endpoint.body && { requestBody: requestBodyOf(endpoint, endpoint.body, by) }),
    responses: { ...errorResponsesFor(endpoint), ...repliesOf(endpoint, by) },
    'x-roles': endpoint.roles,
    ...(endpoint.isExtension && { 'x-extension': true }),
  };
}

/** Returns the tag of an endpoint: the first segment of its path. */
export function tagName({ path }: Endpoint): string {
  return path.split('/')[1] ?? '';
}

const verbs = { POST: 'create', PUT: 'replace', PATCH: 'update', DELETE: 'destroy' } as const;

/** Returns `inventory_device_list` and the like, which generated clients use as function names. */
function operationIdOf(endpoint: Endpoint): string {
  const verb =
    endpoint.method === 'GET' ? (isList(endpoint) ? 'list' : 'retrieve') : verbs[endpoint.method];
  return `${collectionName(endpoint)}_${verb}`;
}

function isList({ reply }: Endpoint): boolean {
  const { properties = {} }: SchemaObject = reply;
  return 'results' in properties && 'next' in properties;
}

/** Request headers that operations refer to. */
export const headerParameters = {
  if_match: header('If-Match', 'entity tags: the change applies only to these states'),
  if_none_match: header('If-None-Match', 'entity tags: 304 if the current state is one of these'),
  idempotency_key: header(
    'Idempotency-Key',
    `a request repeated with the same key within ${keptHours} hours is executed once`,
  ),
} as const satisfies Readonly<Record<string, ParameterObject>>;

/** Response headers that operations refer to. */
export const responseHeaders = {
  etag: {
    description: 'the entity tag of the reply, for If-Match and If-None-Match',
    schema: { type: 'string' },
  },
  idempotency_replayed: {
    description: '`true`: the stored reply to an earlier request with this key',
    schema: { type: 'string' },
  },
} as const satisfies ResponseObject['headers'];

function header(name: string, description: string): ParameterObject {
  return {
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string', maxLength: 255 },
    'x-extension': true,
  };
}

function parametersOf(endpoint: Endpoint): (ParameterObject | ReferenceObject)[] {
  const { method, hasEtag } = endpoint;
  const refer = (name: keyof typeof headerParameters) => ({
    $ref: `#/components/parameters/${name}`,
  });
  return [
    ...parametersIn('path', endpoint.params),
    ...parametersIn('query', endpoint.query),
    ...(method === 'POST' ? [refer('idempotency_key')] : []),
    ...(supportsNotModified(endpoint) ? [refer('if_none_match')] : []),
    ...(hasEtag && method !== 'GET' ? [refer('if_match')] : []),
  ];
}

function parametersIn(
  place: 'path' | 'query',
  { properties = {}, required = [] }: SchemaObject,
): ParameterObject[] {
  return Object.entries(properties).map(([name, { description, ...schemaAndMark }]) => {
    const { 'x-extension': isExtension, ...schema } = schemaAndMark;
    const text = [meaningOf(name), description].filter((part) => part !== undefined).join('; ');
    const parameter = {
      name,
      in: place,
      required: required.includes(name),
      schema: notNull(schema),
      ...(isExtension && { 'x-extension': isExtension }),
    };
    return text === '' ? parameter : { ...parameter, description: text };
  });
}

const meanings: Readonly<Record<string, string>> = {
  offset: 'rows to skip',
  ordering: 'the field to order by; with `-`, descending',
  __gte: 'greater than or equal to',
  __lte: 'less than or equal to',
  __icontains: 'contains, ignoring case',
  __isnull: 'true: is null',
};

/** Returns the meaning of a list parameter by its name or suffix. */
function meaningOf(name: string): string | undefined {
  return meanings[name] ?? meanings[/__[a-z]+$/.exec(name)?.[0] ?? ''];
}

/** Removes null from a schema, since text in a URL is never null. */
function notNull(schema: SchemaObject): SchemaObject {
  const { type, enum: values } = schema;
  const [first, ...others] = [type ?? []].flat().filter((one) => one !== 'null');
  return {
    ...schema,
    ...(first !== undefined && { type: others.length === 0 ? first : [first, ...others] }),
    ...(values && { enum: values.filter((value) => value !== null) }),
  };
}

function requestBodyOf(
  endpoint: Endpoint,
  body: SchemaObject,
  { refer, examples, hasCsv }: OperationContext,
): RequestBodyObject {
  const schema = refer(body);
  const example = examples.bodies[collectionName(endpoint)] ?? createBodyExample(body, examples);
  const json = {
    schema: endpoint.handleMany ? { anyOf: [schema, { type: 'array', items: schema }] } : schema,
    example,
  };
  const form: SchemaObject = {
    type: 'object',
    properties: { data: { type: 'string', description: 'the body as JSON text' } },
  };
  return {
    required: true,
    ...(endpoint.acceptsDataField && {
      description: 'The body may also be in a field `data`, as an object or as JSON text.',
    }),
    content: {
      'application/json': json,
      ...(endpoint.acceptsDataField && {
        'application/x-www-form-urlencoded': {
          schema: form,
          example: { data: JSON.stringify(example) },
        },
      }),
      ...(endpoint.handleMany && hasCsv && { [csvMediaType]: csv }),
      ...(endpoint.acceptsText && { 'text/plain': { schema: { type: 'string' } } }),
    },
  };
}

const csv: MediaTypeObject = {
  schema: {
    type: 'string',
    description:
      'CSV with a header line of field names; a reference to another object is its id or its name',
  },
};

const binary: MediaTypeObject = { schema: { type: 'string', format: 'binary' } };

function repliesOf(
  endpoint: Endpoint,
  { refer, hasCsv }: OperationContext,
): Record<number, ResponseObject> {
  const schema = refer(endpoint.reply);
  const content = {
    ...(!endpoint.isEventStream && { 'application/json': { schema } }),
    ...(hasCsv && isList(endpoint) && { [csvMediaType]: csv }),
    ...Object.fromEntries(
      endpoint.mediaTypes.filter((type) => type !== csvMediaType).map((type) => [type, binary]),
    ),
  };
  const headers = headersOf(endpoint);
  const reply = (status: number): ResponseObject => ({
    description: STATUS_CODES[status] ?? '',
    ...(headers && { headers }),
  });
  return {
    ...verdictsOf(endpoint, schema),
    [endpoint.status]:
      endpoint.status === 204 ? reply(204) : { ...reply(endpoint.status), content },
    ...(supportsNotModified(endpoint) && { 304: reply(304) }),
  };
}

function headersOf({ method, hasEtag, status }: Endpoint): ResponseObject['headers'] {
  const refer = (name: keyof typeof responseHeaders) => ({ $ref: `#/components/headers/${name}` });
  if (method === 'POST') return { 'Idempotency-Replayed': refer('idempotency_replayed') };
  return hasEtag && status !== 204 ? { ETag: refer('etag') } : undefined;
}

/** Returns the responses of `statusOf` for each choice of a reply; errors may have the same statuses. */
function verdictsOf(endpoint: Endpoint, schema: SchemaObject): Record<number, ResponseObject> {
  const { properties = {} }: SchemaObject = endpoint.reply;
  const choices = Object.entries(properties).flatMap(([name, field]) =>
    (field.enum ?? []).map((value) => ({ [name]: value })),
  );
  const statuses = choices
    .map((choice) => endpoint.statusOf?.(choice) ?? endpoint.status)
    .filter((status) => Number.isInteger(status));
  const content = { 'application/json': { schema: { anyOf: [schema, errorDetailSchema] } } };
  return Object.fromEntries(
    statuses.map((status) => [status, { description: 'The result, or an error.', content }]),
  );
}
