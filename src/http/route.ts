import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { authenticateCaller, type Caller } from './auth.ts';
import { createValidator, mapCollectingFaults, unwrapBody } from './request-validation.ts';
import { parseCsvBodies, csvMediaType } from './csv.ts';
import { supportsNotModified, type Call, type Endpoint, type Method } from './endpoint.ts';
import { runIdempotent } from './idempotency.ts';
import { matchesIfNoneMatch, entityTag } from './precondition.ts';

const mostInBulk = 1000;
const form = 'application/x-www-form-urlencoded';

/** Makes a route of each row, and answers with 405 what a path does not have. */
export function addRoutes(
  scope: FastifyInstance,
  rows: readonly Endpoint[],
  gateway: Gateway,
): void {
  for (const row of rows) addRoute(scope, row, gateway);
  for (const [path, methods] of methodsByPath(rows))
    refuseOthers(scope, { path, methods, gateway });
}

/** Forms and CSV are read for the rows that take them; the others refuse them. */
export function addContentTypeParsers(scope: FastifyInstance): void {
  scope.addContentTypeParser(form, { parseAs: 'string' }, (_request, text, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(text))));
  });
  scope.addContentTypeParser(csvMediaType, { parseAs: 'string' }, (_request, text, done) => {
    done(null, text);
  });
}

function addRoute(scope: FastifyInstance, row: Endpoint, gateway: Gateway): void {
  const read = readerOf(row, gateway);
  scope.route({
    method: row.method,
    url: routePath(row.path),
    handler: async (request, reply) => {
      const caller = await admit(gateway, request, row);
      const call = await read(request, caller);
      if (row.method !== 'POST') return send({ row, request, reply }, await row.handle(call));
      const answer = await runIdempotent({ gateway, caller, request, call }, async () => ({
        status: row.status,
        body: await row.handle(call),
      }));
      if (answer.isReplayed) void reply.header('idempotency-replayed', 'true');
      return reply.code(answer.status).send(answer.body);
    },
  });
}

/** Checks each part of a request against the row's schemas. */
function readerOf(
  row: Endpoint,
  gateway: Gateway,
): (request: FastifyRequest, caller: Caller) => Promise<Call> {
  const checkParams = createValidator(row.params, 'params');
  const checkQuery = createValidator(row.query, 'query');
  const checkBody = row.body && createValidator(row.body, 'body');
  return async (request, caller) => {
    const params = paramsOf(row, request);
    const query = withoutCacheBusters(request.query as Record<string, unknown>);
    checkParams(params);
    checkQuery(query);
    const body = bodyOf(row, request);
    if (checkBody) await checkEach(row, body, checkBody);
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
  { row, request, reply }: { row: Endpoint; request: FastifyRequest; reply: FastifyReply },
  result: unknown,
): FastifyReply {
  if (row.status === 204) return reply.code(204).send();
  if (result instanceof Readable) return reply.type(`${csvMediaType}; charset=utf-8`).send(result);
  if (row.hasEtag) {
    const tag = entityTag(result, row.volatile);
    void reply.header('etag', tag);
    if (supportsNotModified(row) && matchesIfNoneMatch(request.headers['if-none-match'], tag))
      return reply.code(304).send();
  }
  return reply.code(row.statusOf?.(result) ?? row.status).send(result);
}

/** @throws Fault `unauthenticated`; `forbidden` where the caller's role, or its token, may not do that */
async function admit(gateway: Gateway, request: FastifyRequest, row: Endpoint): Promise<Caller> {
  const caller = await authenticateCaller(gateway, request.headers.authorization);
  if (row.roles.includes(caller.role) && (caller.mayWrite || row.method === 'GET')) return caller;
  throw new Fault('forbidden', 'You do not have permission to perform this action.');
}

/** `{+name}` takes the rest of the path, slashes included, up to the last one. */
function paramsOf(row: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const { '*': rest, ...params } = request.params as Record<string, string>;
  const greedy = /\{\+(\w+)\}/.exec(row.path)?.[1];
  return greedy === undefined || rest === undefined
    ? params
    : { ...params, [greedy]: rest.replace(/\/$/, '') };
}

/** @throws Fault `invalid`; of a list, with an entry for each of its items, empty for the good ones */
async function checkEach(
  row: Endpoint,
  body: unknown,
  checkBody: (body: unknown) => void,
): Promise<void> {
  if (!row.bulk || !Array.isArray(body)) {
    checkBody(body);
    return;
  }
  if (body.length === 0 || body.length > mostInBulk)
    throw new Fault('invalid', `Expected a list of 1 to ${mostInBulk}.`);
  await mapCollectingFaults(body, checkBody);
}

function bodyOf(row: Endpoint, request: FastifyRequest): unknown {
  const body = request.body === undefined ? {} : request.body;
  if (row.wrapped) return unwrapBody(body);
  const type = mediaTypeOf(request);
  if (type === csvMediaType && row.bulk)
    return parseCsvBodies(typeof body === 'string' ? body : '', row.body);
  if (type !== form && type !== csvMediaType) return body;
  throw new Fault(
    'media_type',
    `Unsupported media type "${type}" in request. Expected application/json.`,
  );
}

function mediaTypeOf(request: FastifyRequest): string {
  return request.headers['content-type']?.split(';')[0]?.trim() ?? '';
}

function withoutCacheBusters(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).filter(([name]) => name !== '_' && name !== 'format'),
  );
}

function addressOf(request: FastifyRequest): URL {
  return new URL(request.url, `${request.protocol}://${request.host}`);
}

function routePath(path: string): string {
  return path.replace(/\{\+\w+\}\/$/, '*').replaceAll(/\{(\w+)\}/g, ':$1');
}

function methodsByPath(rows: readonly Endpoint[]): Map<string, Method[]> {
  const methods = new Map<string, Method[]>();
  for (const { path, method } of rows) methods.set(path, [...(methods.get(path) ?? []), method]);
  return methods;
}

/** What a path does not have is answered with 405 and what it has. */
function refuseOthers(
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
