import { isIPv4, isIPv6 } from 'node:net';

/** An address as a number of 32 or 128 bits. */
export interface IpAddress {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

/** All addresses that share the first `prefixLength` bits. */
export interface IpNetwork extends IpAddress {
  readonly prefixLength: number;
}

/**
 * Parses an IP address. An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`), as IPv6 sockets report it, is the IPv4 address.
 *
 * @param text  as reported by a socket; a zone (`%eth0`) is ignored
 * @returns     null if the text is not an address
 */
export function parseIpAddress(text: string): IpAddress | null {
  if (isIPv4(text)) return { bits: 32, value: number(text.split('.'), { base: 10, width: 8n }) };
  const [address = ''] = text.split('%');
  if (!isIPv6(address)) return null;
  const value = number(groups(address), { base: 16, width: 16n });
  return value >> 32n === mapped ? { bits: 32, value: value & 0xffff_ffffn } : { bits: 128, value };
}

/** Parses `192.0.2.0/24`, or one address as a network of its own. Bits beyond the prefix length are ignored. */
export function parseIpNetwork(text: string): IpNetwork | null {
  const [host = '', suffix] = text.split('/');
  const address = parseIpAddress(host);
  if (!address) return null;
  if (suffix === undefined) return { ...address, prefixLength: address.bits };
  const length = Number(suffix) - (address.bits === 32 && host.includes(':') ? 96 : 0);
  return /^\d+$/.test(suffix) && length >= 0 && length <= address.bits
    ? { ...address, prefixLength: length }
    : null;
}

/** Returns a key that all addresses of a network share, and no other address has. */
export function networkKey({ bits, value }: IpAddress, length: number): string {
  return `${bits}/${length}/${value >> BigInt(bits - length)}`;
}

/** Bits that the addresses of one customer share: a line of IPv6 has a /64 or more (RFC 6177, RFC 7934). */
const customerBits = { 32: 32, 128: 64 } as const;

/** Returns a key for all addresses that one customer can connect from: an IPv4 address, or a /64 of IPv6. */
export function customerKey(text: string): string {
  const address = parseIpAddress(text);
  return address ? networkKey(address, customerBits[address.bits]) : text;
}

/** True if every address of `inner` belongs to `outer`. */
export function isWithin(inner: IpNetwork, outer: IpNetwork): boolean {
  return (
    inner.bits === outer.bits &&
    inner.prefixLength >= outer.prefixLength &&
    networkKey(inner, outer.prefixLength) === networkKey(outer, outer.prefixLength)
  );
}

/** True if two networks have an address in common. */
export function overlaps(one: IpNetwork, other: IpNetwork): boolean {
  return isWithin(one, other) || isWithin(other, one);
}

/**
 * Returns the one spelling of a network: IPv6 as in RFC 5952, an IPv4-mapped one as IPv4, bits beyond the prefix length
 * zero, and a single address without prefix length.
 *
 * @returns null if the text is not a network
 */
export function canonicalNetwork(text: string): string | null {
  const network = parseIpNetwork(text);
  if (!network) return null;
  const { bits, value, prefixLength } = network;
  const hostBits = BigInt(bits - prefixLength);
  const first = formatIpAddress({ bits, value: (value >> hostBits) << hostBits });
  return prefixLength === bits ? first : `${first}/${prefixLength}`;
}

/** True if two texts are the same address, in whichever spelling. */
export function isSameAddress(one: string, other: string): boolean {
  const [a, b] = [parseIpAddress(one), parseIpAddress(other)];
  return a !== null && b !== null && a.bits === b.bits && a.value === b.value;
}

/**
 * Returns the number of host addresses of a network: without the network and broadcast addresses, which IPv4 has from four
 * addresses on.
 */
export function hostCount({ bits, prefixLength }: IpNetwork): number {
  const all = 2 ** (bits - prefixLength);
  return bits === 32 && all > 2 ? all - 2 : all;
}

/** Returns some of the addresses that a machine may have in a network, in their order. */
export function hostsOf(
  network: IpNetwork,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): readonly string[] {
  const { bits, value, prefixLength } = network;
  const hostBits = BigInt(bits - prefixLength);
  const count = hostCount(network);
  const first = ((value >> hostBits) << hostBits) + (2 ** Number(hostBits) > count ? 1n : 0n);
  return Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, at) =>
    formatIpAddress({ bits, value: first + BigInt(offset + at) }),
  );
}

/** Returns an address as text: IPv6 as in RFC 5952. */
export function formatIpAddress({ bits, value }: IpAddress): string {
  const width = bits === 32 ? 8 : 16;
  const parts = Array.from({ length: bits / width }, (_, part) =>
    Number((value >> BigInt(bits - width * (part + 1))) & BigInt(2 ** width - 1)),
  );
  if (bits === 32) return parts.join('.');
  // A URL has its IPv6 address in the canonical form, in brackets.
  return new URL(`http://[${parts.map((part) => part.toString(16)).join(':')}]`).hostname.slice(
    1,
    -1,
  );
}

/** Normalizes an address for storage: without zone, and as IPv4 for an IPv4 peer. */
export function normalizeIpAddress(text: string): string {
  if (!text.includes(':')) return text;
  return text.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
}

const mapped = 0xffffn;

interface Notation {
  readonly base: 10 | 16;
  readonly width: bigint;
}

function number(parts: readonly string[], { base, width }: Notation): bigint {
  return parts.reduce((value, part) => (value << width) | BigInt(Number.parseInt(part, base)), 0n);
}

function groups(address: string): string[] {
  const [head = '', tail] = withoutDots(address).split('::');
  const before = head === '' ? [] : head.split(':');
  if (tail === undefined) return before;
  const after = tail === '' ? [] : tail.split(':');
  return [
    ...before,
    ...Array.from({ length: 8 - before.length - after.length }, () => '0'),
    ...after,
  ];
}

function withoutDots(address: string): string {
  return address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...octets) => {
    const [a = 0, b = 0, c = 0, d = 0] = octets.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
}

/** Returns a host as written in a URL (RFC 3986 section 3.2.2): an IPv6 address in brackets. */
export const withBrackets = (host: string): string => (host.includes(':') ? `[${host}]` : host);

const brackets = /^\[(.*)\]$/;

/** Returns a host as sockets take it: an IPv6 address without its brackets. */
export const withoutBrackets = (host: string): string => host.replace(brackets, '$1');

/** Returns the host of a URL as sockets take it. */
export const hostOfUrl = ({ hostname }: URL): string => hostname.replace(brackets, '$1');
