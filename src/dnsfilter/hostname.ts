import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

const name = /^(?=.{1,253}$)(?!-)[a-z0-9_-]{1,63}(?<!-)(\.(?!-)[a-z0-9_-]{1,63}(?<!-))*$/;

/** Returns a host name in canonical form: punycode, lower case, without a trailing dot; null if the text is not a host name.
 * A label may have `_`, as names of services have (RFC 8552). */
export function canonicalHostname(text: string): string | null {
  // domainToASCII parses the host of a URL and would stop at the characters that end one.
  if (/[/\\?#:@%[\]]/.test(text)) return null;
  const ascii = domainToASCII(text.replace(/\.$/, ''));
  return name.test(ascii) && isIP(ascii) === 0 ? ascii : null;
}

/** Returns a host and its parent domains, the most specific first: `a.b.c`, `b.c`, `c`. */
export function domainSuffixes(host: string): string[] {
  const labels = host.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}
