import { randomUUID } from 'node:crypto';

/** Prefix of a Class attribute of this gateway; the 16 octets behind it identify a session, even when it roams. */
const classPrefix = Buffer.from('ai:');
const identifierOctets = 16;

/** Creates the Class of a new session: the octets to send, and a text to log. */
export function createSessionClass(): { readonly octets: Buffer; readonly text: string } {
  // Node generates UUIDs, of which 122 bits are random, in batches.
  const random = randomUUID().replaceAll('-', '');
  return {
    octets: Buffer.concat([classPrefix, Buffer.from(random, 'hex')]),
    text: `${classPrefix.toString()}${random}`,
  };
}

/** Returns the 16 octets of a Class of this gateway; null if it is one of the NAS or another server. */
export function parseSessionClass(value: Buffer): Buffer | null {
  if (
    value.length !== classPrefix.length + identifierOctets ||
    !value.subarray(0, classPrefix.length).equals(classPrefix)
  )
    return null;
  return value.subarray(classPrefix.length);
}
