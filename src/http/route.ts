import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasAttributeLists } from '../contract/attribute-dictionary.ts';
import { asFault, Fault } from '../contract/errors.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Caller } from '../contract/caller.ts';
import { isRecord } from '../contract/fields.ts';
import { authenticateCaller, authorizeCaller, nobody } from './authentication.ts';
import { routePath, type KnownPath } from './known-paths.ts';
import { maskSecrets, maySeeSecrets } from './masking.ts';
import { withWrongReferences } from './reference/listed-references.ts';
import { eventStreamType, supportsNotModified, type Call, type Endpoint } from './endpoint.ts';
import { auditFailedAuthentication, auditOf } from './observation/request-audit.ts';
import { runIdempotent } from './idempotency.ts';
import { matchesIfNoneMatch, entityTag } from './precondition.ts';
import { createReader } from './request-reader.ts';
import { refuseOtherPages } from './session/own-page.ts';

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
  const readCall = async (request: FastifyRequest, reply: FastifyReply) => {
    const known = callers.get(request);
    if (!known && !endpoint.identify)
      throw new Error(`${endpoint.path}: the caller is not authenticated`);
    const call = await read({ request, reply }, known ?? nobody);
    if (!known) audit?.addCaller(request, call.caller);
    return call;
  };
  scope.route({
    method: endpoint.method,
    url: routePath(endpoint.path),
    bodyLimit: bodyLimitOf(endpoint, gateway),
    // The token comes before the body, which costs memory and time.
    onRequest: async (request, reply) => {
      if (endpoint.identify) {
        refuseOtherPages(gateway, request);
        return;
      }
      const caller = await authenticateRequest(gateway, request, scope.prefix + endpoint.path);
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
      const call = await readCall(request, reply);
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
function bodyLimitOf({ identify, maxBody = 0 }: Endpoint, { config }: Gateway): number {
  return identify ? maxOpenBody : Math.max(maxBody, config.http.body_limit);
}

/** Authenticates a request, and records a failure. @param path  of the endpoint @throws Fault `unauthenticated` */
async function authenticateRequest(
  gateway: Gateway,
  request: FastifyRequest,
  path: string,
): Promise<Caller> {
  try {
    return await authenticateCaller(gateway, request);
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
  const work = async () => ({ status: endpoint.status, body: await handle(endpoint, call) });
  // A reply that is stored has no cookie.
  const answer = endpoint.identify
    ? { ...(await work()), isReplayed: false }
    : await runIdempotent({ gateway, caller, request, call }, work);
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

/**
 * Refuses a request without a route, with the methods of its path if the path is known.
 *
 * @throws Fault `not_found`, `unauthenticated` or `method`
 */
export async function refuseRequest(
  known: KnownPath | undefined,
  { request, reply, gateway }: { request: FastifyRequest; reply: FastifyReply; gateway: Gateway },
): Promise<never> {
  if (!known) throw new Fault('not_found', 'Not found.');
  await authenticateRequest(gateway, request, known.path);
  void reply.header('allow', known.methods.join(', '));
  throw new Fault('method', `Method "${request.method}" not allowed.`);
}

/** Adds routes that refuse the other methods of a path, which would go to the path that covers it. */
export function refuseOtherMethods(app: FastifyInstance, known: KnownPath, gateway: Gateway): void {
  app.route({
    method: allMethods.filter((method) => !known.methods.some((own) => own === method)),
    url: routePath(known.path),
    onRequest: (request, reply) => refuseRequest(known, { request, reply, gateway }),
    handler: () => null,
  });
}

const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const;
