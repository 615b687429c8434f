import { randomInt } from 'node:crypto';
import type { Secret } from '../../secret.ts';
import { attributeType } from './attribute-type.ts';
import { digestOctets, md5, secretOctets } from './authenticator.ts';
import { authenticatorOf, firstValue, type Packet } from './packet.ts';

const longestPassword = 128;

/**
 * Opens the User-Password of an Access-Request.
 *
 * @returns its octets without the padding, or null where it is absent or has a size that none can have
 * @see     RFC 2865 section 5.2
 */
export function readUserPassword(packet: Packet, secret: Secret): Buffer | null {
  const hidden = firstValue(packet, attributeType.userPassword);
  if (
    !hidden ||
    hidden.length === 0 ||
    hidden.length > longestPassword ||
    hidden.length % digestOctets !== 0
  )
    return null;
  const clear = unchained(hidden, { secret, start: authenticatorOf(packet) });
  const padding = clear.indexOf(0);
  return padding < 0 ? clear : clear.subarray(0, padding);
}

/** What a value is hidden with: the secret, and the authenticator of the request. */
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
  return chained(padded(clear), { secret, start: authenticator });
}

/**
 * Hides a value with a salt, as Tunnel-Password is (`encrypt=2`).
 *
 * @param salt  2 octets, other ones for each value of a packet
 * @see         RFC 2868 section 3.5, RFC 2548 section 2.4.2
 */
export function hideSaltedValue(
  clear: Buffer,
  { secret, authenticator }: HidingKey,
  salt = randomSalt(),
): Buffer {
  const counted = Buffer.concat([Buffer.from([clear.length]), clear]);
  return Buffer.concat([
    salt,
    chained(padded(counted), { secret, start: Buffer.concat([authenticator, salt]) }),
  ]);
}

/** What a value changes when it is passed on. */
export interface HidingKeyChange {
  readonly from: HidingKey;
  readonly to: HidingKey;
}

/** A value that `hidden` has hidden, under another cover; one of a size that none can have stays as it is. */
export function rehideValue(value: Buffer, { from, to }: HidingKeyChange): Buffer {
  return moved(value, {
    from: { secret: from.secret, start: from.authenticator },
    to: { secret: to.secret, start: to.authenticator },
  });
}

/** The same of `salted`: the salt, which is unique in its packet, stays. */
export function rehideSaltedValue(value: Buffer, { from, to }: HidingKeyChange): Buffer {
  const salt = value.subarray(0, saltOctets);
  const startOf = ({ secret, authenticator }: HidingKey) => ({
    secret,
    start: Buffer.concat([authenticator, salt]),
  });
  return Buffer.concat([
    salt,
    moved(value.subarray(saltOctets), { from: startOf(from), to: startOf(to) }),
  ]);
}

const saltOctets = 2;

/** The highest bit is always set. */
function randomSalt(): Buffer {
  const salt = Buffer.alloc(2);
  salt.writeUInt16BE(0x8000 + randomInt(0x8000));
  return salt;
}

function padded(clear: Buffer): Buffer {
  return Buffer.concat([clear], Math.max(1, Math.ceil(clear.length / digestOctets)) * digestOctets);
}

interface Chain {
  readonly secret: Secret;
  /** Stands for the block before the first. */
  readonly start: Buffer;
}

function moved(value: Buffer, { from, to }: { readonly from: Chain; readonly to: Chain }): Buffer {
  return value.length % digestOctets === 0 ? chained(unchained(value, from), to) : value;
}

/** Each block is hidden with a digest of the hidden block before. */
function chained(clear: Buffer, { secret, start }: Chain): Buffer {
  const result = Buffer.alloc(clear.length);
  let previous = start;
  for (let at = 0; at < clear.length; at += digestOctets) {
    const mask = md5([secretOctets(secret), previous]);
    for (const [position, octet] of mask.entries())
      result[at + position] = (clear[at + position] ?? 0) ^ octet;
    previous = result.subarray(at, at + digestOctets);
  }
  return result;
}

function unchained(hidden: Buffer, { secret, start }: Chain): Buffer {
  const clear = Buffer.alloc(hidden.length);
  let previous = start;
  for (let at = 0; at < hidden.length; at += digestOctets) {
    const mask = md5([secretOctets(secret), previous]);
    for (const [position, octet] of mask.entries())
      clear[at + position] = (hidden[at + position] ?? 0) ^ octet;
    previous = hidden.subarray(at, at + digestOctets);
  }
  return clear;
}
