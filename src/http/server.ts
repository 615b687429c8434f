import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyInstance,
  type FastifyPluginCallback,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { Fault } from '../contract/errors.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { limitByOpenFiles } from '../runtime/limit/open-files.ts';
import { ConnectionLimits } from './connection-limits.ts';
import { compilersFactory } from './compilers.ts';
import { eventStreamType } from './endpoint.ts';
import { addGuestServer, type GuestServer } from './secure/guest-server.ts';
import { addHttpsServer, type HttpsServer } from './secure/https-server.ts';
import { connectionsCheckingInterval } from './secure/server-parts.ts';
import {
  addRequestIds,
  observeRequests,
  requestIdHeader,
  requestIds,
} from './observation/observe-requests.ts';
import { replyWithError } from './error-reply.ts';
import type { Api } from '../gateway/endpoint.ts';
import { addContentTypeParsers } from './request-body.ts';
import { KnownPaths } from './known-paths.ts';
import { keepOffPlainHttp } from './secure/plain-http.ts';
import { refuseOtherMethods, refuseRequest } from './refused-requests.ts';
import { addRoutes, pathOf } from './route.ts';
import { securityHeaders } from './security-headers.ts';

type AnyServer = Server | HttpsServer['server'];

/** The HTTP servers of a gateway, before they listen. */
export interface HttpServers {
  readonly app: FastifyInstance;
  /** The HTTPS server; null if it is off. */
  readonly https: HttpsServer | null;
  /** The portal's own server; null if it is off. */
  readonly guests: GuestServer | null;
}

/** Creates the HTTP servers: the routes of each API and its documentation. */
export async function createServer(gateway: Gateway, apis: readonly Api[]): Promise<HttpServers> {
  const app = createApp(gateway);
  const { http, portal } = gateway.config;
  addRequestIds(app);
  // Who has written by another process, and asks then, reads it.
  app.addHook('onRequest', (_request, _reply, done) => {
    gateway.store.refresh();
    done();
  });
  // Its hook must come before those of the routes.
  const guests = portal.listener.enabled ? addGuestServer(app, gateway) : null;
  const https = http.tls.enabled ? addHttpsServer(app, gateway) : null;
  const servers = [app.server, https?.server ?? [], guests?.server ?? []].flat();
  closeIdleConnections(app, servers);
  limitConnections(app, servers, gateway);
  const known = new KnownPaths(apis);
  observeRequests(app, gateway, known);
  if (https) keepOffPlainHttp(app, http, () => portOf(https.server));
  app.setErrorHandler((error, request, reply) =>
    replyWithError({ gateway, request, reply }, error),
  );
  app.setNotFoundHandler((request, reply) =>
    replyWithError({ gateway, request, reply }, new Fault('not_found', 'Not found.')),
  );
  // A request without a route is refused before its body is read.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404)
      refuseRequest(known.find(request.url), { request, reply, gateway }).catch(done);
    else done();
  });
  for (const api of apis) {
    const mounted: FastifyPluginCallback = (scope, _options, done) => {
      mount(scope, api, gateway);
      done();
    };
    await app.register(mounted, { prefix: api.prefix });
  }
  for (const path of known.covered()) refuseOtherMethods(app, path, gateway);
  addDocuments(app, apis);
  return { app, https, guests };
}

function createApp(gateway: Gateway): FastifyInstance {
  const { http } = gateway.config;
  const proxies = [...http.trusted_proxies];
  return Fastify({
    logger: false,
    bodyLimit: http.body_limit,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 4096 },
    requestTimeout: 1000 * http.body_seconds,
    connectionTimeout: 0,
    http: {
      headersTimeout: 1000 * Math.min(http.head_seconds, http.body_seconds),
      connectionsCheckingInterval,
    },
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    schemaController: { compilersFactory },
    trustProxy: proxies.length > 0 && proxies,
    genReqId: requestIds(http),
    requestIdHeader: false,
    // A path that cannot be decoded comes here without any hook.
    frameworkErrors: (error, request, reply) => {
      void reply.header(requestIdHeader, request.id);
      replyWithError({ gateway, request, reply }, error);
    },
    rewriteUrl: pathOf,
  });
}

function portOf(server: HttpsServer['server']): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 443;
}

/** Returns the limit of connections. They get half of the files, so that RADIUS keeps working when all are taken. */
function maxConnections({ config, log }: Gateway): number {
  const configured = config.http.max_connections;
  const limit = limitByOpenFiles(configured, 1 / 2);
  if (limit < configured)
    log.warn(
      { configured, limit },
      'HTTP: http.max_connections is more than half of the files that the process may open; raise its limit (ulimit -n)',
    );
  return limit;
}

/** The kernel takes most replies of this length immediately; a reply is counted only if it has not. */
const shortReplyOctets = 65_536;

/** Adds the headers and the limits of every reply. */
function limitConnections(
  app: FastifyInstance,
  servers: readonly AnyServer[],
  gateway: Gateway,
): void {
  const limits = new ConnectionLimits(gateway, gateway.config.http);
  const most = Math.ceil(maxConnections(gateway) / servers.length);
  for (const server of servers) {
    server.maxConnections = most;
    limits.watch(server);
  }
  app.addHook('onSend', async (request, reply, payload) => {
    void reply.headers(securityHeaders);
    // A stream reads no more than its client takes.
    const octets = typeof payload === 'string' ? payload.length : 0;
    const add = () => {
      limits.add(request.raw, reply.raw, octets);
    };
    if (octets > 0 && octets <= shortReplyOctets)
      setImmediate(() => {
        if (!reply.raw.writableFinished) add();
      });
    // A stream of events has no end, and limits of its own.
    else if (reply.getHeader('content-type') !== eventStreamType) add();
    return Promise.resolve(payload);
  });
}

/**
 * Closes idle connections when the server stops: browsers preconnect and clients keep connections
 * alive, which would delay the stop. A connection with a request is closed after its reply.
 */
function closeIdleConnections(app: FastifyInstance, servers: readonly AnyServer[]): void {
  const idle = new Set<Socket>();
  let isClosing = false;
  for (const server of servers) {
    // Over TLS, connections come here after their handshake.
    const event = 'setSecureContext' in server ? 'secureConnection' : 'connection';
    server.on(event, (socket: Socket) => {
      idle.add(socket);
      socket.once('close', () => idle.delete(socket));
    });
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      idle.delete(socket);
      response.once('close', () => {
        if (isClosing) socket.end();
        else if (!socket.destroyed) idle.add(socket);
      });
    });
  }
  app.addHook('preClose', (done) => {
    isClosing = true;
    for (const socket of idle) socket.destroy();
    done();
  });
}

function mount(scope: FastifyInstance, api: Api, gateway: Gateway): void {
  addContentTypeParsers(scope);
  addRoutes(scope, api.endpoints, gateway);
}

/** Serves the documentation, which is loaded at the first request for it. */
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
