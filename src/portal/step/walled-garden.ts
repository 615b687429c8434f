import type { PortalService } from './service-store.ts';

/*
 * Hosts that pages of other sites are loaded from, as their operators name them: access points must allow them before the login.
 */

/** Stripe Checkout. */
export const paymentHosts = ['checkout.stripe.com', '*.stripe.com', '*.stripe.network'] as const;

/** Of issuers, by the end of their host. */
export const issuerHosts: Readonly<Record<string, readonly string[]>> = {
  'accounts.google.com': [
    'accounts.google.com',
    'accounts.youtube.com',
    'apis.google.com',
    '*.gstatic.com',
    '*.googleusercontent.com',
    'fonts.googleapis.com',
  ],
  'login.microsoftonline.com': [
    'login.microsoftonline.com',
    'login.live.com',
    '*.msauth.net',
    '*.msftauth.net',
    '*.msauthimages.net',
    '*.msftauthimages.net',
  ],
  'appleid.apple.com': [
    'appleid.apple.com',
    'appleid.cdn-apple.com',
    'idmsa.apple.com',
    'gsa.apple.com',
  ],
  'okta.com': ['*.okta.com', '*.oktacdn.com'],
  'auth0.com': ['*.auth0.com', 'cdn.auth0.com'],
};

/** Returns the hosts that the pages of an issuer need; the host of its address is always among them. */
export function hostsOfIssuer({ url, settings }: Pick<PortalService, 'url' | 'settings'>) {
  const { hostname } = new URL(url);
  const isOf = (end: string) => hostname === end || hostname.endsWith(`.${end}`);
  const known = Object.entries(issuerHosts).flatMap(([end, hosts]) => (isOf(end) ? hosts : []));
  return [...new Set([hostname, ...known, ...(settings.hosts ?? [])])];
}
