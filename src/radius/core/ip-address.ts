import { isIPv4, isIPv6 } from 'node:net';

/** An address as a number of 32 or 128 bits. */
export interface IpAddress {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

/** Addresses that agree in their first `length` bits. */
export interface IpNetwork extends IpAddress {
  readonly prefixLength: number;
}

/**
 * Reads an IP address; one that IPv6 sockets write for an IPv4 peer (`::ffff:192.0.2.1`) is that peer's.
 *
 * @param text  as sockets give it; a zone (`%eth0`) does not matter
 * @returns     null where the text is no address
 */
export function parseIpAddress(text: string): IpAddress | null {
  if (isIPv4(text)) return { bits: 32, value: number(text.split('.'), { base: 10, width: 8n }) };
  const [address = ''] = text.split('%');
  if (!isIPv6(address)) return null;
  const value = number(groups(address), { base: 16, width: 16n });
  return value >> 32n === mapped ? { bits: 32, value: value & 0xffff_ffffn } : { bits: 128, value };
}

/** Reads `192.0.2.0/24`, or one address, which is a network of its own. Bits beyond the length do not matter. */
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

/** The same text for all addresses of a network, and for no other. */
export function networkKey({ bits, value }: IpAddress, length: number): string {
  return `${bits}/${length}/${value >> BigInt(bits - length)}`;
}

/** An address as it is stored: without zone, and IPv4 where it is an IPv4 peer. */
export function normalizeIpAddress(text: string): string {
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
