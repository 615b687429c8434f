import type { Socket } from 'node:net';
import Fastify, {
  type FastifyInstance,
  type FastifyPluginCallback,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { compilersFactory } from './compilers.ts';
import { replyWithError } from './error-reply.ts';
import type { Api } from './openapi/document.ts';
import { addRoutes, addContentTypeParsers } from './route.ts';

/** The HTTP door: each API's routes, and the documents that tell of them. Does not listen yet. */
export async function createServer(
  gateway: Gateway,
  apis: readonly Api[],
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: gateway.config.http.body_limit,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 4096 },
    requestTimeout: 60_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    schemaController: { compilersFactory },
  });
  closeQuietConnections(app);
  app.setErrorHandler((error, request, reply) =>
    replyWithError({ gateway, request, reply }, error),
  );
  app.setNotFoundHandler((request, reply) =>
    replyWithError({ gateway, request, reply }, new Fault('not_found', 'Not found.')),
  );
  for (const api of apis) {
    const mounted: FastifyPluginCallback = (scope, _options, done) => {
      mount(scope, api, gateway);
      done();
    };
    await app.register(mounted, { prefix: api.prefix });
  }
  addDocuments(app, apis);
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

function mount(scope: FastifyInstance, api: Api, gateway: Gateway): void {
  addContentTypeParsers(scope);
  addRoutes(scope, api.endpoints, gateway);
}

/** Documents are read now and then: what serves them is loaded when somebody asks. */
function addDocuments(app: FastifyInstance, apis: readonly Api[]): void {
  let documents: Promise<FastifyInstance> | undefined;
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    documents ??= import('./openapi/swagger-ui.ts').then(({ createDocumentationServer }) =>
      createDocumentationServer(apis),
    );
    const shown = await documents;
    reply.hijack();
    shown.routing(request.raw, reply.raw);
  };
  for (const { prefix } of apis)
    for (const path of ['openapi.json', 'docs', 'docs/*']) app.get(`${prefix}/${path}`, show);
  app.addHook('onClose', async () => (await documents)?.close());
}
