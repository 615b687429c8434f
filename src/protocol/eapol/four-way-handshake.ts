import { hash, timingSafeEqual } from 'node:crypto';
import { readHandshakeMessage } from './key-frame.ts';

/** A handshake as an access point reports it: its own nonce, and the answer of the station. */
export interface ReportedHandshake {
  /** Address of the radio, 6 octets. */
  readonly authenticator: Buffer;
  /** Address of the station, 6 octets. */
  readonly supplicant: Buffer;
  /** The nonce of the access point, 32 octets. */
  readonly authenticatorNonce: Buffer;
  /** The EAPOL frame of the second message. */
  readonly frame: Buffer;
}

/** True if the station of a handshake has the pairwise master key. */
export type MasterKeyCheck = (masterKey: Buffer) => boolean;

const addressOctets = 6;
const nonceOctets = 32;
const confirmationKeyOctets = 16;
/** The key descriptor of WPA2 with a pre-shared key: HMAC-SHA1-128, and AES. */
const sha1Version = 2;
const label = Buffer.from('Pairwise key expansion\0');
const firstBlock = Buffer.from([0]);

/**
 * Returns the check of pairwise master keys against a handshake. Its first 16 octets of the pairwise transient key, the
 * key confirmation key, protect the frame of the station.
 *
 * @returns a text: why no key can be checked
 * @see     IEEE 802.11-2020 sections 12.7.1.2 (PRF), 12.7.1.3 (key expansion) and 12.7.3 (HMAC-SHA1-128)
 */
export function checkOfHandshake(reported: ReportedHandshake): MasterKeyCheck | string {
  const { authenticator, supplicant, authenticatorNonce, frame } = reported;
  if (authenticator.length !== addressOctets || supplicant.length !== addressOctets)
    return 'the address of the radio or of the device is missing';
  if (authenticatorNonce.length !== nonceOctets)
    return `the nonce of the access point has ${authenticatorNonce.length} octets, not ${nonceOctets}`;
  const message = readHandshakeMessage(frame);
  if (!message) return 'the EAPOL frame is not the second message of a four-way handshake';
  const { version, supplicantNonce, mic, authenticated } = message;
  if (version !== sha1Version)
    return `key descriptor version ${version} is not supported, only 2 (WPA2 with AES)`;
  const expansion = Buffer.concat([
    label,
    ...sorted(authenticator, supplicant),
    ...sorted(authenticatorNonce, supplicantNonce),
    firstBlock,
  ]);
  return (masterKey) => {
    const confirmationKey = hmacSha1(masterKey, expansion).subarray(0, confirmationKeyOctets);
    return timingSafeEqual(hmacSha1(confirmationKey, authenticated).subarray(0, mic.length), mic);
  };
}

function sorted(one: Buffer, other: Buffer): readonly Buffer[] {
  return Buffer.compare(one, other) <= 0 ? [one, other] : [other, one];
}

const blockOctets = 64;

/**
 * Computes HMAC-SHA1 (RFC 2104) of a short key. A search computes two for each key: `createHmac` takes three times as long,
 * since it fetches the algorithm each time.
 */
function hmacSha1(key: Buffer, text: Buffer): Buffer {
  const inner = hash('sha1', Buffer.concat([padded(key, 0x36), text]), 'buffer');
  return hash('sha1', Buffer.concat([padded(key, 0x5c), inner]), 'buffer');
}

function padded(key: Buffer, pad: number): Buffer {
  const block = Buffer.alloc(blockOctets, pad);
  for (const [at, octet] of key.entries()) block[at] = octet ^ pad;
  return block;
}
