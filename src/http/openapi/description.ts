import { isObjectSchema } from '../../contract/fields.ts';
import { csvMediaType } from '../list/csv.ts';
import { supportsNotModified, type Endpoint } from '../endpoint.ts';
import { keptHours } from '../idempotency.ts';

/* Descriptions of operations, from the declarations of their endpoints. */

type Kind = 'list' | 'object' | 'write' | 'delete';

/** Returns the description of an operation: effect, scope, paging, conditions and roles. */
export function describeOperation(endpoint: Endpoint): string {
  return [
    `${endpoint.summary}.`,
    scopes[kindOf(endpoint)],
    ...notes.flatMap(([applies, text]) => (applies(endpoint) ? [text] : [])),
    rolesOf(endpoint),
  ].join(' ');
}

const scopes: Readonly<Record<Kind, string>> = {
  list: "Lists objects of the caller's organization and of organizations below it.",
  object: 'Objects of other organizations return 404.',
  write: 'An unknown key or an invalid value returns 400 with its name, without any change.',
  delete:
    'An object that others use is not deleted: the 409 lists the users. Objects of other organizations return 404.',
};

type Note = readonly [applies: (endpoint: Endpoint) => boolean, text: string];

const notes: readonly Note[] = [
  [
    (endpoint) => hasQuery(endpoint, 'cursor') && !hasQuery(endpoint, 'offset'),
    'A long list, newest first unless `ordering` is set: follow `next`, whose `cursor` leads to the next page at any length. `count` is an estimate if `count_is_estimate` is true.',
  ],
  [
    (endpoint) => hasQuery(endpoint, 'offset'),
    'Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once even if others are inserted and deleted; `offset` skips rows.',
  ],
  [
    (endpoint) => kindOf(endpoint) === 'list' && Object.keys(endpoint.query.properties).length > 3,
    'All filters must match. An unknown parameter returns 400.',
  ],
  [
    ({ mediaTypes }) => mediaTypes.includes(csvMediaType),
    'With `Accept: text/csv` the reply has all pages as CSV.',
  ],
  [
    ({ acceptsDataField, body }) => !acceptsDataField && body !== null,
    'The body may also be a form, with a field for each of its own or with the body as JSON text in a field `data`.',
  ],
  [
    (endpoint) => 'handleMany' in endpoint,
    'The body may also be a list, as JSON or CSV. It is applied as a whole or rejected with errors by row, for CSV with line numbers.',
  ],
  [
    ({ acceptsDataField }) => acceptsDataField,
    'The body is the object itself, or the object in a field `data`, also as JSON text or in a form.',
  ],
  [
    ({ method }) => method === 'POST',
    `With \`Idempotency-Key\` a repetition within ${keptHours} hours returns the first reply without a second execution.`,
  ],
  [
    ({ method, hasEtag }) => hasEtag && method !== 'GET' && method !== 'POST',
    'With `If-Match` it applies only to the state with the given entity tag; for another state it returns 412.',
  ],
  [supportsNotModified, 'With `If-None-Match` it returns 304 if the client has the current state.'],
  [
    ({ isRateLimited }) => isRateLimited,
    'After too many wrong passwords it returns 429 with `Retry-After`.',
  ],
  [({ isExtension }) => isExtension, 'An extension of the published interface.'],
];

function kindOf({ method, reply }: Endpoint): Kind {
  if (method === 'DELETE') return 'delete';
  if (method !== 'GET') return 'write';
  return isObjectSchema(reply) && 'results' in reply.properties ? 'list' : 'object';
}

function hasQuery({ query }: Endpoint, name: string): boolean {
  return name in query.properties;
}

function rolesOf({ roles, method }: Endpoint): string {
  const names = roles.map((role) => `\`${role}\``);
  const last = names.pop() ?? '';
  const list = names.length > 0 ? `${names.join(', ')} and ${last}` : last;
  const tokens = method === 'GET' ? '' : '; a read-only token may not';
  return `Callers: ${list}${tokens}.`;
}
