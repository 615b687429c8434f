import { timingSafeEqual } from 'node:crypto';
import { Secret } from '../../contract/secret.ts';
import {
  challengeHash,
  desOf16Octets,
  isMsChapResponseValid,
  type MsChapResponse,
} from './ms-chap.ts';
import { ntPasswordHash } from './nt-hash.ts';
import { rc4 } from './rc4.ts';
import { maxValueOctets } from './vendor-specific.ts';

/** The change of a password by MS-CHAPv2: a response by the new password, which is encrypted with the former one. */
export interface MsChapChange extends MsChapResponse {
  /** 516 octets. */
  readonly encryptedPassword: Buffer;
  /** 16 octets. */
  readonly encryptedHash: Buffer;
}

interface CarriedChange {
  readonly challenge: Buffer | null;
  /** MS-CHAP2-CPW. */
  readonly change: Buffer;
  /** The values of MS-CHAP-NT-Enc-PW. */
  readonly fragments: readonly Buffer[];
}

const changeOctets = 68;
const changeCode = 7;
const fragmentCode = 6;
const fragmentHeaderOctets = 4;
const encryptedOctets = 516;
const clearOctets = 512;
const hashAt = 2;
const peerChallengeAt = 18;
const responseAt = 42;

/**
 * Reads MS-CHAP2-CPW and the encrypted password next to it.
 *
 * @returns null if they are no valid change
 * @see     RFC 2548 sections 2.1.7 and 2.3.4
 */
export function readMsChapChange(
  { challenge, change, fragments }: CarriedChange,
  username: string,
): MsChapChange | null {
  const encryptedPassword = joinFragments(fragments);
  if (challenge?.length !== 16 || encryptedPassword.length !== encryptedOctets) return null;
  if (change.length !== changeOctets || change[0] !== changeCode) return null;
  const peerChallenge = change.subarray(peerChallengeAt, peerChallengeAt + 16);
  return {
    version: 2,
    ident: change.readUInt8(1),
    challenge: challengeHash({ peerChallenge, authenticatorChallenge: challenge, username }),
    response: change.subarray(responseAt, responseAt + 24),
    authenticatorChallenge: challenge,
    encryptedPassword,
    encryptedHash: change.subarray(hashAt, hashAt + 16),
  };
}

/** Joins the fragments of an encrypted password in the order of their Sequence-Numbers. */
function joinFragments(fragments: readonly Buffer[]): Buffer {
  const valid = fragments
    .filter((value) => value.length > fragmentHeaderOctets && value[0] === fragmentCode)
    .sort((one, other) => one.readUInt16BE(2) - other.readUInt16BE(2));
  return Buffer.concat(valid.map((value) => value.subarray(fragmentHeaderOctets)));
}

/**
 * Decrypts the new password, and checks that the peer knows the former one as well.
 *
 * @param former  the stored password, or its NT hash
 * @returns       null: it does not, or the new password is no text that RADIUS can carry
 * @see           RFC 2759 sections 8.9 to 8.13
 */
export function openNewPassword(change: MsChapChange, former: Secret): Secret | null {
  const formerHash = ntPasswordHash(former);
  const clear = rc4(formerHash, change.encryptedPassword);
  const length = clear.readUInt32LE(clearOctets);
  if (length === 0 || length > clearOctets || length % 2 !== 0) return null;
  const text = clear.subarray(clearOctets - length, clearOctets).toString('utf16le');
  if (/\p{Surrogate}/u.test(text) || Buffer.byteLength(text) > maxValueOctets) return null;
  const password = new Secret(text);
  const hash = desOf16Octets({ key: ntPasswordHash(password), octets: formerHash });
  const isProven =
    timingSafeEqual(hash, change.encryptedHash) && isMsChapResponseValid(change, password);
  return isProven ? password : null;
}
