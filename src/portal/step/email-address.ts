import { domainToASCII } from 'node:url';

const maxAddress = 200;
const localPart = /^[^\s@,;:<>()[\]"\\\p{Cc}]{1,64}$/u;

/**
 * Reads a mail address as a guest types it.
 *
 * @returns  in lower case with its domain in ASCII (RFC 5890); null: it is none
 */
export function readEmailAddress(text: string): string | null {
  const [local = '', host = '', ...others] = text.trim().toLowerCase().split('@');
  const domain = domainToASCII(host);
  const isDomain = /^([a-z0-9_-]+\.)+[a-z0-9-]+$/.test(domain);
  const address = `${local}@${domain}`;
  return others.length === 0 && isDomain && localPart.test(local) && address.length <= maxAddress
    ? address
    : null;
}

/** True if an address is of one of the domains; without domains, always. */
export function isOfDomains(address: string, domains: readonly string[] | undefined): boolean {
  if (domains === undefined || domains.length === 0) return true;
  return domains.includes(domainOf(address));
}

/** Returns the domain of an address as `readEmailAddress` has read it. */
export function domainOf(address: string): string {
  return address.slice(address.indexOf('@') + 1);
}
