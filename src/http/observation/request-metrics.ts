import type { FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
import type { Gateway } from '../../gateway/gateway.ts';
import { routePath, type KnownPaths } from '../known-paths.ts';
import { normalizeIpAddress } from '../../runtime/ip-address.ts';

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
      log.debug({ method, route, status, ms: Math.round(elapsedTime), from }, 'request');
    }
    done();
  });
}
