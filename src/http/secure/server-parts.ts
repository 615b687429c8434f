import type { Server as PlainServer } from 'node:http';
import type { Server } from 'node:https';
import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import { tlsVersions } from '../../tls/versions.ts';

/* Common parts of the servers in addition to that of Fastify. */

/** Milliseconds between two checks for requests that take too long. */
export const connectionsCheckingInterval = 1000;
const checkIntervalMs = 10_000;

/** Options of a server that calls the routes of another one. */
export const timesOfServer = {
  ...tlsVersions,
  handshakeTimeout: 10_000,
  connectionsCheckingInterval,
};

/** Lets a server have the limits of plain HTTP. */
export function copyLimits(from: PlainServer, to: PlainServer | Server): void {
  to.headersTimeout = from.headersTimeout;
  to.requestTimeout = from.requestTimeout;
  to.keepAliveTimeout = from.keepAliveTimeout;
}

/** Lets a server listen. @returns its port @throws Error if it is taken */
export async function listening(
  server: PlainServer | Server,
  address: { readonly host: string; readonly port: number },
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  const bound = server.address();
  return typeof bound === 'object' && bound ? bound.port : address.port;
}

/** Returns a task that takes over a certificate that has been renewed. @param name  of the server, for the log */
export function takeOverTask(
  name: string,
  takeOver: () => Promise<boolean>,
  log: Gateway['log'],
): PeriodicTask {
  return {
    name: `${name} certificate`,
    intervalMs: checkIntervalMs,
    initialDelayMs: checkIntervalMs,
    failureMessage: `${name}: cannot renew the certificate; the former one stays in use`,
    run: async () => {
      if (await takeOver()) log.info(`${name}: certificate renewed`);
      return undefined;
    },
  };
}
