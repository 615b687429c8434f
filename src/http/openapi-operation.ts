import { STATUS_CODES } from 'node:http';
import { csvType } from './csv.ts';
import { mayBeUnchanged, type Endpoint } from './endpoint.ts';
import type { MediaType, Operation, Parameter, Reference, RequestBody, Response } from './openapi.ts';
import { detail, errorsOf } from './openapi-errors.ts';
import { bodyExample, type Examples } from './openapi-example.ts';
import { collectionOf, type Refer, type Schema } from './openapi-schemas.ts';

/** What a row's operation is written with. */
interface Writing {
  readonly refer: Refer;
  readonly examples: Examples;
  /** True: the lists of its path go in and out as CSV as well. */
  readonly hasCsv: boolean;
}

/** A row as the document shows it. */
export function operationOf(row: Endpoint, by: Writing): Operation {
  return {
    operationId: operationIdOf(row),
    summary: row.summary,
    tags: [partOf(row)],
    parameters: parametersOf(row),
    ...(row.body && { requestBody: requestBodyOf(row, row.body, by) }),
    responses: { ...errorsOf(row), ...repliesOf(row, by) },
    'x-roles': row.roles,
    ...(row.extension && { 'x-extension': true }),
  };
}

/** The part of the API that a row belongs to: the first name of its path. */
export function partOf({ path }: Endpoint): string {
  return path.split('/')[1] ?? '';
}

const verbs = { POST: 'create', PUT: 'replace', PATCH: 'update', DELETE: 'destroy' } as const;

/** `inventory_device_list`: what is generated from the document calls its functions so. */
function operationIdOf(row: Endpoint): string {
  const verb = row.method === 'GET' ? (isList(row) ? 'list' : 'retrieve') : verbs[row.method];
  return `${collectionOf(row)}_${verb}`;
}

function isList({ reply }: Endpoint): boolean {
  const { properties = {} }: Schema = reply;
  return 'results' in properties && 'next' in properties;
}

/** Headers that operations of one kind take. */
export const requestHeaders = {
  if_match: header('If-Match', 'entity tags: the change is meant for these states only'),
  if_none_match: header('If-None-Match', 'entity tags: 304 where it is still in one of these states'),
  idempotency_key: header('Idempotency-Key', 'sent again with the same key within 24 hours, the request is done once'),
} as const satisfies Readonly<Record<string, Parameter>>;

/** Headers that replies of one kind have. */
export const replyHeaders = {
  etag: { description: 'the entity tag of what is shown, for If-Match and If-None-Match', schema: { type: 'string' } },
  idempotency_replayed: { description: '`true`: the answer to an earlier request with this key', schema: { type: 'string' } },
} as const satisfies Response['headers'];

function header(name: string, description: string): Parameter {
  return { name, in: 'header', required: false, description, schema: { type: 'string', maxLength: 255 } };
}

function parametersOf(row: Endpoint): (Parameter | Reference)[] {
  const { method, isOne } = row;
  const refer = (name: keyof typeof requestHeaders) => ({ $ref: `#/components/parameters/${name}` });
  return [
    ...parametersIn('path', row.params),
    ...parametersIn('query', row.query),
    ...(method === 'POST' ? [refer('idempotency_key')] : []),
    ...(mayBeUnchanged(row) ? [refer('if_none_match')] : []),
    ...(isOne && method !== 'GET' ? [refer('if_match')] : []),
  ];
}

function parametersIn(place: 'path' | 'query', { properties = {}, required = [] }: Schema): Parameter[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => {
    const words = [meaningOf(name), description].filter((part) => part !== undefined).join('; ');
    const parameter = { name, in: place, required: required.includes(name), schema: notNull(schema) };
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
function notNull(schema: Schema): Schema {
  const { type, enum: values } = schema;
  const [first, ...others] = [type ?? []].flat().filter((one) => one !== 'null');
  return {
    ...schema,
    ...(first !== undefined && { type: others.length === 0 ? first : [first, ...others] }),
    ...(values && { enum: values.filter((value) => value !== null) }),
  };
}

function requestBodyOf(row: Endpoint, body: Schema, { refer, examples, hasCsv }: Writing): RequestBody {
  const schema = refer(body);
  const example = examples.bodies[collectionOf(row)] ?? bodyExample(body, examples);
  const json = { schema: row.bulk ? { anyOf: [schema, { type: 'array', items: schema }] } : schema, example };
  const form: Schema = { type: 'object', properties: { data: { type: 'string', description: 'the body as JSON text' } } };
  return {
    required: true,
    ...(row.wrapped && { description: 'May stand in a field `data` as well, as an object or as JSON text.' }),
    content: {
      'application/json': json,
      ...(row.wrapped && { 'application/x-www-form-urlencoded': { schema: form, example: { data: JSON.stringify(example) } } }),
      ...(row.bulk && hasCsv && { [csvType]: csv }),
    },
  };
}

const csv: MediaType = { schema: { type: 'string', description: 'CSV with a head line of field names' } };

function repliesOf(row: Endpoint, { refer, hasCsv }: Writing): Record<number, Response> {
  const schema = refer(row.reply);
  const content = { 'application/json': { schema }, ...(hasCsv && isList(row) && { [csvType]: csv }) };
  const headers = headersOf(row);
  const reply = (status: number): Response => ({ description: STATUS_CODES[status] ?? '', ...(headers && { headers }) });
  return {
    ...verdictsOf(row, schema),
    [row.status]: row.status === 204 ? reply(204) : { ...reply(row.status), content },
    ...(mayBeUnchanged(row) && { 304: reply(304) }),
  };
}

function headersOf({ method, isOne, status }: Endpoint): Response['headers'] {
  const refer = (name: keyof typeof replyHeaders) => ({ $ref: `#/components/headers/${name}` });
  if (method === 'POST') return { 'Idempotency-Replayed': refer('idempotency_replayed') };
  return isOne && status !== 204 ? { ETag: refer('etag') } : undefined;
}

/** Statuses that say what the reply says, found by asking for each of its choices; errors may have the same ones. */
function verdictsOf(row: Endpoint, schema: Schema): Record<number, Response> {
  const { properties = {} }: Schema = row.reply;
  const choices = Object.entries(properties).flatMap(([name, field]) => (field.enum ?? []).map((value) => ({ [name]: value })));
  const statuses = choices.map((choice) => row.statusOf?.(choice) ?? row.status).filter((status) => Number.isInteger(status));
  const content = { 'application/json': { schema: { anyOf: [schema, detail] } } };
  return Object.fromEntries(statuses.map((status) => [status, { description: 'The verdict, or an error.', content }]));
}
