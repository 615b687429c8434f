import { hash, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../contract/secret.ts';
import { attributeType } from './attribute-type.ts';
import {
  allAttributes,
  authenticatorOf,
  maxPacketOctets,
  attributeOffset,
  hasAttribute,
  type Packet,
} from './packet.ts';
import { oncePer } from '../../runtime/cache.ts';

export const digestOctets = 16;
const zeros = Buffer.alloc(digestOctets);
/** A Message-Authenticator before it is computed, which counts as zeros (RFC 3579 section 3.2). */
export const blankMessageAuthenticator = Buffer.from([
  attributeType.messageAuthenticator,
  2 + digestOctets,
  ...zeros,
]);

/** Result of a check of the Message-Authenticator; `wrong` also if it has not 16 octets or occurs twice. */
export type MessageAuthenticatorCheck = 'absent' | 'valid' | 'wrong';

/**
 * Checks the Request Authenticator of an Accounting-Request: a digest over the packet and the secret.
 *
 * @returns false: discard silently
 * @see     RFC 2866 section 3, RFC 5080 section 2.3.3
 */
export function isRequestAuthentic(packet: Packet, secret: Secret): boolean {
  const { octets } = packet;
  const key = secretOctets(secret);
  scratch.set(octets);
  scratch.set(zeros, 4);
  scratch.set(key, octets.length);
  const digest = digestOf(scratch.subarray(0, octets.length + key.length));
  return timingSafeEqual(digest, authenticatorOf(packet));
}

/**
 * Checks the Message-Authenticator of an Access-Request or a Status-Server.
 *
 * @see RFC 3579 section 3.2, RFC 5997 section 3
 */
export function checkMessageAuthenticator(
  packet: Packet,
  secret: Secret,
): MessageAuthenticatorCheck {
  return checkSignature(packet, authenticatorOf(packet), secret);
}

/**
 * Checks the Message-Authenticator of an Accounting-Request. Its Request Authenticator is computed later and counts as
 * zeros.
 *
 * @see RFC 5176 section 3.4, which FreeRADIUS follows for accounting, too
 */
export function checkAccountingMessageAuthenticator(
  packet: Packet,
  secret: Secret,
): MessageAuthenticatorCheck {
  return checkSignature(packet, zeros, secret);
}

/**
 * Checks the Message-Authenticator of a reply.
 *
 * @param requestAuthenticator  counts as the authenticator of the reply
 * @see                         RFC 3579 section 3.2
 */
export function checkReplyMessageAuthenticator(
  packet: Packet,
  requestAuthenticator: Buffer,
  secret: Secret,
): MessageAuthenticatorCheck {
  return checkSignature(packet, requestAuthenticator, secret);
}

function checkSignature(
  packet: Packet,
  authenticator: Buffer,
  secret: Secret,
): MessageAuthenticatorCheck {
  if (!hasAttribute(packet, attributeType.messageAuthenticator)) return 'absent';
  const [attribute, second] = allAttributes(packet, attributeType.messageAuthenticator);
  if (second || attribute?.length !== 2 + digestOctets) return 'wrong';
  const start = attributeOffset(packet, attributeType.messageAuthenticator) + 2;
  const signed = Buffer.from(packet.octets);
  authenticator.copy(signed, 4);
  signed.fill(0, start, start + digestOctets);
  return timingSafeEqual(hmacMd5(signed, secret), attribute.subarray(2)) ? 'valid' : 'wrong';
}

/**
 * Computes HMAC-MD5. Two one-shot digests cost less than the object of `createHmac` and its garbage collection.
 *
 * @see RFC 2104 section 2
 */
export function hmacMd5(octets: Buffer, secret: Secret): Buffer {
  const { inner, outer } = keyOf(secret);
  return md5([outer, md5([inner, octets])]);
}

/** Octets of a secret and its HMAC pads, computed once. */
interface SecretKey {
  readonly octets: Buffer;
  readonly inner: Uint8Array;
  readonly outer: Uint8Array;
}

const blockOctets = 64;

const keyOf = oncePer((secret: Secret): SecretKey => {
  const octets = Buffer.from(secret.reveal());
  const padded = Buffer.concat([octets.length > blockOctets ? md5([octets]) : octets], blockOctets);
  return {
    octets,
    inner: padded.map((octet) => octet ^ 0x36),
    outer: padded.map((octet) => octet ^ 0x5c),
  };
});

/** Holds the input of a digest: a packet and a secret at most. */
const scratch = Buffer.alloc(2 * maxPacketOctets);

export function md5(parts: readonly Uint8Array[]): Buffer {
  return digestOf(joined(parts));
}

/** Computes MD5. For packets this is half again as fast as `createHash`. */
function digestOf(octets: Uint8Array): Buffer {
  return Buffer.from(hash('md5', octets, 'binary'), 'binary');
}

/** Joins the parts into memory that the next call overwrites. */
function joined(parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length > scratch.length) return Buffer.concat(parts);
  let end = 0;
  for (const part of parts) {
    scratch.set(part, end);
    end += part.length;
  }
  return scratch.subarray(0, length);
}

export function secretOctets(secret: Secret): Buffer {
  return keyOf(secret).octets;
}
