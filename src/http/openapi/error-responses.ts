import type { TObject } from 'typebox';
import { Fault } from '../../errors.ts';
import type { Endpoint } from '../endpoint.ts';
import { errorBody, problemDetails, problemMediaType } from '../error-reply.ts';
import type { ReferenceObject, ResponseObject } from './document.ts';
import type { SchemaObject } from './schemas.ts';

/* What goes wrong, said once, in components that operations refer to. The examples are made by what answers callers. */

interface ErrorWords {
  readonly fault: Fault;
  readonly description: string;
  readonly headers?: ResponseObject['headers'];
}

const retryAfter = {
  'Retry-After': { description: 'seconds to wait', schema: { type: 'integer' } },
};

const errors = {
  invalid: {
    fault: Fault.field('name', 'This field is required.'),
    description:
      'Something is wrong with the request: by field, or in `detail`; of a list, an entry for each item.',
  },
  unauthenticated: {
    fault: new Fault('unauthenticated', 'Authentication credentials were not provided.'),
    description: 'No token, or none that is valid.',
    headers: { 'WWW-Authenticate': { description: 'Bearer', schema: { type: 'string' } } },
  },
  forbidden: {
    fault: new Fault('forbidden', 'You do not have permission to perform this action.'),
    description: 'The token, or the role of its user, may not do this.',
  },
  not_found: {
    fault: new Fault('not_found', 'Not found.'),
    description: "There is none, or it is not the caller's.",
  },
  conflict: {
    fault: new Fault('conflict', 'still in use, or refers to something absent'),
    description:
      'It is in use, its name fits several, or an Idempotency-Key came with another request.',
  },
  precondition: {
    fault: new Fault('precondition', 'It has changed since: If-Match says "a", it is "b" now.'),
    description: 'It is no longer in the state that If-Match names.',
  },
  too_large: {
    fault: new Fault('too_large', 'The request body is too large.'),
    description: 'The body is longer than the gateway reads.',
  },
  media_type: {
    fault: new Fault('media_type', 'Unsupported media type in request. Expected application/json.'),
    description: 'The body is of a kind that is not read here.',
  },
  throttled: {
    fault: new Fault('throttled', 'Request was throttled. Expected available in 6 seconds.', {
      retryAfter: 6,
    }),
    description: 'Too many wrong passwords came for this name.',
    headers: retryAfter,
  },
  unavailable: {
    fault: new Fault('unavailable', 'the store cannot write'),
    description: 'The gateway cannot keep up, or its store cannot be reached.',
    headers: retryAfter,
  },
} as const satisfies Readonly<Record<string, ErrorWords>>;

type ErrorName = keyof typeof errors;

/** Which operations may end so, where it is not all of them. */
const mayEndIn: Partial<Record<ErrorName, (row: Endpoint) => boolean>> = {
  not_found: ({ params, query }) =>
    [...requiredOf(params), ...requiredOf(query)].length > 0 || 'cursor' in query.properties,
  conflict: ({ method, params, query }) =>
    method !== 'GET' || [...requiredOf(params), ...requiredOf(query)].some(fitsSeveral),
  precondition: ({ method, hasEtag }) => method !== 'GET' && hasEtag,
  too_large: ({ body }) => body !== null,
  media_type: ({ body }) => body !== null,
  throttled: ({ isRateLimited }) => isRateLimited,
};

/** The replies of an operation that did not succeed, by status. */
export function errorResponsesFor(row: Endpoint): Record<number, ReferenceObject> {
  const names = (Object.keys(errors) as ErrorName[]).filter(
    (name) => mayEndIn[name]?.(row) ?? true,
  );
  return Object.fromEntries(
    names.map((name) => [errors[name].fault.status, { $ref: `#/components/responses/${name}` }]),
  );
}

function requiredOf(schema: TObject): readonly string[] {
  return 'required' in schema ? schema.required : [];
}

/** Names and serial numbers are one organization's own, and a caller may see several. */
function fitsSeveral(field: string): boolean {
  return /(^|__)(name|serial_number)$/.test(field);
}

const textList: SchemaObject = { type: 'array', items: { type: 'string' } };

export const errorSchemas = {
  error_detail: {
    type: 'object',
    properties: { detail: { type: 'string' } },
    required: ['detail'],
  },
  error_fields: {
    type: 'object',
    additionalProperties: textList,
    description: 'field -> what is wrong with it',
  },
  error_problem: {
    ...{
      type: 'object',
      description: 'problem details, RFC 9457',
      required: ['type', 'title', 'status', 'detail'],
    },
    properties: {
      ...{
        type: { type: 'string' },
        title: { type: 'string' },
        status: { type: 'integer' },
        detail: { type: 'string' },
      },
      errors: { description: 'what is wrong by field, or of a list by item' },
    },
  },
} as const satisfies Readonly<Record<string, SchemaObject>>;

export const errorDetailSchema = errorSchema('error_detail');
const fields = errorSchema('error_fields');
const invalid: SchemaObject = {
  anyOf: [fields, errorDetailSchema, { type: 'array', items: fields }],
};

export const errorResponses: Readonly<Record<string, ResponseObject>> = Object.fromEntries(
  Object.entries(errors).map(([name, words]) => [name, responseOf(words)]),
);

function errorSchema(name: keyof typeof errorSchemas): ReferenceObject {
  return { $ref: `#/components/schemas/${name}` };
}

function responseOf({ fault, ...words }: ErrorWords): ResponseObject {
  return {
    ...words,
    content: {
      'application/json': {
        schema: fault.kind === 'invalid' ? invalid : errorDetailSchema,
        example: errorBody(fault),
      },
      [problemMediaType]: { schema: errorSchema('error_problem'), example: problemDetails(fault) },
    },
  };
}
