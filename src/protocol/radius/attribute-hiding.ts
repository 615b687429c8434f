import { randomInt } from 'node:crypto';
import type { Secret } from '../../contract/secret.ts';
import { attributeType } from './attribute-type.ts';
import { digestOctets, md5, secretOctets } from './authenticator.ts';
import { authenticatorOf, firstValue, type Packet } from './packet.ts';

/** The longest User-Password (RFC 2865 section 5.2). */
export const maxPasswordOctets = 128;

/**
 * Decrypts the User-Password of an Access-Request.
 *
 * @returns the octets without padding; null if the attribute is absent or its size is invalid
 * @see     RFC 2865 section 5.2
 */
export function readUserPassword(packet: Packet, secret: Secret): Buffer | null {
  const hidden = firstValue(packet, attributeType.userPassword);
  if (
    !hidden ||
    hidden.length === 0 ||
    hidden.length > maxPasswordOctets ||
    hidden.length % digestOctets !== 0
  )
    return null;
  const clear = decrypt(hidden, { secret, vector: authenticatorOf(packet) });
  const padding = clear.indexOf(0);
  return padding < 0 ? clear : clear.subarray(0, padding);
}

/** Shared secret and Request Authenticator, used to hide attribute values. */
export interface HidingKey {
  readonly secret: Secret;
  readonly authenticator: Buffer;
}

/**
 * Hides a value of a reply as User-Password is hidden in requests (`encrypt=1` of dictionaries).
 *
 * @see RFC 2865 section 5.2
 */
export function hideValue(clear: Buffer, { secret, authenticator }: HidingKey): Buffer {
  return encrypt(padded(clear), { secret, vector: authenticator });
}

/**
 * Hides a value with a salt, as Tunnel-Password is (`encrypt=2`).
 *
 * @param salt  2 octets, unique among the values of a packet
 * @see         RFC 2868 section 3.5, RFC 2548 section 2.4.2
 */
export function hideSaltedValue(
  clear: Buffer,
  { secret, authenticator }: HidingKey,
  salt = randomSalt(),
): Buffer {
  const withLength = Buffer.concat([Buffer.from([clear.length]), clear]);
  return Buffer.concat([
    salt,
    encrypt(padded(withLength), { secret, vector: Buffer.concat([authenticator, salt]) }),
  ]);
}

/** The keys of the two hops of a proxied packet. */
export interface HidingKeyChange {
  readonly from: HidingKey;
  readonly to: HidingKey;
}

/** Changes the key of a value that `hideValue` has hidden. A value of an invalid size is returned unchanged. */
export function rehideValue(value: Buffer, { from, to }: HidingKeyChange): Buffer {
  return reencrypt(value, {
    from: { secret: from.secret, vector: from.authenticator },
    to: { secret: to.secret, vector: to.authenticator },
  });
}

/** Changes the key of a value that `hideSaltedValue` has hidden. The salt, which is unique in its packet, stays. */
export function rehideSaltedValue(value: Buffer, { from, to }: HidingKeyChange): Buffer {
  const salt = value.subarray(0, saltOctets);
  const chainOf = ({ secret, authenticator }: HidingKey) => ({
    secret,
    vector: Buffer.concat([authenticator, salt]),
  });
  return Buffer.concat([
    salt,
    reencrypt(value.subarray(saltOctets), { from: chainOf(from), to: chainOf(to) }),
  ]);
}

const saltOctets = 2;

/** The highest bit of a salt is always set. */
function randomSalt(): Buffer {
  const salt = Buffer.alloc(2);
  salt.writeUInt16BE(0x8000 + randomInt(0x8000));
  return salt;
}

function padded(clear: Buffer): Buffer {
  return Buffer.concat([clear], Math.max(1, Math.ceil(clear.length / digestOctets)) * digestOctets);
}

interface CipherKey {
  readonly secret: Secret;
  /** Initialization vector: stands for the hidden block before the first. */
  readonly vector: Buffer;
}

function reencrypt(
  value: Buffer,
  { from, to }: { readonly from: CipherKey; readonly to: CipherKey },
): Buffer {
  return value.length % digestOctets === 0 ? encrypt(decrypt(value, from), to) : value;
}

function encrypt(clear: Buffer, key: CipherKey): Buffer {
  return masked(clear, key, (_clear, hidden) => hidden);
}

function decrypt(hidden: Buffer, key: CipherKey): Buffer {
  return masked(hidden, key, (given) => given);
}

/** Combines blocks of 16 octets, each with a digest of the hidden block before, which is the given or the made one. */
function masked(
  given: Buffer,
  { secret, vector }: CipherKey,
  hiddenOf: (given: Buffer, made: Buffer) => Buffer,
): Buffer {
  const made = Buffer.alloc(given.length);
  let previous = vector;
  for (let at = 0; at < given.length; at += digestOctets) {
    const mask = md5([secretOctets(secret), previous]);
    for (const [position, octet] of mask.entries())
      made[at + position] = (given[at + position] ?? 0) ^ octet;
    previous = hiddenOf(given, made).subarray(at, at + digestOctets);
  }
  return made;
}
