import type { FastifyRequest } from 'fastify';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { usedOrigin } from '../request-address.ts';

type Configured = Pick<Gateway, 'config'>;

/*
 * Cookies are not separated by port: a page on another port of the same host is of the same site, so that the browser adds the
 * cookie to its requests.
 */

/**
 * Accepts a request with a session only from a page of the gateway. Of requests that only read, pages elsewhere may send
 * navigations, such as links; what they fetch is refused as well.
 *
 * @throws Fault `forbidden` naming the address of the page, and the setting that fits
 * @see W3C Fetch Metadata Request Headers section 2.4; RFC 6454 section 7
 */
export function requireOwnPage(gateway: Configured, request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  const isNavigation = request.headers['sec-fetch-mode'] === 'navigate';
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && (site === undefined || site === 'none' || isNavigation)) return;
  if (isOfOwnPage(gateway, request)) return;
  throw new Fault('forbidden', refusal(gateway, request));
}

/**
 * Refuses a request of a page elsewhere that starts a session. A request without headers of a browser may start one.
 *
 * @throws Fault `forbidden`
 */
export function refuseOtherPages(gateway: Configured, request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined && site === undefined) return;
  if (isOfOwnPage(gateway, request)) return;
  throw new Fault('forbidden', refusal(gateway, request));
}

function isOfOwnPage(gateway: Configured, request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && ownOrigins(gateway, request).includes(origin);
}

/** Returns the origins of the pages of the gateway: as the client has addressed it, and `http.public_url`. */
function ownOrigins({ config }: Configured, request: FastifyRequest): readonly string[] {
  const configured = URL.parse(config.http.public_url);
  return [usedOrigin(request), ...(configured ? [configured.origin] : [])];
}

function refusal(gateway: Configured, request: FastifyRequest): string {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const page = origin ?? (typeof site === 'string' ? `a page elsewhere (${site})` : 'no page');
  const own = ownOrigins(gateway, request).join(' or ');
  const refused = `A session is accepted only from pages of the gateway at ${own}; this request is from ${page.slice(0, 200)}.`;
  if (origin === undefined || site !== undefined) return refused;
  return `${refused} If that is the address of the gateway behind a proxy, set http.public_url to it, or add the proxy to http.trusted_proxies so that its X-Forwarded-Proto and X-Forwarded-Host count.`;
}
