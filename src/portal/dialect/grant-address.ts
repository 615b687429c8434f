import { isIP } from 'node:net';
import { isWithin, parseIpNetwork, withoutBrackets } from '../../runtime/ip-address.ts';

/** Networks that no site of the Internet is in. */
const privateNetworks = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '127.0.0.0/8',
  'fc00::/7',
  'fe80::/10',
  '::1/128',
].flatMap((text) => parseIpNetwork(text) ?? []);

/**
 * Checks the address of a grant, which comes from the redirect and so from the browser: it must not lead a guest away to
 * a site of somebody else's choice.
 *
 * @param hosts  names and addresses that are allowed besides private addresses; `*.` stands for any name below
 * @returns      why it is refused; null: allowed
 */
export function checkGrantAddress(address: string, hosts: readonly string[]): string | null {
  if (address.length > 4000 || !URL.canParse(address)) return `"${shorten(address)}" is not a URL`;
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `"${shorten(address)}" is not a URL of http or https`;
  if (url.username !== '' || url.password !== '')
    return `the URL of the access point must not have a user name`;
  const host = withoutBrackets(url.hostname);
  if (isPrivateAddress(host) || hosts.some((allowed) => isHost(host, allowed))) return null;
  return `host "${host}" is neither a private address nor the host of a portal controller`;
}

function isPrivateAddress(host: string): boolean {
  const address = isIP(host) === 0 ? null : parseIpNetwork(host);
  return address !== null && privateNetworks.some((network) => isWithin(address, network));
}

function isHost(host: string, allowed: string): boolean {
  return allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed;
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}
