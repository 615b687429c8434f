import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasAttributeLists } from '../contract/attribute-dictionary.ts';
import { asFault, Fault } from '../contract/errors.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Caller } from '../contract/caller.ts';
import { isRecord } from '../contract/fields.ts';
import {
  authenticateCaller,
  authorizeCaller,
  credentialOf,
  nobody,
  originOf,
  ownOrigins,
  usedOrigin,
} from './authentication.ts';
import { routePath } from './known-paths.ts';
import { maskSecrets, maySeeSecrets } from './masking.ts';
import { withWrongReferences } from './reference/listed-references.ts';
import {
  eventStreamType,
  supportsNotModified,
  type Call,
  type Endpoint,
  type RequestAddress,
  type StreamReader,
} from './endpoint.ts';
import { auditFailedAuthentication, auditOf } from './observation/request-audit.ts';
import { runIdempotent } from './idempotency.ts';
import { matchesIfNoneMatch, entityTag } from './precondition.ts';
import { createListReader } from './list/list-body.ts';
import { isTable, readBody } from './request-body.ts';
import { createValidator } from './request-validation.ts';
import { normalizeIpAddress } from '../runtime/ip-address.ts';
import { refuseOtherPages } from './session/own-page.ts';
import { browserOf } from './session/session-cookie.ts';

/** Adds a route for each endpoint. */
export function addRoutes(
  scope: FastifyInstance,
  endpoints: readonly Endpoint[],
  gateway: Gateway,
): void {
  for (const endpoint of endpoints) addRoute(scope, endpoint, gateway);
}

function addRoute(scope: FastifyInstance, endpoint: Endpoint, gateway: Gateway): void {
  const read = createReader(endpoint, gateway);
  const callers = new WeakMap<FastifyRequest, Caller>();
  const audit = auditOf(endpoint, gateway, scope.prefix);
  const hasSecrets = hasAttributeLists(endpoint.reply);
  const shownTo = (caller: Caller, result: unknown) =>
    !hasSecrets || result instanceof Readable || maySeeSecrets(caller)
      ? result
      : maskSecrets(result);
  const readOpen = async (request: FastifyRequest, reply: FastifyReply): Promise<Call> => {
    if (!endpoint.identify) throw new Error(`${endpoint.path}: the caller is not authenticated`);
    const call = await read({ request, reply }, nobody);
    const caller = await endpoint.identify({ ...call, requestId: request.id });
    audit?.addCaller(request, caller);
    return { ...call, caller };
  };
  scope.route({
    method: endpoint.method,
    url: routePath(endpoint.path),
    bodyLimit: bodyLimitOf(endpoint, gateway),
    // The token comes before the body, which costs memory and time.
    onRequest: async (request, reply) => {
      if (endpoint.identify) {
        refuseOtherPages(request, ownOrigins(gateway.config, request));
        return;
      }
      const caller = await authenticateRequest(gateway, request, {
        path: scope.prefix + endpoint.path,
        isEnrolment: endpoint.isEnrolment,
      });
      audit?.addCaller(request, caller);
      authorizeCaller(caller, endpoint);
      // The cookie of a session does not keep caches from a reply, as a token does.
      if (caller.session !== undefined) void reply.header('cache-control', 'private, no-cache');
      callers.set(request, caller);
    },
    // A client that is gone gets no response, but has made its request.
    ...(audit && {
      onSend: async (request, reply, payload) => {
        audit.end(request, reply);
        return Promise.resolve(payload);
      },
    }),
    handler: async (request, reply) => {
      const caller = callers.get(request);
      const call = await (caller ? read({ request, reply }, caller) : readOpen(request, reply));
      audit?.addBody(request, call.body);
      if (endpoint.isEventStream && request.method === 'HEAD') return asEventStream(reply).send('');
      if (endpoint.method === 'POST') return post({ endpoint, audit, request, reply, call });
      const result = await handle(endpoint, call);
      if (endpoint.isEventStream) return asEventStream(reply).send(result);
      audit?.addResult(request, result);
      return send({ endpoint, request, reply, call }, shownTo(call.caller, result));
    },
  });
}

