import { Type } from 'typebox';
import type { Role } from '../../contract/caller.ts';
import { Fault } from '../../contract/errors.ts';
import { eventKinds, type EventKind } from '../../gateway/gateway.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';

const query = Type.Object(
  {
    kind: Type.Optional(
      Type.Enum([...eventKinds], {
        'x-extension': true,
        description: 'default: all that the role may read',
      }),
    ),
    kind__in: Type.Optional(
      Type.String({
        maxLength: 255,
        'x-extension': true,
        description: 'kinds, separated by commas',
      }),
    ),
    organization: Type.Optional(
      Type.Integer({
        'x-extension': true,
        description:
          'this organization and those below it; default: the organizations of the token',
      }),
    ),
    seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 86_400,
        'x-extension': true,
        description:
          'ends the stream after this time; 0: after the events since Last-Event-ID; default: never',
      }),
    ),
  },
  { additionalProperties: false },
);

/** GET /events/: events as Server-Sent Events. @param roles  roles that may read at least one kind */
export function eventsEndpoint(roles: readonly Role[]): Endpoint {
  return endpoint({
    method: 'GET',
    path: '/events/',
    summary: 'Stream events as they happen',
    query,
    reply: Type.String({
      description: `Server-Sent Events: ${eventKinds.map((kind) => `\`${kind}\``).join(', ')}; \`reset\`: some are missing; \`end\`: the last one`,
    }),
    roles,
    isExtension: true,
    isEventStream: true,
    mediaTypes: ['text/event-stream'],
    handle: ({ gateway, caller, reader, query: asked }) =>
      gateway.events.open({
        caller,
        kinds: kindsIn(asked.kind, asked.kind__in),
        organization: asked.organization ?? null,
        ...reader(),
        seconds: asked.seconds ?? null,
      }),
  });
}

/** @throws Fault `invalid` a kind that is not known, or both parameters */
function kindsIn(kind?: EventKind, list?: string): readonly EventKind[] | null {
  if (list === undefined) return kind === undefined ? null : [kind];
  if (kind !== undefined) throw Fault.field('kind__in', 'Cannot be combined with kind.');
  return list.split(',').map((name) => {
    const known = eventKinds.find((one) => one === name.trim());
    if (known === undefined)
      throw Fault.field(
        'kind__in',
        `Not valid: ${JSON.stringify(name)}. Known: ${eventKinds.join(', ')}.`,
      );
    return known;
  });
}
