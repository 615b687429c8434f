import type { FastifyInstance } from 'fastify';
import { hasIpv6 } from '../config/present-hosts.ts';
import type { Apis, ListenAddress, RunningService } from '../gateway/module.ts';
import { addHealthRoutes } from '../http/health.ts';
import { createServer } from '../http/server.ts';
import type { AssembledGateway } from './create-gateway.ts';

/** Creates the HTTP servers with the routes of all services, and opens their listeners. */
export async function listenHttp(
  { gateway, runner }: AssembledGateway,
  running: readonly RunningService[],
  apis: Apis,
) {
  const { config, store } = gateway;
  const { app, https, guests } = await createServer(gateway, [apis.control, apis.gate]);
  for (const { addRoutes } of running) addRoutes?.(app);
  addHealthRoutes(app, gateway, [
    { name: 'store', writes: true, check: () => store.checkWritable() },
    {
      name: 'runner',
      check: () => {
        runner.checkReady();
        gateway.watchdog.checkReady();
      },
    },
    ...running.flatMap(({ checks = [] }) => checks),
  ]);
  if (!hasIpv6()) gateway.log.warn('this machine has no IPv6: it listens on IPv4 only');
  await app.listen({ host: config.http.host, port: config.http.port });
  const listeners = {
    https: (await https?.listen()) ?? null,
    guests: (await guests?.listen()) ?? null,
  };
  const certificates = Object.values(listeners).flatMap((listener) => listener?.tasks ?? []);
  return { server: app, http: addressOf(app), ...listeners, certificates };
}

function addressOf({ server }: FastifyInstance): ListenAddress {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('HTTP listens on no address');
  return bound;
}
