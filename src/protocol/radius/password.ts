import type { Secret } from '../../secret.ts';
import { attribute } from './attribute.ts';
import { digestOctets, md5, octetsOf } from './authenticator.ts';
import { authenticatorOf, first, type Packet } from './packet.ts';

const longestPassword = 128;

/**
 * Opens the User-Password of an Access-Request.
 *
 * @returns its octets without the padding, or null where it is absent or has a size that none can have
 * @see     RFC 2865 section 5.2
 */
export function userPassword(packet: Packet, secret: Secret): Buffer | null {
  const hidden = first(packet, attribute.userPassword);
  if (!hidden || hidden.length === 0 || hidden.length > longestPassword || hidden.length % digestOctets !== 0) return null;
  const clear = Buffer.from(hidden);
  let previous = authenticatorOf(packet);
  for (let start = 0; start < hidden.length; start += digestOctets) {
    for (const [position, mask] of md5([octetsOf(secret), previous]).entries())
      clear[start + position] = (hidden[start + position] ?? 0) ^ mask;
    previous = hidden.subarray(start, start + digestOctets);
  }
  const padding = clear.indexOf(0);
  return padding < 0 ? clear : clear.subarray(0, padding);
}
