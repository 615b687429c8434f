import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import type { Caller } from '../caller.ts';
import { isRecord } from '../fields.ts';
import { createValidator, mapCollectingFaults, unwrapBody } from './request-validation.ts';
import { parseCsvBodies, csvMediaType } from './csv.ts';
import { supportsNotModified, type Call, type Endpoint, type Method } from './endpoint.ts';
import { runIdempotent } from './idempotency.ts';
import { matchesIfNoneMatch, entityTag } from './precondition.ts';

const maxBulkItems = 1000;
const form = 'application/x-www-form-urlencoded';

/** Adds a route for each endpoint, and replies 405 to the other methods of its path. */
export function addRoutes(
  scope: FastifyInstance,
  endpoints: readonly Endpoint[],
  gateway: Gateway,
): void {
  for (const endpoint of endpoints) addRoute(scope, endpoint, gateway);
  for (const [path, methods] of methodsByPath(endpoints))
    refuseOtherMethods(scope, { path, methods, gateway });
}

/** Parses forms and CSV; endpoints that do not accept them refuse them. */
export function addContentTypeParsers(scope: FastifyInstance): void {
  scope.addContentTypeParser(form, { parseAs: 'string' }, (_request, text, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(text))));
  });
  scope.addContentTypeParser(csvMediaType, { parseAs: 'string' }, (_request, text, done) => {
    done(null, text);
  });
}

function addRoute(scope: FastifyInstance, endpoint: Endpoint, gateway: Gateway): void {
  const read = createReader(endpoint, gateway);
  scope.route({
    method: endpoint.method,
    url: routePath(endpoint.path),
    handler: async (request, reply) => {
      const caller = await admit(gateway, request, endpoint);
      const call = await read(request, caller);
      if (endpoint.method !== 'POST')
        return send({ endpoint, request, reply }, await endpoint.handle(call));
      const answer = await runIdempotent({ gateway, caller, request, call }, async () => ({
        status: endpoint.status,
        body: await handle(endpoint, call),
      }));
      if (answer.isReplayed) void reply.header('idempotency-replayed', 'true');
      return reply.code(answer.status).send(answer.body);
    },
  });
}

function handle(endpoint: Endpoint, call: Call) {
  const { body, ...others } = call;
  return endpoint.handleMany && Array.isArray(body)
    ? endpoint.handleMany({ ...others, bodies: body })
    : endpoint.handle(call);
}

/** Returns a function that validates a request by the schemas of its endpoint. */
function createReader(
  endpoint: Endpoint,
  gateway: Gateway,
): (request: FastifyRequest, caller: Caller) => Promise<Call> {
  const checkParams = createValidator(endpoint.params, 'params');
  const checkQuery = createValidator(endpoint.query, 'query');
  const checkBody = endpoint.body && createValidator(endpoint.body, 'body');
  return async (request, caller) => {
    const params = checkParams(paramsOf(endpoint, request));
    const query = checkQuery(withoutCacheBusting(request.query));
    const body = bodyOf(endpoint, request);
    if (checkBody) await checkEach(endpoint, body, checkBody);
    const ifMatch = request.headers['if-match'] ?? null;
    const wantsCsv = request.headers.accept?.includes(csvMediaType) ?? false;
    return {
      params,
      query,
      body,
      caller,
      remoteAddress: request.ip,
      gateway,
      url: addressOf(request),
      ifMatch,
      wantsCsv,
    };
  };
}

function send(
  {
    endpoint,
    request,
    reply,
  }: { endpoint: Endpoint; request: FastifyRequest; reply: FastifyReply },
  result: unknown,
): FastifyReply {
  if (endpoint.status === 204) return reply.code(204).send();
  if (result instanceof Readable) return reply.type(`${csvMediaType}; charset=utf-8`).send(result);
  if (endpoint.hasEtag) {
    const tag = entityTag(result, endpoint.volatileFields);
    void reply.header('etag', tag);
    if (supportsNotModified(endpoint) && matchesIfNoneMatch(request.headers['if-none-match'], tag))
      return reply.code(304).send();
  }
  return reply.code(endpoint.statusOf?.(result) ?? endpoint.status).send(result);
}

