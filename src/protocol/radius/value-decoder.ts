import { isUtf8 } from 'node:buffer';
import { SocketAddress } from 'node:net';
import { attributeOffset, firstValue, type Packet } from './packet.ts';

/*
 * Decoders of attribute values by their data type. A value of the wrong size decodes to null, and the packet stands
 * (RFC 6929 section 2.8).
 */

/** Decodes the first attribute of a type by the decoder of its data type; null if not present. */
export function decodeFirst(
  packet: Packet,
  type: number,
  decode: (value: Buffer) => string | null,
): string | null {
  const value = firstValue(packet, type);
  return value && decode(value);
}

/** Decodes an IPv4 address into dotted decimals. */
export function decodeIpv4(value: Buffer | null): string | null {
  return value?.length === 4
    ? `${value.readUInt8(0)}.${value.readUInt8(1)}.${value.readUInt8(2)}.${value.readUInt8(3)}`
    : null;
}

/** Decodes an IPv6 address into the text form of RFC 5952. */
export function decodeIpv6(value: Buffer | null): string | null {
  if (value?.length !== 16) return null;
  const groups = Array.from({ length: 8 }, (_, group) =>
    value.readUInt16BE(2 * group).toString(16),
  );
  return new SocketAddress({ address: groups.join(':'), family: 'ipv6' }).address;
}

/**
 * Decodes an IPv6 prefix into address, slash, length. Omitted octets are zero; bits beyond the length must be.
 *
 * @see RFC 3162 section 2.3
 */
export function decodeIpv6Prefix(value: Buffer | null): string | null {
  if (!value || value.length < 2 || value.length > 18 || value[0] !== 0) return null;
  const length = value[1] ?? 0;
  const prefix = value.subarray(2);
  if (length > 128 || length > 8 * prefix.length || !isZeroAfter(prefix, length)) return null;
  const address = Buffer.alloc(16);
  prefix.copy(address);
  return `${decodeIpv6(address) ?? ''}/${length}`;
}

function isZeroAfter(octets: Buffer, bits: number): boolean {
  return octets.every(
    (octet, position) => (octet & (0xff >> Math.min(8, Math.max(0, bits - 8 * position)))) === 0,
  );
}

/** Decodes an interface id into four groups of hexadecimal digits (RFC 3162 section 2.2). */
export function decodeInterfaceId(value: Buffer | null): string | null {
  if (value?.length !== 8) return null;
  return [0, 2, 4, 6].map((group) => value.readUInt16BE(group).toString(16)).join(':');
}

/**
 * Decodes text that every store accepts: UTF-8 as received, any other octet as `\xNN`, and NUL, which PostgreSQL rejects
 * in text, as `\x00`.
 */
export function decodeText(value: Buffer | null): string | null {
  if (!value) return null;
  if (isPlain(value, 0, value.length)) return value.toString('latin1');
  return isUtf8(value) && !value.includes(0) ? value.toString('utf8') : escaped(value);
}

/** Decodes the first attribute of a type as text; null if not present. Plain text costs no view of its octets. */
export function firstText(packet: Packet, type: number): string | null {
  const offset = attributeOffset(packet, type);
  if (offset === 0) return null;
  const { octets } = packet;
  const end = offset + (octets[offset + 1] ?? 0);
  return isPlain(octets, offset + 2, end)
    ? octets.toString('latin1', offset + 2, end)
    : decodeText(octets.subarray(offset + 2, end));
}

/** True for ASCII without NUL: what nearly all values are, and the fastest to decode. */
function isPlain(octets: Buffer, start: number, end: number): boolean {
  for (let position = start; position < end; position += 1) {
    const octet = octets[position] ?? 0;
    if (octet === 0 || octet > 0x7f) return false;
  }
  return true;
}

function escaped(value: Buffer): string {
  let text = '';
  for (let position = 0; position < value.length;) {
    const length =
      value[position] === 0 ? 0 : characterLength(value.subarray(position, position + 4));
    text +=
      length > 0
        ? value.toString('utf8', position, position + length)
        : `\\x${value.toString('hex', position, position + 1)}`;
    position += Math.max(1, length);
  }
  return text;
}

/** Counts the octets of the first character; 0: no valid character. */
function characterLength(octets: Buffer): number {
  return (
    [1, 2, 3, 4].find((length) => length <= octets.length && isUtf8(octets.subarray(0, length))) ??
    0
  );
}
