import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config-schema.ts';
import { Fault } from '../../contract/errors.ts';
import { normalizeIpAddress, withBrackets } from '../../runtime/ip-address.ts';

/** Paths that are served without TLS: guests before their login, probes of systems and monitors, and the CA to trust. */
const plainPaths =
  /^\/(?:portal(?:\/|$)|guest\/s\/|healthz$|readyz$|ca\.crt$|\.well-known\/acme-challenge\/|generate_204$|gen_204$|redirect$|kindle-wifi\/|[\w-]+\.(?:html|txt)$|library\/test\/)/;

/** True for the pages of the portal. */
export function isOfGuests(url: string): boolean {
  return /^\/(?:portal|guest)(?:[/?]|$)/.test(url);
}

/**
 * Redirects requests that may not use plain HTTP to HTTPS. A request with a token or a body is refused: both have been sent in
 * clear, and a redirect would hide that.
 */
export function keepOffPlainHttp(
  app: FastifyInstance,
  http: Config['http'],
  httpsPort: () => number,
): void {
  if (http.plain === 'serve') return;
  app.addHook('onRequest', (request, reply, done) => {
    const [path = ''] = request.url.split('?', 1);
    if (request.protocol === 'https' || plainPaths.test(path)) {
      done();
      return;
    }
    const target = `${originOf(request, { http, port: httpsPort() })}${request.url}`;
    if (http.plain === 'redirect' && isRead(request)) redirect(reply, target);
    else done(new Fault('forbidden', `HTTPS is required: ${target}`));
  });
}

function isRead({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && headers.authorization === undefined;
}

function redirect(reply: FastifyReply, target: string): void {
  void reply.code(307).header('location', target).send('');
}

/** Returns the origin of HTTPS: `http.public_url`, else the requested host. */
function originOf(
  request: FastifyRequest,
  { http, port }: { http: Config['http']; port: number },
): string {
  if (http.public_url.startsWith('https://')) return http.public_url;
  const asked = request.hostname;
  const isHost = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])$/i.test(asked);
  const own = normalizeIpAddress(request.socket.localAddress ?? 'localhost');
  const host = isHost ? asked : withBrackets(own);
  return port === 443 ? `https://${host}` : `https://${host}:${port}`;
}
