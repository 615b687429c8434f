import { timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../contract/secret.ts';
import { attributeType } from './attribute-type.ts';
import { digestOctets, md5 } from './authenticator.ts';
import { authenticatorOf, firstValue, type Packet } from './packet.ts';

/** The response of a peer to a challenge of the NAS. */
export interface ChapResponse {
  readonly ident: number;
  readonly response: Buffer;
  readonly challenge: Buffer;
}

/**
 * Reads CHAP-Password; the challenge is CHAP-Challenge, or else the Request Authenticator.
 *
 * @returns null if it is absent or has not 17 octets
 * @see     RFC 2865 sections 2.2 and 5.3
 */
export function readChapResponse(packet: Packet): ChapResponse | null {
  const value = firstValue(packet, attributeType.chapPassword);
  if (value?.length !== 1 + digestOctets) return null;
  const challenge = firstValue(packet, attributeType.chapChallenge) ?? authenticatorOf(packet);
  return { ident: value.readUInt8(0), response: value.subarray(1), challenge };
}

export function isChapResponseValid(
  { ident, response, challenge }: ChapResponse,
  password: Secret,
): boolean {
  return timingSafeEqual(
    md5([Buffer.from([ident]), Buffer.from(password.reveal()), challenge]),
    response,
  );
}
