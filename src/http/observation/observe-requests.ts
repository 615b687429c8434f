import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
import type { Config } from '../../config/config-schema.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { routePath, type KnownPaths } from '../known-paths.ts';
import {
  isWithin,
  normalizeIpAddress,
  parseIpAddress,
  parseIpNetwork,
} from '../../runtime/ip-address.ts';

/** Header of a request and its reply. */
export const requestIdHeader = 'x-request-id';
const idSyntax = /^[\w.:=+/-]{1,128}$/;

interface RequestScope {
  readonly id: string;
  /** True once the reply has ended: loops that the request has started, such as those of batches, are no part of it. */
  isOver: boolean;
}

/** Node hands the scope on from each call to those that follow from it, so no parameter has to. */
const current = new AsyncLocalStorage<RequestScope>();

/** Returns the id of the request that the caller works for; null outside of requests. */
export function currentRequestId(): string | null {
  const scope = current.getStore();
  return scope && !scope.isOver ? scope.id : null;
}

/** Returns what gives each request its id: that of a trusted proxy if its syntax is valid, else a random one. */
export function requestIds({
  trusted_proxies,
}: Pick<Config['http'], 'trusted_proxies'>): (request: IncomingMessage) => string {
  const networks = trusted_proxies.flatMap((text) => parseIpNetwork(text) ?? []);
  const isTrusted = (text: string) => {
    const address = parseIpAddress(text);
    return (
      address !== null &&
      networks.some((network) => isWithin({ ...address, prefixLength: address.bits }, network))
    );
  };
  return ({ headers: { [requestIdHeader]: given }, socket }) =>
    typeof given === 'string' && idSyntax.test(given) && isTrusted(socket.remoteAddress ?? '')
      ? given
      : randomUUID();
}

/** Adds the id of a request to its reply and its log lines. The hook must come before those of the routes. */
export function addRequestIds(app: FastifyInstance): void {
  const scopes = new WeakMap<IncomingMessage, RequestScope>();
  app.addHook('onRequest', ({ id, raw }, reply, done) => {
    // On the response itself, for what replies without Fastify as well.
    reply.raw.setHeader(requestIdHeader, id);
    const scope = { id, isOver: false };
    scopes.set(raw, scope);
    reply.raw.once('close', () => {
      scope.isOver = true;
    });
    current.run(scope, done);
  });
  // The body has been read since then, by events of the connection that do not belong to the request.
  app.addHook('preValidation', ({ raw }, _reply, done) => {
    current.run(scopes.get(raw) ?? { id: '', isOver: true }, done);
  });
}

/** Counts the requests by route and logs each at debug, by its route: the address may have a secret. */
export function observeRequests(
  app: FastifyInstance,
  { metrics, log }: Pick<Gateway, 'metrics' | 'log'>,
  known: KnownPaths,
): void {
  const requests = new Counter({
    name: 'gatehouse_http_requests_total',
    help: 'HTTP requests answered, by method, route and status; route "" for unknown paths',
    labelNames: ['method', 'route', 'status'],
    registers: [metrics],
  });
  app.addHook('onResponse', (request, { statusCode: status, elapsedTime }, done) => {
    const { method } = request;
    const route = request.is404
      ? routePath(known.find(request.url)?.path ?? '')
      : (request.routeOptions.url ?? '');
    requests.inc({ method, route, status });
    if (log.isLevelEnabled('debug')) {
      const from = normalizeIpAddress(request.ip);
      const ms = Math.round(elapsedTime);
      log.debug({ request_id: request.id, method, route, status, ms, from }, 'request');
    }
    done();
  });
}
