/* Packets of the Extensible Authentication Protocol (RFC 3748 section 4). */

export const eapCode = { request: 1, response: 2, success: 3, failure: 4 } as const;

/** Types of requests and responses (RFC 3748 section 5, and the RFCs of the methods). */
export const eapType = {
  identity: 1,
  notification: 2,
  nak: 3,
  tls: 13,
  ttls: 21,
  peap: 25,
  mschapv2: 26,
  tlv: 33,
} as const;

export const eapHeaderOctets = 4;

/** A response of a peer. */
export interface EapResponse {
  readonly identifier: number;
  readonly type: number;
  /** The octets behind the type. */
  readonly data: Buffer;
}

/** A packet from the side of the peer: a response, or the sign that a link has come up (RFC 3579 section 2.1). */
export type PeerPacket = EapResponse | 'start';

/**
 * Reads a packet from the side of the peer. Octets beyond Length are padding and ignored.
 *
 * @param octets  the values of all EAP-Messages of a packet, joined
 * @returns       null: it is no response, to be discarded silently
 */
export function readPeerPacket(octets: Buffer): PeerPacket | null {
  if (octets.length === 0) return 'start';
  if (octets.length <= eapHeaderOctets) return null;
  const length = octets.readUInt16BE(2);
  if (octets[0] !== eapCode.response || length <= eapHeaderOctets || length > octets.length)
    return null;
  return {
    identifier: octets.readUInt8(1),
    type: octets.readUInt8(eapHeaderOctets),
    data: octets.subarray(eapHeaderOctets + 1, length),
  };
}

/** Encodes a request. @param data  the octets behind the type */
export function encodeEapRequest(identifier: number, type: number, data: Buffer): Buffer {
  const octets = Buffer.allocUnsafe(eapHeaderOctets + 1 + data.length);
  octets.writeUInt8(eapCode.request, 0);
  octets.writeUInt8(identifier, 1);
  octets.writeUInt16BE(octets.length, 2);
  octets.writeUInt8(type, eapHeaderOctets);
  octets.set(data, eapHeaderOctets + 1);
  return octets;
}

/** Encodes the Success that ends a conversation. @param identifier  that of the last response */
export function encodeEapSuccess(identifier: number): Buffer {
  return Buffer.from([eapCode.success, identifier, 0, eapHeaderOctets]);
}
