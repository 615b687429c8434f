import { isObjectSchema } from '../../contract/fields.ts';
import { csvMediaType } from '../list/csv.ts';
import { supportsNotModified, type Endpoint } from '../endpoint.ts';
import { keptHours } from '../idempotency.ts';

/* What an operation does beyond its summary, from what its endpoint declares. */

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
  list: "Shows what belongs to the caller's organization and to those below it.",
  object:
    "What belongs to an organization outside of the caller's is answered like what does not exist: 404.",
  write:
    'A key that is not known, or a value that is not valid, is a 400 that names it, and nothing is changed.',
  delete:
    'What another object still uses is not deleted: the 409 says what uses it. An object of another organization is a 404.',
};

type Note = readonly [applies: (endpoint: Endpoint) => boolean, text: string];

const notes: readonly Note[] = [
  [
    (endpoint) => hasQuery(endpoint, 'cursor') && !hasQuery(endpoint, 'offset'),
    'It is a long list, newest first unless `ordering` says otherwise: follow `next`, whose `cursor` leads to the next page, however long the list is. `count` is an estimate where `count_is_estimate` is true.',
  ],
  [
    (endpoint) => hasQuery(endpoint, 'offset'),
    'Pages by `limit`. `next` and `previous` are the absolute URLs of the neighbouring pages and continue at a row, so that a walk shows each row once while others come and go; `offset` skips rows.',
  ],
  [
    (endpoint) => kindOf(endpoint) === 'list' && Object.keys(endpoint.query.properties).length > 3,
    'Filters narrow the list together, and an unknown parameter is a 400.',
  ],
  [
    ({ mediaTypes }) => mediaTypes.includes(csvMediaType),
    'With `Accept: text/csv` all pages come at once as CSV.',
  ],
  [
    (endpoint) => 'handleMany' in endpoint,
    'The body may also be a list, as JSON or CSV: all of it is done, or nothing, and the errors are listed by row, those of CSV with their line.',
  ],
  [
    ({ acceptsDataField }) => acceptsDataField,
    'The body is the object itself, or the object in a field `data`, also as JSON text or in a form.',
  ],
  [
    ({ method }) => method === 'POST',
    `With \`Idempotency-Key\` a repetition within ${keptHours} hours gets the first reply and does nothing again.`,
  ],
  [
    ({ method, hasEtag }) => hasEtag && method !== 'GET' && method !== 'POST',
    'With `If-Match` it applies only to the state whose entity tag is given; otherwise 412.',
  ],
  [supportsNotModified, 'With `If-None-Match` a state that the client has already is a 304.'],
  [({ isRateLimited }) => isRateLimited, 'Failed passwords are limited: 429 with `Retry-After`.'],
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
