import { timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../secret.ts';
import { md5, secretOctets, checkReplyMessageAuthenticator } from './authenticator.ts';
import { authenticatorOf, headerOctets, readPacket, type Packet } from './packet.ts';

/** What a datagram is measured by: the request that it may be the answer to. */
export interface ReplyExpectation {
  /** The request as it was sent. */
  readonly request: Buffer;
  readonly secret: Secret;
  /** Codes that answer it. */
  readonly codes: readonly number[];
  /** Whether an answer without Message-Authenticator is none (CVE-2024-3596). */
  readonly requiresMessageAuthenticator: boolean;
}

/** Why a datagram is no answer. */
export type ReplyDropReason =
  | 'malformed'
  | 'code'
  | 'authenticator'
  | 'message_authenticator'
  | 'message_authenticator_missing';

/**
 * Reads the answer to a request.
 *
 * @param datagram  with the identifier of the request, from whoever was asked
 * @returns         the answer, or why it is none and must be dropped
 * @see             RFC 2865 section 3, RFC 3579 section 3.2, RFC 5176 section 3.4
 */
export function readReply(
  datagram: Buffer,
  { request, secret, codes, requiresMessageAuthenticator }: ReplyExpectation,
): Packet | ReplyDropReason {
  const packet = readPacket(datagram);
  if (typeof packet === 'string') return 'malformed';
  if (!codes.includes(packet.code)) return 'code';
  const asked = request.subarray(4, headerOctets);
  if (!isReplyAuthentic(packet, asked, secret)) return 'authenticator';
  const signature = checkReplyMessageAuthenticator(packet, asked, secret);
  if (signature === 'wrong') return 'message_authenticator';
  return signature === 'absent' && requiresMessageAuthenticator
    ? 'message_authenticator_missing'
    : packet;
}

/**
 * Checks the Response Authenticator: a digest over the reply, the request's authenticator and the secret.
 *
 * @param asked  authenticator of the request
 * @see          RFC 2865 section 3, RFC 2866 section 3, RFC 5176 section 2.3
 */
export function isReplyAuthentic(packet: Packet, asked: Buffer, secret: Secret): boolean {
  const { octets } = packet;
  const digest = md5([
    octets.subarray(0, 4),
    asked,
    octets.subarray(headerOctets),
    secretOctets(secret),
  ]);
  return timingSafeEqual(digest, authenticatorOf(packet));
}
