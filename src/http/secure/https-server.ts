import { createServer, type Server } from 'node:https';
import type { Server as PlainServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config-schema.ts';
import type { Gateway } from '../../gateway.ts';
import type { PeriodicTask } from '../../job.ts';
import { openServerCertificate, type ServerCertificate } from '../../tls/server-certificate.ts';
import { tlsVersions } from '../../tls/versions.ts';

/** Milliseconds between two looks for requests that take too long. */
export const connectionsCheckingInterval = 1000;
const handshakeTimeoutMs = 10_000;
const checkIntervalMs = 10_000;

/** The address of HTTPS, and the certificate that a client has to trust. */
export interface HttpsListener {
  readonly port: number;
  /** SHA-256 of the certificate of the gateway's own CA; null: a site has its own. */
  readonly fingerprint: string | null;
  /** Takes over a certificate that has been renewed. @returns true if there was one */
  readonly renew: () => Promise<boolean>;
  readonly task: PeriodicTask;
}

export interface HttpsServer {
  readonly server: Server;
  /** @throws Error if a certificate cannot be used, or the port is taken */
  readonly listen: () => Promise<HttpsListener>;
}

/** Adds an HTTPS server for the routes of an app, and `GET /ca.crt` with the CA that signs its certificate. */
export function addHttpsServer(
  app: FastifyInstance,
  { config, clock, log }: Pick<Gateway, 'config' | 'clock' | 'log'>,
): HttpsServer {
  const { http } = config;
  const server = createServer({
    ...tlsVersions,
    handshakeTimeout: handshakeTimeoutMs,
    connectionsCheckingInterval,
  });
  copyLimits(app.server, server);
  server.on('request', (request, response) => {
    app.routing(request, response);
  });
  app.addHook('preClose', (done) => {
    server.close();
    done();
  });
  const certificate = openServerCertificate(config, clock);
  addAuthority(app, certificate);
  const listen = async () => {
    const renew = async () => {
      const files = await certificate.readIfChanged();
      if (files) server.setSecureContext({ ...files, ...tlsVersions });
      return files !== null;
    };
    await renew();
    const port = await listening(server, http);
    return {
      port,
      fingerprint: certificate.authority?.fingerprint ?? null,
      renew,
      task: renewalTask(renew, log),
    };
  };
  return { server, listen };
}

/** Lets HTTPS have the limits of plain HTTP. */
function copyLimits(from: PlainServer, to: Server): void {
  to.headersTimeout = from.headersTimeout;
  to.requestTimeout = from.requestTimeout;
  to.keepAliveTimeout = from.keepAliveTimeout;
}

function addAuthority(app: FastifyInstance, { authority }: ServerCertificate): void {
  if (!authority) return;
  app.get('/ca.crt', (_request, reply) =>
    reply.type('application/x-x509-ca-cert').send(authority.pem),
  );
}

async function listening(
  server: Server,
  { host, tls }: Pick<Config['http'], 'host' | 'tls'>,
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port: tls.port }, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  const bound = server.address();
  return typeof bound === 'object' && bound ? bound.port : tls.port;
}

function renewalTask(renew: () => Promise<boolean>, log: Gateway['log']): PeriodicTask {
  return {
    name: 'HTTPS certificate',
    intervalMs: checkIntervalMs,
    initialDelayMs: checkIntervalMs,
    failureMessage: 'HTTPS: cannot renew the certificate; the former one stays in use',
    run: async () => {
      if (await renew()) log.info('HTTPS: certificate renewed');
      return undefined;
    },
  };
}
