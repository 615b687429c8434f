import { Fault } from '../../contract/errors.ts';
import { shownRequest, type HttpReply } from './client.ts';
import type { HttpPeer } from './socket.ts';
import type { HttpRequest } from './template.ts';

export function isRedirect({ status }: HttpReply): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/**
 * Returns the request that a redirect asks for.
 *
 * @throws Fault `rejected` if it leads to another server, port or scheme
 */
export function followRedirect(
  peer: HttpPeer,
  request: HttpRequest,
  reply: HttpReply,
): HttpRequest {
  const base = `${originOf(peer)}${request.target}`;
  const location = reply.headers.location ?? '';
  const to = URL.canParse(location, base) ? new URL(location, base) : null;
  if (to === null || !isItself(to, peer))
    throw new Fault(
      'rejected',
      `${peer.label}: ${shownRequest(request)} is redirected to ${to === null ? 'no address' : to.origin}, which is not followed`,
    );
  const target = `${to.pathname}${to.search}`;
  if (reply.status === 307 || reply.status === 308) return { ...request, target };
  return { method: 'GET', target, headers: {}, body: '' };
}

function originOf({ serverName, port, tls }: HttpPeer): string {
  const host = serverName.includes(':') ? `[${serverName}]` : serverName;
  return `${tls === 'off' ? 'http' : 'https'}://${host}:${port}`;
}

function isItself(to: URL, peer: HttpPeer): boolean {
  const own = new URL(originOf(peer));
  const isHost = to.hostname === own.hostname || to.hostname.replaceAll(/[[\]]/g, '') === peer.host;
  return isHost && to.protocol === own.protocol && to.port === own.port;
}