/** @throws Fault `unauthenticated`; `forbidden` if the role of the caller or a read-only token may not call it */
async function admit(
  gateway: Gateway,
  request: FastifyRequest,
  endpoint: Endpoint,
): Promise<Caller> {
  const caller = await authenticateCaller(gateway, request.headers.authorization);
  if (endpoint.roles.includes(caller.role) && (caller.mayWrite || endpoint.method === 'GET'))
    return caller;
  throw new Fault('forbidden', 'You do not have permission to perform this action.');
}

/** Returns the path parameters. `{+name}` matches the rest of the path, inner slashes included. */
function paramsOf(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const { '*': rest, ...params } = isRecord(request.params) ? request.params : {};
  const greedy = /\{\+(\w+)\}/.exec(endpoint.path)?.[1];
  return greedy === undefined || typeof rest !== 'string'
    ? params
    : { ...params, [greedy]: rest.replace(/\/$/, '') };
}

/** @throws Fault `invalid`; for a list, with an entry for each item, empty for a valid one */
async function checkEach(
  endpoint: Endpoint,
  body: unknown,
  checkBody: (body: unknown) => void,
): Promise<void> {
  if (!endpoint.handleMany || !Array.isArray(body)) {
    checkBody(body);
    return;
  }
  if (body.length === 0 || body.length > maxBulkItems)
    throw new Fault('invalid', `Expected a list of 1 to ${maxBulkItems}.`);
  await mapCollectingFaults(body, checkBody);
}

function bodyOf(endpoint: Endpoint, request: FastifyRequest): unknown {
  const body = request.body === undefined ? {} : request.body;
  if (endpoint.acceptsDataField) return unwrapBody(body);
  const type = mediaTypeOf(request);
  if (type === csvMediaType && endpoint.handleMany)
    return parseCsvBodies(typeof body === 'string' ? body : '', endpoint.body);
  if (type !== form && type !== csvMediaType) return body;
  throw new Fault(
    'media_type',
    `Unsupported media type "${type}" in request. Expected application/json.`,
  );
}

function mediaTypeOf(request: FastifyRequest): string {
  return request.headers['content-type']?.split(';')[0]?.trim() ?? '';
}

/** Removes `_` (jQuery's cache busting) and `format` (content negotiation of older clients). */
function withoutCacheBusting(query: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(isRecord(query) ? query : {}).filter(
      ([name]) => name !== '_' && name !== 'format',
    ),
  );
}

function addressOf(request: FastifyRequest): URL {
  return new URL(request.url, `${request.protocol}://${request.host}`);
}

function routePath(path: string): string {
  return path.replace(/\{\+\w+\}\/$/, '*').replaceAll(/\{(\w+)\}/g, ':$1');
}

function methodsByPath(endpoints: readonly Endpoint[]): Map<string, Method[]> {
  const methods = new Map<string, Method[]>();
  for (const { path, method } of endpoints)
    methods.set(path, [...(methods.get(path) ?? []), method]);
  return methods;
}

/** Replies 405, with the methods of the path, to every other method. */
function refuseOtherMethods(
  scope: FastifyInstance,
  at: { path: string; methods: readonly Method[]; gateway: Gateway },
): void {
  const all: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  scope.route({
    method: all.filter((method) => !at.methods.includes(method)),
    url: routePath(at.path),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      await authenticateCaller(at.gateway, request.headers.authorization);
      void reply.header('allow', at.methods.join(', '));
      throw new Fault('method', `Method "${request.method}" not allowed.`);
    },
  });
}

/**
 * Authenticates a request by the bearer token of its Authorization header.
 *
 * @throws Fault `unauthenticated` there is no bearer token, or it is unknown, expired or revoked
 * @see RFC 6750 section 2.1
 */
export async function authenticateCaller(
  gateway: Gateway,
  authorization: string | undefined,
): Promise<Caller> {
  return gateway.authenticateToken(bearerToken(authorization));
}

function bearerToken(authorization: string | undefined): string {
  if (!authorization)
    throw new Fault('unauthenticated', 'Authentication credentials were not provided.');
  const [scheme, token, ...rest] = authorization.trim().split(/ +/);
  if (scheme?.toLowerCase() === 'bearer' && token && rest.length === 0) return token;
  throw new Fault(
    'unauthenticated',
    'Invalid token header. Expected "Authorization: Bearer <token>".',
  );
}
