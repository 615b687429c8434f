import { createCipheriv, hash, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../contract/secret.ts';
import { md4 } from './md4.ts';
import { ntPasswordHash } from './nt-hash.ts';

/*
 * MS-CHAP, version 1 (RFC 2433) by its NT response, and version 2 (RFC 2759), as RADIUS carries them (RFC 2548).
 */

/** The response of a peer to a challenge. */
export interface MsChapResponse {
  readonly version: 1 | 2;
  readonly ident: number;
  /** The 8 octets that were encrypted; version 2 derives them from both challenges and the user name. */
  readonly challenge: Buffer;
  /** 24 octets. */
  readonly response: Buffer;
  /** The 16 octets of the authenticator's challenge; only version 2 uses them. */
  readonly authenticatorChallenge: Buffer;
}

const challengeOctets = 16;
const responseOctets = 50;
const identAndFlags = 2;
const usesNtResponse = 1;

interface Carried {
  readonly challenge: Buffer | null;
  readonly response: Buffer | null;
}

/**
 * Reads MS-CHAP-Challenge and MS-CHAP2-Response.
 *
 * @returns null if they are no valid response to a challenge
 * @see     RFC 2548 section 2.3.2
 */
export function readMsChapV2(
  { challenge, response }: Carried,
  username: string,
): MsChapResponse | null {
  if (challenge?.length !== challengeOctets || response?.length !== responseOctets) return null;
  const peers = response.subarray(identAndFlags, identAndFlags + challengeOctets);
  return {
    version: 2,
    ident: response.readUInt8(0),
    challenge: challengeHash({ peerChallenge: peers, authenticatorChallenge: challenge, username }),
    response: response.subarray(-24),
    authenticatorChallenge: challenge,
  };
}

/**
 * Reads MS-CHAP-Challenge and MS-CHAP-Response; of its two responses only the NT response counts, the LAN Manager response is insecure.
 *
 * @see RFC 2548 section 2.1.3
 */
export function readMsChapV1({ challenge, response }: Carried): MsChapResponse | null {
  if (challenge?.length !== 8 || response?.length !== responseOctets) return null;
  if ((response.readUInt8(1) & usesNtResponse) === 0) return null;
  return {
    version: 1,
    ident: response.readUInt8(0),
    challenge,
    response: response.subarray(-24),
    authenticatorChallenge: challenge,
  };
}

/** True if the response was computed with the password, or with the one of an NT hash. */
export function isMsChapResponseValid(
  { challenge, response }: MsChapResponse,
  password: Secret,
): boolean {
  return timingSafeEqual(challengeResponse(challenge, ntPasswordHash(password)), response);
}

/**
 * Computes the authenticator response, which proves knowledge of the password to the peer: `S=` and 40 hexadecimal digits.
 *
 * @see RFC 2759 section 8.7
 */
export function authenticatorResponse(
  { challenge, response }: MsChapResponse,
  password: Secret,
): string {
  const digest = sha1([md4(ntPasswordHash(password)), response, toClient]);
  return `S=${sha1([digest, challenge, padToMakeItDoMore]).toString('hex').toUpperCase()}`;
}

export function sha1(parts: readonly Uint8Array[]): Buffer {
  return Buffer.from(hash('sha1', Buffer.concat(parts), 'hex'), 'hex');
}

const toClient = Buffer.from('Magic server to client signing constant');
const padToMakeItDoMore = Buffer.from('Pad to make it do more than one iteration');

interface Challenges {
  readonly peerChallenge: Buffer;
  readonly authenticatorChallenge: Buffer;
  readonly username: string;
}

/** Computes ChallengeHash; of `DOMAIN\name` only the name counts (RFC 2759 section 4). */
export function challengeHash({
  peerChallenge,
  authenticatorChallenge,
  username,
}: Challenges): Buffer {
  const name = username.slice(username.lastIndexOf('\\') + 1);
  return sha1([peerChallenge, authenticatorChallenge, Buffer.from(name)]).subarray(0, 8);
}

/** Encrypts the challenge with the three thirds of the hash. */
export function challengeResponse(challenge: Buffer, passwordHash: Buffer): Buffer {
  const padded = Buffer.concat([passwordHash, Buffer.alloc(5)]);
  return Buffer.concat([0, 7, 14].map((at) => des(padded.subarray(at, at + 7), challenge)));
}

/** Encrypts 16 octets with the first 14 octets of a key, a half each (NtPasswordHashEncryptedWithBlock of RFC 2759). */
export function desOf16Octets({
  key,
  octets,
}: {
  readonly key: Buffer;
  readonly octets: Buffer;
}): Buffer {
  return Buffer.concat(
    [0, 1].map((half) =>
      des(key.subarray(7 * half, 7 * half + 7), octets.subarray(8 * half, 8 * half + 8)),
    ),
  );
}

/** Encrypts one block with DES, which OpenSSL 3 offers as triple DES only: with one key three times it is the same. */
function des(key: Buffer, block: Buffer): Buffer {
  const whole = withParity(key);
  const cipher = createCipheriv(
    'des-ede3-ecb',
    Buffer.concat([whole, whole, whole]),
    null,
  ).setAutoPadding(false);
  return Buffer.concat([cipher.update(block), cipher.final()]);
}

/** Spreads 56 bits over 8 octets of 7 bits; the parity bit is ignored by DES. */
function withParity(key: Buffer): Buffer {
  const bits = BigInt(`0x${key.toString('hex')}`);
  return Buffer.from(
    Array.from({ length: 8 }, (_, index) => Number((bits >> BigInt(49 - 7 * index)) & 0x7fn) << 1),
  );
}
