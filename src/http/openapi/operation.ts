import { STATUS_CODES } from 'node:http';
import { csvMediaType } from '../csv.ts';
import { supportsNotModified, type Endpoint } from '../endpoint.ts';
import type {
  MediaTypeObject,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  RequestBodyObject,
  ResponseObject,
} from './document.ts';
import { errorDetailSchema, errorResponsesFor } from './error-responses.ts';
import { createBodyExample, type Examples } from './example.ts';
import { collectionName, type SchemaReferencer, type SchemaObject } from './schemas.ts';

/** What a row's operation is written with. */
interface Writing {
  readonly refer: SchemaReferencer;
  readonly examples: Examples;
  /** True: the lists of its path go in and out as CSV as well. */
  readonly hasCsv: boolean;
}

/** A row as the document shows it. */
export function createOperation(row: Endpoint, by: Writing): OperationObject {
  return {
    operationId: operationIdOf(row),
    summary: row.summary,
    tags: [tagName(row)],
    parameters: parametersOf(row),
    ...(row.body && { requestBody: requestBodyOf(row, row.body, by) }),
    responses: { ...errorResponsesFor(row), ...repliesOf(row, by) },
    'x-roles': row.roles,
    ...(row.extension && { 'x-extension': true }),
  };
}

/** The part of the API that a row belongs to: the first name of its path. */
export function tagName({ path }: Endpoint): string {
  return path.split('/')[1] ?? '';
}

const verbs = { POST: 'create', PUT: 'replace', PATCH: 'update', DELETE: 'destroy' } as const;

/** `inventory_device_list`: what is generated from the document calls its functions so. */
function operationIdOf(row: Endpoint): string {
  const verb = row.method === 'GET' ? (isList(row) ? 'list' : 'retrieve') : verbs[row.method];
  return `${collectionName(row)}_${verb}`;
}

function isList({ reply }: Endpoint): boolean {
  const { properties = {} }: SchemaObject = reply;
  return 'results' in properties && 'next' in properties;
}

/** Headers that operations of one kind take. */
export const headerParameters = {
  if_match: header('If-Match', 'entity tags: the change is meant for these states only'),
  if_none_match: header(
    'If-None-Match',
    'entity tags: 304 where it is still in one of these states',
  ),
  idempotency_key: header(
    'Idempotency-Key',
    'sent again with the same key within 24 hours, the request is done once',
  ),
} as const satisfies Readonly<Record<string, ParameterObject>>;

/** Headers that replies of one kind have. */
export const responseHeaders = {
  etag: {
    description: 'the entity tag of what is shown, for If-Match and If-None-Match',
    schema: { type: 'string' },
  },
  idempotency_replayed: {
    description: '`true`: the answer to an earlier request with this key',
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
  };
}

function parametersOf(row: Endpoint): (ParameterObject | ReferenceObject)[] {
  const { method, hasEtag } = row;
  const refer = (name: keyof typeof headerParameters) => ({
    $ref: `#/components/parameters/${name}`,
  });
  return [
    ...parametersIn('path', row.params),
    ...parametersIn('query', row.query),
    ...(method === 'POST' ? [refer('idempotency_key')] : []),
    ...(supportsNotModified(row) ? [refer('if_none_match')] : []),
    ...(hasEtag && method !== 'GET' ? [refer('if_match')] : []),
  ];
}

function parametersIn(
  place: 'path' | 'query',
  { properties = {}, required = [] }: SchemaObject,
): ParameterObject[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => {
    const words = [meaningOf(name), description].filter((part) => part !== undefined).join('; ');
    const parameter = {
      name,
      in: place,
      required: required.includes(name),
      schema: notNull(schema),
    };
    return words === '' ? parameter : { ...parameter, description: words };
  });
}

const meanings: Readonly<Record<string, string>> = {
  offset: 'rows to skip',
  ordering: 'the field to order by; with `-`, from the greatest down',
  __gte: 'this or more',
  __lte: 'this or less',
  __icontains: 'has this in it, in capitals or not',
  __isnull: 'true: has none',
};

/** What a parameter of lists means, by its name or the end of it. */
function meaningOf(name: string): string | undefined {
  return meanings[name] ?? meanings[/__[a-z]+$/.exec(name)?.[0] ?? ''];
}

/** Text in a URL is never null. */
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
  row: Endpoint,
  body: SchemaObject,
  { refer, examples, hasCsv }: Writing,
): RequestBodyObject {
  const schema = refer(body);
  const example = examples.bodies[collectionName(row)] ?? createBodyExample(body, examples);
  const json = {
    schema: row.bulk ? { anyOf: [schema, { type: 'array', items: schema }] } : schema,
    example,
  };
  const form: SchemaObject = {
    type: 'object',
    properties: { data: { type: 'string', description: 'the body as JSON text' } },
  };
  return {
    required: true,
    ...(row.wrapped && {
      description: 'May stand in a field `data` as well, as an object or as JSON text.',
    }),
    content: {
      'application/json': json,
      ...(row.wrapped && {
        'application/x-www-form-urlencoded': {
          schema: form,
          example: { data: JSON.stringify(example) },
        },
      }),
      ...(row.bulk && hasCsv && { [csvMediaType]: csv }),
    },
  };
}

const csv: MediaTypeObject = {
  schema: { type: 'string', description: 'CSV with a head line of field names' },
};

function repliesOf(row: Endpoint, { refer, hasCsv }: Writing): Record<number, ResponseObject> {
  const schema = refer(row.reply);
  const content = {
    'application/json': { schema },
    ...(hasCsv && isList(row) && { [csvMediaType]: csv }),
  };
  const headers = headersOf(row);
  const reply = (status: number): ResponseObject => ({
    description: STATUS_CODES[status] ?? '',
    ...(headers && { headers }),
  });
  return {
    ...verdictsOf(row, schema),
    [row.status]: row.status === 204 ? reply(204) : { ...reply(row.status), content },
    ...(supportsNotModified(row) && { 304: reply(304) }),
  };
}

function headersOf({ method, hasEtag, status }: Endpoint): ResponseObject['headers'] {
  const refer = (name: keyof typeof responseHeaders) => ({ $ref: `#/components/headers/${name}` });
  if (method === 'POST') return { 'Idempotency-Replayed': refer('idempotency_replayed') };
  return hasEtag && status !== 204 ? { ETag: refer('etag') } : undefined;
}

/** Statuses that say what the reply says, found by asking for each of its choices; errors may have the same ones. */
function verdictsOf(row: Endpoint, schema: SchemaObject): Record<number, ResponseObject> {
  const { properties = {} }: SchemaObject = row.reply;
  const choices = Object.entries(properties).flatMap(([name, field]) =>
    (field.enum ?? []).map((value) => ({ [name]: value })),
  );
  const statuses = choices
    .map((choice) => row.statusOf?.(choice) ?? row.status)
    .filter((status) => Number.isInteger(status));
  const content = { 'application/json': { schema: { anyOf: [schema, errorDetailSchema] } } };
  return Object.fromEntries(
    statuses.map((status) => [status, { description: 'The verdict, or an error.', content }]),
  );
}
