import type { Socket } from 'node:net';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance } from 'fastify';
import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { replyWithError } from './error-reply.ts';
import { openApiOf, type Api } from './openapi.ts';
import { addRoutes, readForms } from './route.ts';

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

/**
 * A browser opens connections ahead of need, and callers keep theirs: without a request under way they would hold up a stop
 * for as long as they like. One that has a request is closed after its answer.
 */
function closeQuietConnections(app: FastifyInstance): void {
  const quiet = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    quiet.add(socket);
    socket.once('close', () => quiet.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    quiet.delete(socket);
    response.once('close', () => {
      if (isClosing) socket.end();
      else if (!socket.destroyed) quiet.add(socket);
    });
  });
  app.addHook('preClose', (done) => {
    isClosing = true;
    for (const socket of quiet) socket.destroy();
    done();
  });
}

async function mount(scope: FastifyInstance, api: Api, gateway: Gateway): Promise<void> {
  // The plug-in keeps and shows the document; it is made of the rows, when it is first asked for.
  await scope.register(swagger, { openapi: {}, hideUntagged: true, transformObject: () => openApiOf(api) });
  await scope.register(swaggerUi, {
    routePrefix: '/docs',
    // Without it the page looks for its parts at /docs where its own address lacks the slash at the end.
    indexPrefix: api.prefix,
    uiConfig: { persistAuthorization: true, showExtensions: true },
    theme: { title: api.title },
    logo,
  });
  scope.get('/openapi.json', () => scope.swagger());
  // Rows check what comes in themselves, and items are cut to their schema where they are made.
  scope.setValidatorCompiler(() => () => true);
  scope.setSerializerCompiler(() => (reply) => JSON.stringify(reply));
  readForms(scope);
  addRoutes(scope, api.rows, gateway);
}
