/**
 * True for a browser that a system opens for the portal, or that is part of an app: some issuers refuse to show their login there.
 * Android names its WebView `wv`; that of Apple names no Safari.
 */
export function isEmbeddedBrowser(userAgent: string | null): boolean {
  if (userAgent === null) return false;
  const isWebKit = userAgent.includes('AppleWebKit/');
  const isWhole = /\b(Safari|Chrome|CriOS|FxiOS|EdgiOS)\//.test(userAgent);
  return /CaptiveNetworkSupport|; wv\)/.test(userAgent) || (isWebKit && !isWhole);
}

/** Returns an address that Android opens in the browser of the guest; null: the system knows none. */
export function browserLink(userAgent: string | null, address: string): string | null {
  if (userAgent?.includes('Android') !== true || !URL.canParse(address)) return null;
  const { protocol, host, pathname, search } = new URL(address);
  const scheme = protocol.slice(0, -1);
  return `intent://${host}${pathname}${search}#Intent;scheme=${scheme};action=android.intent.action.VIEW;end`;
}
