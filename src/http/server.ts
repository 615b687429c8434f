import type { Socket } from 'node:net';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { identify, type Caller } from './auth.ts';
import { checker } from './body.ts';
import type { Endpoint, Method } from './endpoint.ts';
import { replyWithError } from './error-reply.ts';

/** One of the two APIs: a table of rows under a prefix. */
export interface Api {
  readonly title: string;
  readonly description: string;
  readonly prefix: string;
  readonly rows: readonly Endpoint[];
}

const logo = {
  type: 'image/svg+xml',
  content:
    '<svg xmlns="http://www.w3.org/2000/svg" width="170" height="40"><text y="28" fill="#fff" font-family="sans-serif" font-size="24">Gatehouse</text></svg>',
};

/** The HTTP door: each API's routes, its OpenAPI document and its Swagger UI. Does not listen yet. */
export async function createServer(gateway: Gateway, apis: readonly Api[]): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: gateway.config.http.body_limit,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 4096 },
    requestTimeout: 60_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
  });
  closeQuietConnections(app);
  app.setErrorHandler((error, request, reply) => replyWithError({ gateway, request, reply }, error));
  app.setNotFoundHandler((request, reply) => replyWithError({ gateway, request, reply }, new Fault('not_found', 'Not found.')));
  for (const api of apis) await app.register((scope) => mount(scope, api, gateway), { prefix: api.prefix });
  return app;
}

/** A browser opens connections ahead of need; without a request under way they would hold up a stop for as long as it likes. */
function closeQuietConnections(app: FastifyInstance): void {
  const quiet = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    quiet.add(socket);
    socket.once('close', () => quiet.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    quiet.delete(socket);
    response.once('close', () => (socket.destroyed ? undefined : quiet.add(socket)));
  });
  app.addHook('preClose', (done) => {
    for (const socket of quiet) socket.destroy();
    done();
  });
}

async function mount(scope: FastifyInstance, api: Api, gateway: Gateway): Promise<void> {
  await scope.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: api.title, description: api.description, version: '1' },
      servers: [{ url: '/' }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      security: [{ token: [] }],
    },
  });
  await scope.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { persistAuthorization: true },
    theme: { title: api.title },
    logo,
  });
  scope.get('/openapi.json', { schema: { hide: true } }, () => scope.swagger());
  // Rows check what comes in themselves, and items are cut to their schema where they are made.
  scope.setValidatorCompiler(() => () => true);
  scope.setSerializerCompiler(() => (reply) => JSON.stringify(reply));
  for (const row of api.rows) addRoute(scope, row, gateway);
  for (const [path, methods] of methodsByPath(api.rows)) refuseOthers(scope, { path, methods, gateway });
}

function addRoute(scope: FastifyInstance, row: Endpoint, gateway: Gateway): void {
  const check = {
    params: checker(row.params, 'params'),
    query: checker(row.query, 'query'),
    body: row.body && checker(row.body, 'body'),
  };
  scope.route({
    method: row.method,
    url: routePath(row.path),
    schema: documented(row),
    handler: async (request, reply) => {
      const caller = await admit(gateway, request, row);
      const { params, body } = request;
      const query = withoutCacheBusters(request.query as Record<string, unknown>);
      check.params(params);
      check.query(query);
      if (check.body) check.body(body ?? {});
      const call = { params, query, body: body ?? {}, caller, gateway, url: addressOf(request) };
      const result: unknown = await row.handle(call as Parameters<Endpoint['handle']>[0]);
      return reply.code(row.status).send(row.status === 204 ? undefined : result);
    },
  });
}

/** @throws Fault `unauthenticated`; `forbidden` where the caller's role, or its token, may not do that */
async function admit(gateway: Gateway, request: FastifyRequest, row: Endpoint): Promise<Caller> {
  const caller = await identify(gateway, request.headers.authorization);
  if (row.roles.includes(caller.role) && (caller.mayWrite || row.method === 'GET')) return caller;
  throw new Fault('forbidden', 'You do not have permission to perform this action.');
}

function documented(row: Endpoint) {
  const response: Record<number, TSchema> = { [row.status]: row.reply };
  return {
    summary: row.summary,
    tags: [row.path.split('/')[1] ?? ''],
    params: row.params,
    querystring: row.query,
    ...(row.body && { body: row.body }),
    response,
    ...(row.extension && { 'x-extension': true }),
    'x-roles': row.roles,
  };
}

function withoutCacheBusters(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => name !== '_' && name !== 'format'));
}

function addressOf(request: FastifyRequest): URL {
  return new URL(request.url, `${request.protocol}://${request.host}`);
}

function routePath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function methodsByPath(rows: readonly Endpoint[]): Map<string, Method[]> {
  const methods = new Map<string, Method[]>();
  for (const { path, method } of rows) methods.set(path, [...(methods.get(path) ?? []), method]);
  return methods;
}

/** What a path does not have is answered with 405 and what it has. */
function refuseOthers(scope: FastifyInstance, at: { path: string; methods: readonly Method[]; gateway: Gateway }): void {
  const all: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  scope.route({
    method: all.filter((method) => !at.methods.includes(method)),
    url: routePath(at.path),
    schema: { hide: true },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      await identify(at.gateway, request.headers.authorization);
      void reply.header('allow', at.methods.join(', '));
      throw new Fault('method', `Method "${request.method}" not allowed.`);
    },
  });
}
