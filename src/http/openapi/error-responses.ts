import type { TObject } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import { keysOf } from '../../contract/fields.ts';
import type { Endpoint } from '../endpoint.ts';
import { errorBody, problemDetails, problemMediaType } from '../error-reply.ts';
import type { ReferenceObject, ResponseObject } from './document.ts';
import type { SchemaObject } from './schemas.ts';

/* Error responses, as components that operations refer to. The functions that reply to clients create the examples. */

interface ErrorResponse {
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
      'The request is invalid: errors by field or in `detail`; for a list, an entry for each item.',
  },
  unauthenticated: {
    fault: new Fault('unauthenticated', 'Authentication credentials were not provided.'),
    description: 'The token is missing or invalid.',
    headers: { 'WWW-Authenticate': { description: 'Bearer', schema: { type: 'string' } } },
  },
  forbidden: {
    fault: new Fault('forbidden', 'You do not have permission to perform this action.'),
    description: 'The token, or the role of its user, may not do this.',
  },
  not_found: {
    fault: new Fault('not_found', 'Not found.'),
    description: 'The object does not exist, or the caller may not see it.',
  },
  conflict: {
    fault: new Fault('conflict', 'still in use, or refers to something absent'),
    description:
      'The object is in use, the name matches several objects, or another request had this Idempotency-Key.',
  },
  precondition: {
    fault: new Fault(
      'precondition',
      'The entity tag does not match: If-Match has "a", the current tag is "b".',
    ),
    description: 'The state of the object matches no entity tag in If-Match.',
  },
  too_large: {
    fault: new Fault('too_large', 'The request body is too large.'),
    description: 'The body exceeds `http.body_limit`.',
  },
  media_type: {
    fault: new Fault('media_type', 'Unsupported media type in request. Expected application/json.'),
    description: 'The media type of the body is not supported.',
  },
  throttled: {
    fault: new Fault('throttled', 'Request was throttled. Expected available in 6 seconds.', {
      retryAfter: 6,
    }),
    description: 'Too many wrong passwords for this name.',
    headers: retryAfter,
  },
  unavailable: {
    fault: new Fault('unavailable', 'the store cannot write'),
    description: 'The gateway is overloaded, or its store is unavailable.',
    headers: retryAfter,
  },
} as const satisfies Readonly<Record<string, ErrorResponse>>;

type ErrorName = keyof typeof errors;

/** Conditions of errors that only some operations can return; all others are possible everywhere. */
const mayEndIn: Partial<Record<ErrorName, (endpoint: Endpoint) => boolean>> = {
  not_found: ({ params, query }) =>
    [...requiredOf(params), ...requiredOf(query)].length > 0 || 'cursor' in query.properties,
  conflict: ({ method, params, query }) =>
    method !== 'GET' || [...requiredOf(params), ...requiredOf(query)].some(matchesSeveral),
  precondition: ({ method, hasEtag }) => method !== 'GET' && hasEtag,
  too_large: ({ body }) => body !== null,
  media_type: ({ body }) => body !== null,
  throttled: ({ isRateLimited }) => isRateLimited,
};

/** Returns the error responses of an endpoint by status. */
export function errorResponsesFor(endpoint: Endpoint): Record<number, ReferenceObject> {
  const names = keysOf(errors).filter((name) => mayEndIn[name]?.(endpoint) ?? true);
  return Object.fromEntries(
    names.map((name) => [errors[name].fault.status, { $ref: `#/components/responses/${name}` }]),
  );
}

function requiredOf(schema: TObject): readonly string[] {
  return 'required' in schema ? schema.required : [];
}

/** True for names and serial numbers: they are unique within one organization, and a caller may see several. */
function matchesSeveral(field: string): boolean {
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
    description: 'errors by field',
  },
  error_problem: {
    type: 'object',
    description: 'problem details, RFC 9457',
    required: ['type', 'title', 'status', 'detail'],
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      errors: { description: 'errors by field; for a list, by item' },
    },
  },
} as const satisfies Readonly<Record<string, SchemaObject>>;

export const errorDetailSchema = errorSchema('error_detail');
const fields = errorSchema('error_fields');
const invalid: SchemaObject = {
  anyOf: [fields, errorDetailSchema, { type: 'array', items: fields }],
};

export const errorResponses: Readonly<Record<string, ResponseObject>> = Object.fromEntries(
  Object.entries(errors).map(([name, error]) => [name, responseOf(error)]),
);

function errorSchema(name: keyof typeof errorSchemas): ReferenceObject {
  return { $ref: `#/components/schemas/${name}` };
}

function responseOf({ fault, ...response }: ErrorResponse): ResponseObject {
  return {
    ...response,
    content: {
      'application/json': {
        schema: fault.kind === 'invalid' ? invalid : errorDetailSchema,
        example: errorBody(fault),
      },
      [problemMediaType]: { schema: errorSchema('error_problem'), example: problemDetails(fault) },
    },
  };
}
