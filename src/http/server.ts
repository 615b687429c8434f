import type { Socket } from 'node:net';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance } from 'fastify';
import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import type { Endpoint } from './endpoint.ts';
import { replyWithError } from './error-reply.ts';
import { addRoutes, documentedPath, readForms } from './route.ts';

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
    transform: ({ schema, url, route }) => ({ schema, url: documentedPath(route) ?? url }),
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
  readForms(scope);
  addRoutes(scope, api.rows, gateway);
}
