import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

const name = /^(?=.{1,253}$)(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/;

/** @returns a host name as it is compared: punycode, lower case, without the dot at its end; null where the text is none */
export function canonicalHostname(text: string): string | null {
  // It reads the host of a URL, and takes what a URL ends a host with as the end.
  if (/[/\\?#:@%[\]]/.test(text)) return null;
  const ascii = domainToASCII(text.replace(/\.$/, ''));
  return name.test(ascii) && isIP(ascii) === 0 ? ascii : null;
}

/** A host and everything above it, the most specific first: `a.b.c`, `b.c`, `c`. */
export function domainSuffixes(host: string): string[] {
  const labels = host.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}
