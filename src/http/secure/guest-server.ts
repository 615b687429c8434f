import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { FastifyInstance } from 'fastify';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import { createServer } from '../../runtime/node-http.ts';
import { CertificateFiles } from '../../tls/certificate-files.ts';
import { tlsVersions } from '../../tls/versions.ts';
import { copyLimits, listening, takeOverTask, timesOfServer } from './server-parts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True: the listener of the portal serves the route as well. */
    isForGuests?: boolean;
  }
}

/** The address of the portal's own listener. */
export interface GuestListener {
  readonly address: string;
  readonly port: number;
  readonly tasks: readonly PeriodicTask[];
}

/** The portal's own server, before it listens. */
export interface GuestServer {
  readonly server: Server | SecureServer;
  /** @throws Error if the certificate cannot be used, or the port is taken */
  readonly listen: () => Promise<GuestListener>;
}

/** Adds a server for the routes of an app that are for guests; it has no others. Without a certificate it is plain HTTP. */
export function addGuestServer(
  app: FastifyInstance,
  { config, log }: Pick<Gateway, 'config' | 'log'>,
): GuestServer {
  const { host, port, tls } = config.portal.listener;
  const received = new WeakSet<IncomingMessage>();
  const route = (request: IncomingMessage, response: ServerResponse) => {
    received.add(request);
    app.routing(request, response);
  };
  keepToGuests(app, received);
  const secure = tls.certificate === '' ? null : createSecureServer(timesOfServer);
  const server = secure ?? createServer(timesOfServer);
  copyLimits(app.server, server);
  server.on('request', route);
  app.addHook('preClose', (done) => {
    server.close();
    done();
  });
  const listen = async () => {
    const address = { host, port };
    if (!secure) return { address: host, port: await listening(server, address), tasks: [] };
    const files = new CertificateFiles({ ...tls, ca: '', crl: '' });
    const takeOver = async () => {
      const read = await files.readIfChanged();
      if (read) secure.setSecureContext({ ...read, ...tlsVersions });
      return read !== null;
    };
    await takeOver();
    const bound = await listening(server, address);
    return { address: host, port: bound, tasks: [takeOverTask('portal.listener', takeOver, log)] };
  };
  return { server, listen };
}

/** Refuses what came by the listener of the portal and is not for guests, as if it did not exist. */
function keepToGuests(app: FastifyInstance, received: WeakSet<IncomingMessage>): void {
  app.addHook('onRequest', (request, reply, done) => {
    const isRefused = received.has(request.raw) && request.routeOptions.config.isForGuests !== true;
    if (isRefused && request.routeOptions.url === '/' && request.method === 'GET') {
      void reply.redirect('/portal/');
      return;
    }
    done(isRefused ? new Fault('not_found', 'Not found.') : undefined);
  });
}