/** Anybody may send the body of a sign-in, so that it is short. */
const maxOpenBody = 65_536;

/** Returns the limit of a request body, in octets. */
function bodyLimitOf(endpoint: Endpoint, { config }: Gateway): number {
  return endpoint.identify ? maxOpenBody : Math.max(endpoint.maxBody ?? 0, config.http.body_limit);
}

/** The endpoint of a request. */
interface Destination {
  readonly path: string;
  /** As of an endpoint. */
  readonly isEnrolment?: boolean;
}

/** Authenticates a request, and records a failure. @throws Fault `unauthenticated`, and as `authenticateCaller` */
export async function authenticateRequest(
  gateway: Gateway,
  request: FastifyRequest,
  { path, isEnrolment = false }: Destination,
): Promise<Caller> {
  try {
    return await authenticateCaller(gateway, request, isEnrolment);
  } catch (error) {
    if (asFault(error)?.kind === 'unauthenticated')
      auditFailedAuthentication(gateway, request, path);
    throw error;
  }
}

/** A request in the hands of its endpoint. */
interface Exchange {
  readonly endpoint: Endpoint;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly call: Call;
}

/** Answers a POST, a repeated one as the first. */
async function post({
  endpoint,
  audit,
  request,
  reply,
  call,
}: Exchange & { readonly audit: ReturnType<typeof auditOf> }): Promise<FastifyReply> {
  const { gateway, caller } = call;
  // A reply that is stored has no cookie.
  const isKept = !endpoint.identify;
  const answer = await runIdempotent({ gateway, caller, request, call, isKept }, async () => ({
    status: endpoint.status,
    body: await handle(endpoint, call),
  }));
  audit?.addResult(request, answer.body);
  if (answer.isReplayed) void reply.header('idempotency-replayed', 'true');
  const isDrawn = endpoint.mediaTypes.includes(call.mediaType);
  const drawn = isDrawn ? await endpoint.draw?.(call, answer.body) : undefined;
  void reply.code(answer.status);
  return drawn ? reply.type(contentTypeOf(call)).send(drawn) : reply.send(answer.body);
}

async function handle(endpoint: Endpoint, call: Call) {
  const { body, ...others } = call;
  try {
    return await (endpoint.handleMany && Array.isArray(body)
      ? endpoint.handleMany({ ...others, bodies: body })
      : endpoint.handle(call));
  } catch (error) {
    throw await withWrongReferences(error, endpoint.bodyOf, call);
  }
}

function send({ endpoint, request, reply, call }: Exchange, result: unknown): FastifyReply {
  if (endpoint.status === 204) return reply.code(204).send();
  if (result instanceof Readable) return reply.type(contentTypeOf(call)).send(result);
  if (endpoint.hasEtag) {
    const { volatileFields, addedFields } = endpoint;
    const tag = entityTag(result, [...volatileFields, ...addedFields]);
    const hasAdded = isRecord(result) && addedFields.some((field) => field in result);
    void reply.header('etag', tag);
    if (
      supportsNotModified(endpoint) &&
      !hasAdded &&
      matchesIfNoneMatch(request.headers['if-none-match'], tag)
    )
      return reply.code(304).send();
  }
  return reply.code(endpoint.statusOf?.(result) ?? endpoint.status).send(result);
}

/** Adds the headers of a stream of events: no cache keeps it, and no proxy collects it. */
function asEventStream(reply: FastifyReply): FastifyReply {
  const headers = { 'cache-control': 'no-store', 'x-accel-buffering': 'no' };
  return reply.type(eventStreamType).headers(headers);
}

function contentTypeOf({ mediaType }: Call): string {
  return mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
}

