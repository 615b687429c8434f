import {
  hideValue,
  maxPasswordOctets,
  type HidingKey,
} from '../../protocol/radius/attribute-hiding.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { encodeMsChapResponse } from '../../protocol/radius/microsoft-attributes.ts';
import { encodeAttribute } from '../../protocol/radius/vendor-specific.ts';

/* Credentials of a tunnel as RADIUS carries them, for an upstream that verifies them. */

/** What RADIUS carries of the credential of a login. @param key  hides a password */
export type CarriedCredential = (key: HidingKey) => Buffer;

const empty = Buffer.alloc(0);

/** @returns undefined: the password is too long for User-Password (RFC 2865 section 5.2) */
export function carriedPassword(password: Buffer): CarriedCredential | undefined {
  return password.length > maxPasswordOctets
    ? undefined
    : (key) => encodeAttribute(attributeType.userPassword, hideValue(password, key)) ?? empty;
}

/** @param value  of CHAP-Password: identifier and response (RFC 2865 section 5.3) */
export function carriedChap(value: Buffer, challenge: Buffer): CarriedCredential {
  const encoded = Buffer.concat([
    encodeAttribute(attributeType.chapPassword, value) ?? empty,
    encodeAttribute(attributeType.chapChallenge, challenge) ?? empty,
  ]);
  return () => encoded;
}

/** @param response  of MS-CHAP-Response or MS-CHAP2-Response (RFC 2548 sections 2.1.3 and 2.3.2) */
export function carriedMsChap(
  version: 1 | 2,
  { challenge, response }: { readonly challenge: Buffer; readonly response: Buffer },
): CarriedCredential {
  const encoded = encodeMsChapResponse(version, { challenge, response });
  return () => encoded;
}
