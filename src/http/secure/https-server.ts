import { createServer, type Server } from 'node:https';
import type { FastifyInstance } from 'fastify';
import type { Gateway } from '../../gateway/gateway.ts';
import { Fault } from '../../contract/errors.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import { WakeUp } from '../../runtime/periodic-task.ts';
import type { AcmeCertificate } from '../../tls/acme/acme-certificate.ts';
import { openServerCertificate, type ServerCertificate } from '../../tls/server-certificate.ts';
import { isPubliclyTrusted } from '../../tls/public-trust.ts';
import { tlsVersions } from '../../tls/versions.ts';
import { isOfGuests } from './plain-http.ts';
import { copyLimits, listening, takeOverTask, timesOfServer } from './server-parts.ts';

const orderIntervalMs = 60_000;
const yearSeconds = 31_536_000;

/** The address of HTTPS, and the certificate that a client has to trust. */
export interface HttpsListener {
  readonly port: number;
  /** SHA-256 of the certificate of the gateway's own CA; null: the site has its own certificate. */
  readonly fingerprint: string | null;
  /** Puts a renewed certificate into use, and orders a certificate that is due. @returns true if one was renewed */
  readonly renew: () => Promise<boolean>;
  readonly tasks: readonly PeriodicTask[];
}

export interface HttpsServer {
  readonly server: Server;
  /** @throws Error if a certificate cannot be used, or the port is taken */
  readonly listen: () => Promise<HttpsListener>;
}

/** Adds an HTTPS server for the routes of an app, and `GET /ca.crt` with the CA that signs its certificate. */
export function addHttpsServer(
  app: FastifyInstance,
  gateway: Pick<Gateway, 'config' | 'clock' | 'log' | 'metrics'>,
): HttpsServer {
  const { http } = gateway.config;
  const server = createServer(timesOfServer);
  copyLimits(app.server, server);
  server.on('request', (request, response) => {
    app.routing(request, response);
  });
  app.addHook('preClose', (done) => {
    server.close();
    done();
  });
  const certificate = openServerCertificate(gateway);
  addAuthority(app, certificate);
  addChallenges(app, certificate);
  const trust = { isPublic: false };
  if (mayRequireHttps(http)) addStrictTransport(app, trust);
  const listen = async () => {
    const use = async () => {
      const files = await certificate.readIfChanged();
      if (files) server.setSecureContext({ ...files, ...tlsVersions });
      if (files) trust.isPublic = isPubliclyTrusted(files.cert.toString());
      return files !== null;
    };
    await use();
    const port = await listening(server, { host: http.host, port: http.tls.port });
    const { acme, authority } = certificate;
    const tasks = [takeOverTask('HTTPS', use, gateway.log)];
    if (!acme) return { port, fingerprint: authority?.fingerprint ?? null, renew: use, tasks };
    const order = orderTask(acme, gateway.clock);
    const renew = () => {
      acme.retry();
      order.wakeUp.trigger();
      return use();
    };
    return { port, fingerprint: null, renew, tasks: [...tasks, order] };
  };
  return { server, listen };
}

/** True if no browser needs plain HTTP at its port: with the header it would ask there for TLS, unless that is port 80. */
function mayRequireHttps({ plain, port }: Gateway['config']['http']): boolean {
  return plain === 'refuse' || (plain === 'redirect' && port === 80);
}

/**
 * Tells browsers to use HTTPS only (RFC 6797), while the certificate is one that all of them trust: with another one, its
 * warning could not be passed any more. Not for guests, whose portal may be on plain HTTP.
 */
function addStrictTransport(app: FastifyInstance, trust: { readonly isPublic: boolean }): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (trust.isPublic && request.protocol === 'https' && !isOfGuests(request.url))
      void reply.header('strict-transport-security', `max-age=${yearSeconds}`);
    return Promise.resolve(payload);
  });
}

function addAuthority(app: FastifyInstance, { authority }: ServerCertificate): void {
  if (!authority) return;
  app.get('/ca.crt', (_request, reply) =>
    reply.type('application/x-x509-ca-cert').send(authority.pem),
  );
}

/** Answers challenges of a CA for a certificate by ACME (RFC 8555 section 8.3). */
function addChallenges(app: FastifyInstance, { acme }: ServerCertificate): void {
  if (!acme) return;
  const config = { isForGuests: true };
  const path = '/.well-known/acme-challenge/:token';
  app.get<{ Params: { token: string } }>(path, { config }, (request, reply) => {
    const answer = acme.answers.find(request.params.token);
    if (answer === null) throw new Fault('not_found', 'Not found.');
    return reply.type('application/octet-stream').send(answer);
  });
}

function orderTask(acme: AcmeCertificate, clock: Gateway['clock']) {
  return {
    name: 'ACME',
    intervalMs: orderIntervalMs,
    wakeUp: new WakeUp(clock),
    failureMessage: 'ACME: no certificate; the former one stays in use, and the order is repeated',
    run: async (signal: AbortSignal) => {
      await acme.renewIfDue(signal);
      return undefined;
    },
  };
}
