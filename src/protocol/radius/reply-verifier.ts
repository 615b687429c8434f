import { timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../contract/secret.ts';
import { md5, secretOctets, checkReplyMessageAuthenticator } from './authenticator.ts';
import { attributeType } from './attribute-type.ts';
import { authenticatorOf, hasAttribute, headerOctets, readPacket, type Packet } from './packet.ts';

/** The request that a packet may be the reply to. */
export interface ReplyExpectation {
  /** The request as it was sent. */
  readonly request: Buffer;
  readonly secret: Secret;
  /** Packet codes that are replies to the request. */
  readonly codes: readonly number[];
  /** True: drop a reply without Message-Authenticator (CVE-2024-3596); one of EAP always needs it (RFC 3579 section 3.2). */
  readonly requiresMessageAuthenticator: boolean;
}

/** Reason why a datagram is not a valid reply. */
export type ReplyDropReason =
  | 'malformed'
  | 'code'
  | 'authenticator'
  | 'message_authenticator'
  | 'message_authenticator_missing';

/**
 * Reads the reply to a request.
 *
 * @param datagram  from the server that the request was sent to, with the identifier of the request
 * @returns         the reply, or the reason to drop the datagram
 */
export function readReply(
  datagram: Buffer,
  expectation: ReplyExpectation,
): Packet | ReplyDropReason {
  const packet = readPacket(datagram);
  if (typeof packet === 'string') return 'malformed';
  return verifyReply(packet, expectation) ?? packet;
}

/**
 * Verifies the code, Response Authenticator and Message-Authenticator of a reply.
 *
 * @returns the reason to drop the packet; null: it is a valid reply
 * @see     RFC 2865 section 3, RFC 3579 section 3.2, RFC 5176 section 3.4
 */
export function verifyReply(
  packet: Packet,
  { request, secret, codes, requiresMessageAuthenticator }: ReplyExpectation,
): Exclude<ReplyDropReason, 'malformed'> | null {
  if (!codes.includes(packet.code)) return 'code';
  const requestAuthenticator = authenticatorOf({ octets: request });
  if (!isReplyAuthentic(packet, requestAuthenticator, secret)) return 'authenticator';
  const check = checkReplyMessageAuthenticator(packet, requestAuthenticator, secret);
  if (check === 'wrong') return 'message_authenticator';
  const isRequired = requiresMessageAuthenticator || hasAttribute(packet, attributeType.eapMessage);
  return check === 'absent' && isRequired ? 'message_authenticator_missing' : null;
}

/**
 * Checks the Response Authenticator: a digest over the reply, the request's authenticator and the secret.
 *
 * @see RFC 2865 section 3, RFC 2866 section 3, RFC 5176 section 2.3
 */
function isReplyAuthentic(packet: Packet, requestAuthenticator: Buffer, secret: Secret): boolean {
  const { octets } = packet;
  const digest = md5([
    octets.subarray(0, 4),
    requestAuthenticator,
    octets.subarray(headerOctets),
    secretOctets(secret),
  ]);
  return timingSafeEqual(digest, authenticatorOf(packet));
}
