import { randomUUID } from 'node:crypto';
import { attributeType } from '../../protocol/radius/attribute-type.ts';

/** Prefix of a Class attribute of this gateway; the 16 octets behind it identify a session, even when it roams. */
const classPrefix = Buffer.from('ai:');
const identifierOctets = 16;

/** What precedes the identifier in the attribute: type, length, prefix. */
const header = Buffer.from([
  attributeType.class,
  2 + classPrefix.length + identifierOctets,
  ...classPrefix,
]);

/** Creates the Class of a new session: the encoded attribute, and the text of its value to log. */
export function createSessionClass(): { readonly attribute: Buffer; readonly text: string } {
  // Node generates UUIDs, with 122 random bits each, in batches.
  const random = randomUUID().replaceAll('-', '');
  return {
    attribute: Buffer.concat([header, Buffer.from(random, 'hex')]),
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
