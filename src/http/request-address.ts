import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Gateway } from '../gateway/gateway.ts';
import { normalizeIpAddress, withBrackets } from '../runtime/ip-address.ts';
import type { RequestAddress } from './endpoint.ts';

/**
 * Returns path and query of a request line. The host of the absolute form (RFC 9112 section 3.2.2), which is for proxies, is
 * ignored.
 */
export function pathOf({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  return url.replace(/^[a-z][\w+.-]*:\/\/[^/?#]*/i, '') || '/';
}

/** Returns the address of a request, for the links of its reply. */
export function addressOf(gateway: Gateway, request: FastifyRequest): RequestAddress {
  const [path = '', query = ''] = request.url.split('?', 2);
  return { origin: originOf.bind(null, gateway, request), path, query };
}

const hostSyntax = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Returns `http.public_url`, or the origin that the client has used. Only the holder of the token reads the reply, so any host
 * with valid syntax is accepted.
 */
function originOf({ config }: Gateway, request: FastifyRequest): string {
  return config.http.public_url === '' ? usedOrigin(request) : config.http.public_url;
}

/**
 * Returns scheme, host and port as the client has used them: its Host header, or the X-Forwarded headers of a trusted proxy.
 * Without a host of valid syntax it returns the gateway's own address.
 */
export function usedOrigin(request: FastifyRequest): string {
  const scheme = request.protocol === 'https' ? 'https' : 'http';
  const port = request.headers['x-forwarded-port'];
  const host = port === undefined ? request.host : withPort(request, String(port));
  const url = hostSyntax.test(host) ? URL.parse(`${scheme}://${host}`) : null;
  if (url) return url.origin;
  const { localAddress = '127.0.0.1', localPort = 80 } = request.raw.socket;
  return `${scheme}://${withBrackets(normalizeIpAddress(localAddress))}:${localPort}`;
}

/** Adds the port that a trusted proxy sends in a separate header. */
function withPort({ host, ips = [] }: FastifyRequest, port: string): string {
  return ips.length > 1 && !/:\d+$/.test(host) ? `${host}:${port}` : host;
}
