import type { FastifyRequest } from 'fastify';
import { Fault } from '../../contract/errors.ts';

/** Origins of the pages of the gateway. */
type Origins = readonly string[];

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
export function requireOwnPage(request: FastifyRequest, own: Origins): void {
  const site = request.headers['sec-fetch-site'];
  const isNavigation = request.headers['sec-fetch-mode'] === 'navigate';
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && (site === undefined || site === 'none' || isNavigation)) return;
  if (isOfOwnPage(request, own)) return;
  throw new Fault('forbidden', refusal(request, own));
}

/**
 * Refuses a request of a page elsewhere that starts a session. A request without headers of a browser may start one.
 *
 * @throws Fault `forbidden`
 */
export function refuseOtherPages(request: FastifyRequest, own: Origins): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined && site === undefined) return;
  if (isOfOwnPage(request, own)) return;
  throw new Fault('forbidden', refusal(request, own));
}

function isOfOwnPage(request: FastifyRequest, own: Origins): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && own.includes(origin);
}

function refusal(request: FastifyRequest, own: Origins): string {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const page = origin ?? (typeof site === 'string' ? `a page elsewhere (${site})` : 'no page');
  const refused = `A session is accepted only from pages of the gateway at ${own.join(' or ')}; this request is from ${page.slice(0, 200)}.`;
  if (origin === undefined || site !== undefined) return refused;
  return `${refused} If that is the address of the gateway behind a proxy, set http.public_url to it, or add the proxy to http.trusted_proxies so that its X-Forwarded-Proto and X-Forwarded-Host count.`;
}