/** Returns a function that validates a request by the schemas of its endpoint. */
function createReader(
  endpoint: Endpoint,
  gateway: Gateway,
): (
  exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  caller: Caller,
) => Promise<Call> {
  const checkParams = createValidator(endpoint.params, 'params');
  const checkQuery = createValidator(endpoint.query, 'query');
  const checkBody = endpoint.body && createValidator(endpoint.body, 'body');
  const readList = endpoint.handleMany && createListReader(endpoint);
  return async ({ request, reply }, caller) => {
    const mediaType = chooseMediaType(request.headers.accept, endpoint.mediaTypes);
    const params = checkParams(paramsOf(endpoint, request));
    const query = checkQuery(withoutCacheBusting(request.query));
    const given = endpoint.method === 'GET' ? {} : await readBody(endpoint, request);
    const isList = readList && Array.isArray(given);
    try {
      if (!isList) checkBody?.(given);
    } catch (error) {
      throw await withWrongReferences(error, endpoint.bodyOf, { body: given, gateway, caller });
    }
    const body = isList
      ? await readList(given, { gateway, caller, isTable: isTable(request) })
      : given;
    return {
      params,
      query,
      body,
      text: request.body instanceof Readable ? request.body : null,
      caller,
      remoteAddress: () => normalizeIpAddress(request.ip),
      browser: () => browserOf(gateway.config, { request, reply, usedOrigin: usedOrigin(request) }),
      gateway,
      address: addressOf(gateway, request),
      ifMatch: request.headers['if-match'] ?? null,
      mediaType,
      reader: () => readerOf(gateway, request),
    };
  };
}

const json = 'application/json';
const jsonRanges = ['*/*', 'application/*', json, 'application/problem+json'];

/**
 * Chooses the media type of a reply by the Accept header: an offered type if the client names it, else JSON.
 *
 * @throws Fault `not_acceptable` if the client accepts neither JSON nor an offered type
 */
function chooseMediaType(accept: string | undefined, offered: readonly string[]): string {
  const ranges = (accept ?? '*/*')
    .toLowerCase()
    .split(',')
    .map((range) => range.trim())
    .filter((range) => !/;\s*q=0(\.0*)?\s*$/.test(range))
    .map((range) => range.split(';', 1)[0]?.trim() ?? '');
  const named = offered.find((type) => ranges.includes(type));
  if (named !== undefined) return named;
  if (ranges.some((range) => jsonRanges.includes(range))) return json;
  const ofFamily = offered.find((type) => ranges.includes(type.replace(/\/.*/, '/*')));
  if (ofFamily !== undefined) return ofFamily;
  throw new Fault(
    'not_acceptable',
    `Accept "${(accept ?? '').slice(0, 100)}" cannot be served. Served: ${[json, ...offered].join(', ')}.`,
  );
}

function readerOf(gateway: Gateway, request: FastifyRequest): StreamReader {
  const id = request.headers['last-event-id'];
  return {
    credential: credentialOf(gateway, request),
    lastEventId: typeof id === 'string' && id !== '' ? id : null,
  };
}

/** Returns the path parameters. `{+name}` matches the rest of the path, inner slashes included. */
function paramsOf(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const { '*': rest, ...params } = isRecord(request.params) ? request.params : {};
  const greedy = /\{\+(\w+)\}/.exec(endpoint.path)?.[1];
  return greedy === undefined || typeof rest !== 'string'
    ? params
    : { ...params, [greedy]: rest.replace(/\/$/, '') };
}

/** Removes `_` (jQuery's cache busting) and `format` (content negotiation of older clients). */
function withoutCacheBusting(query: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(isRecord(query) ? query : {}).filter(
      ([name]) => name !== '_' && name !== 'format',
    ),
  );
}

/**
 * Returns path and query of a request line. The host of the absolute form (RFC 9112 section 3.2.2), which is for proxies, is
 * ignored.
 */
export function pathOf({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  return url.replace(/^[a-z][\w+.-]*:\/\/[^/?#]*/i, '') || '/';
}

/** Returns the address of a request, for the links of its reply. */
function addressOf(gateway: Gateway, request: FastifyRequest): RequestAddress {
  // A query may have further question marks (RFC 3986 section 3.4).
  const [path = '', ...query] = request.url.split('?');
  return { origin: originOf.bind(null, gateway.config, request), path, query: query.join('?') };
}
