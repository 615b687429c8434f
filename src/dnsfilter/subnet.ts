import { BlockList, isIP } from 'node:net';

/** True if an address lies in a network, `192.0.2.0/24` or a single address. An IPv4-mapped IPv6 address counts as IPv4. */
export function networkContains(network: string, address: string): boolean {
  const [host = '', bits] = network.split('/');
  const family = familyOf(host);
  const plain = withoutMapping(address);
  if (family === null || familyOf(plain) !== family) return false;
  const list = new BlockList();
  list.addSubnet(host, prefixLength(network, bits), family);
  return list.check(plain, family);
}

/** Returns the prefix length of a network in bits. */
export function prefixLength(
  network: string,
  bits: string | undefined = network.split('/')[1],
): number {
  return bits === undefined ? (network.includes(':') ? 128 : 32) : Number(bits);
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address);
  return version === 0 ? null : version === 4 ? 'ipv4' : 'ipv6';
}

function withoutMapping(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}
