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
/** FreeRADIUS' limit: more of them in 4096 octets is an attack, not a session. */
const mostAttributes = 200;

/** A packet whose length and attributes fit together; who sent it is not known yet. */
export interface Packet {
  readonly code: number;
  readonly identifier: number;
  /** Header and attributes as received, without padding. */
  readonly octets: Buffer;
  /** Where each attribute starts, in order. */
  readonly attributeOffsets: readonly number[];
}

/** Why a datagram is no packet. */
export type MalformedReason = 'length' | 'attribute_length' | 'too_many_attributes';

/**
 * Finds the packet in a datagram and its attributes in the packet. Octets beyond Length are padding and left out.
 *
 * @returns the packet, or why the datagram must be discarded in silence
 * @see     RFC 2866 sections 3 and 5; 4096 octets are accepted as RFC 2865 says
 */
export function readPacket(datagram: Buffer): Packet | MalformedReason {
  if (datagram.length < headerOctets) return 'length';
  const length = datagram.readUInt16BE(2);
  if (length < headerOctets || length > maxPacketOctets || length > datagram.length)
    return 'length';
  return walk(datagram.subarray(0, length));
}

function walk(octets: Buffer): Packet | MalformedReason {
  const starts: number[] = [];
  let start = headerOctets;
  while (start < octets.length) {
    if (!isAttribute(octets, start)) return 'attribute_length';
    if (starts.push(start) > mostAttributes) return 'too_many_attributes';
    start += octets.readUInt8(start + 1);
  }
  return {
    code: octets.readUInt8(0),
    identifier: octets.readUInt8(1),
    octets,
    attributeOffsets: starts,
  };
}

function isAttribute(octets: Buffer, start: number): boolean {
  const length = octets[start + 1] ?? 0;
  return octets[start] !== 0 && length >= 2 && start + length <= octets.length;
}

/**
 * Attributes that were kept without their packet, each with its type and length octets, in order. They were walked when they
 * came in: they fit together.
 */
export function splitAttributes(kept: Uint8Array): Buffer[] {
  const octets = Buffer.from(kept.buffer, kept.byteOffset, kept.byteLength);
  const found: Buffer[] = [];
  for (let start = 0; start < octets.length && isAttribute(octets, start);) {
    const end = start + octets.readUInt8(start + 1);
    found.push(octets.subarray(start, end));
    start = end;
  }
  return found;
}

/** The 16 octets by which a reply names its request. */
export function authenticatorOf({ octets }: Pick<Packet, 'octets'>): Buffer {
  return octets.subarray(4, headerOctets);
}

/** Where the first attribute of a type starts; 0: there is none. They are few: to look through them costs less than a table. */
export function attributeOffset({ octets, attributeOffsets }: Packet, type: number): number {
  for (const start of attributeOffsets) if (octets[start] === type) return start;
  return 0;
}

export function hasAttribute(packet: Packet, type: number): boolean {
  return attributeOffset(packet, type) !== 0;
}

/** Value of the first attribute of a type, without a copy; null where there is none. */
export function firstValue(packet: Packet, type: number): Buffer | null {
  const start = attributeOffset(packet, type);
  return start === 0
    ? null
    : packet.octets.subarray(start + 2, start + (packet.octets[start + 1] ?? 0));
}

/** A value of four octets as a number, without so much as a view; null where there is none of that size. */
export function firstInteger(packet: Packet, type: number): number | null {
  const start = attributeOffset(packet, type);
  return start !== 0 && packet.octets[start + 1] === 6
    ? packet.octets.readUInt32BE(start + 2)
    : null;
}

/** All attributes of a type, each with its type and length octets, in order. */
export function allAttributes(packet: Packet, type: number): Buffer[] {
  if (!hasAttribute(packet, type)) return [];
  return packet.attributeOffsets
    .filter((start) => packet.octets[start] === type)
    .map((start) => attributeAt(packet, start));
}

/** An attribute with its type and length octets. */
export function attributeAt({ octets }: Packet, start: number): Buffer {
  return octets.subarray(start, start + (octets[start + 1] ?? 0));
}
