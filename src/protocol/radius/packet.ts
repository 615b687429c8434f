import { isUtf8 } from 'node:buffer';
import { SocketAddress } from 'node:net';

/** Codes of the packet types that the gateway receives or sends (RFC 2865, RFC 2866, RFC 5176, RFC 5997). */
export const packetCode = {
  accessRequest: 1,
  accessAccept: 2,
  accessReject: 3,
  accountingRequest: 4,
  accountingResponse: 5,
  accessChallenge: 11,
  statusServer: 12,
  disconnectRequest: 40,
  disconnectAck: 41,
  disconnectNak: 42,
  coaRequest: 43,
  coaAck: 44,
  coaNak: 45,
} as const;

export const headerOctets = 20;
export const maxPacketOctets = 4096;
/** The limit of FreeRADIUS: more attributes in 4096 octets are an attack. */
const maxAttributes = 200;

/** A well-formed packet; its sender is not verified yet. */
export interface Packet {
  readonly code: number;
  readonly identifier: number;
  /** Header and attributes as received, without padding. */
  readonly octets: Buffer;
  /** Offset of each attribute, in order. */
  readonly attributeOffsets: readonly number[];
}

/** Reason why a datagram is not a packet. */
export type MalformedReason = 'length' | 'attribute_length' | 'too_many_attributes';

/**
 * Parses a datagram. Octets beyond Length are padding and ignored.
 *
 * @returns the packet, or the reason to discard the datagram silently
 * @see     RFC 2866 sections 3 and 5; up to 4096 octets as in RFC 2865
 */
export function readPacket(datagram: Buffer): Packet | MalformedReason {
  if (datagram.length < headerOctets) return 'length';
  const length = datagram.readUInt16BE(2);
  if (length < headerOctets || length > maxPacketOctets || length > datagram.length)
    return 'length';
  return parseAttributes(length === datagram.length ? datagram : datagram.subarray(0, length));
}

function parseAttributes(octets: Buffer): Packet | MalformedReason {
  const attributeOffsets: number[] = [];
  let offset = headerOctets;
  while (offset < octets.length) {
    if (!isAttribute(octets, offset)) return 'attribute_length';
    if (attributeOffsets.push(offset) > maxAttributes) return 'too_many_attributes';
    offset += octets.readUInt8(offset + 1);
  }
  return { code: octets.readUInt8(0), identifier: octets.readUInt8(1), octets, attributeOffsets };
}

function isAttribute(octets: Buffer, offset: number): boolean {
  const length = octets[offset + 1] ?? 0;
  return octets[offset] !== 0 && length >= 2 && offset + length <= octets.length;
}

/**
 * Splits stored attributes, each with its type and length octets, in order. They were parsed when they were received, so
 * they are well-formed.
 */
export function splitAttributes(stored: Uint8Array): Buffer[] {
  const octets = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
  const attributes: Buffer[] = [];
  for (let offset = 0; offset < octets.length && isAttribute(octets, offset);) {
    const end = offset + octets.readUInt8(offset + 1);
    attributes.push(octets.subarray(offset, end));
    offset = end;
  }
  return attributes;
}

/** Returns the 16 octets of the authenticator. */
export function authenticatorOf({ octets }: Pick<Packet, 'octets'>): Buffer {
  return octets.subarray(4, headerOctets);
}

/** Returns the offset of the first attribute of a type; 0: not present. */
export function attributeOffset({ octets, attributeOffsets }: Packet, type: number): number {
  // Packets have few attributes: a linear search costs less than an index.
  for (const offset of attributeOffsets) if (octets[offset] === type) return offset;
  return 0;
}

export function hasAttribute(packet: Packet, type: number): boolean {
  return attributeOffset(packet, type) !== 0;
}

/** Returns the value of the first attribute of a type, as a view; null if not present. */
export function firstValue(packet: Packet, type: number): Buffer | null {
  const offset = attributeOffset(packet, type);
  return offset === 0
    ? null
    : packet.octets.subarray(offset + 2, offset + (packet.octets[offset + 1] ?? 0));
}

/** Reads the first attribute of a type as a 32-bit integer; null if it is not present or has another size. */
export function firstInteger(packet: Packet, type: number): number | null {
  const offset = attributeOffset(packet, type);
  return offset !== 0 && packet.octets[offset + 1] === 6
    ? packet.octets.readUInt32BE(offset + 2)
    : null;
}

/** Returns all attributes of a type, each with its type and length octets, in order. */
export function allAttributes(packet: Packet, type: number): Buffer[] {
  if (!hasAttribute(packet, type)) return [];
  return packet.attributeOffsets
    .filter((offset) => packet.octets[offset] === type)
    .map((offset) => attributeAt(packet, offset));
}

/** Returns the values of all attributes of a type, in order. */
export function allValues(packet: Packet, type: number): Buffer[] {
  return allAttributes(packet, type).map((attribute) => attribute.subarray(2));
}

/** Returns the attribute at an offset with its type and length octets. */
export function attributeAt({ octets }: Packet, offset: number): Buffer {
  return octets.subarray(offset, offset + (octets[offset + 1] ?? 0));
}

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
