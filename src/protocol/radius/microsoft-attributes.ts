import { randomBytes, randomInt } from 'node:crypto';
import type { Secret } from '../../contract/secret.ts';
import { mppeKeys } from './mppe.ts';
import {
  authenticatorResponse,
  readMsChapV1,
  readMsChapV2,
  type MsChapResponse,
} from './ms-chap.ts';
import type { Packet } from './packet.ts';
import { hideSaltedValue, type HidingKey } from './attribute-hiding.ts';
import { encodeVendorAttribute, readVendorValues } from './vendor-specific.ts';

/* Microsoft's attributes (RFC 2548), which carry MS-CHAP. */

const microsoft = { number: 311, typeOctets: 1, lengthOctets: 1 };
const type = {
  response: 1,
  error: 2,
  encryptionPolicy: 7,
  encryptionTypes: 8,
  challenge: 11,
  sendKey: 16,
  receiveKey: 17,
  response2: 25,
  success2: 26,
} as const;

/** Returns the MS-CHAP versions of the responses in a request; a valid request has at most one. */
export function msChapVersions(packet: Packet): (1 | 2)[] {
  return [
    ...(value(packet, type.response) ? [1 as const] : []),
    ...(value(packet, type.response2) ? [2 as const] : []),
  ];
}

/** Reads the MS-CHAP response of a request. @returns null if there is no valid one */
export function readMsChapResponse(packet: Packet, username: string): MsChapResponse | null {
  const challenge = value(packet, type.challenge);
  const response2 = value(packet, type.response2);
  return response2
    ? readMsChapV2({ challenge, response: response2 }, username)
    : readMsChapV1({ challenge, response: value(packet, type.response) });
}

function value(packet: Packet, wanted: number): Buffer | null {
  return readVendorValues(packet, microsoft.number, { type: wanted })[0] ?? null;
}

const encryptionAllowed = 1;
const rc4Of40Or128Bits = 6;

/**
 * Encodes the attributes of an accept after MS-CHAPv2: the authenticator response, and the MPPE keys as the NAS uses them.
 * MS-CHAP version 1 has no such attributes.
 */
export function msChapSuccessAttributes(
  response: MsChapResponse,
  password: Secret,
  key: HidingKey,
): Buffer {
  if (response.version === 1) return Buffer.alloc(0);
  const { send, receive } = mppeKeys(response, password);
  const salt = 0x8000 + randomInt(0x7fff);
  return Buffer.concat([
    encoded(
      type.success2,
      Buffer.concat([
        Buffer.from([response.ident]),
        Buffer.from(authenticatorResponse(response, password)),
      ]),
    ),
    encoded(type.sendKey, hideSaltedValue(send, key, twoOctets(salt))),
    encoded(type.receiveKey, hideSaltedValue(receive, key, twoOctets(salt + 1))),
    encoded(type.encryptionPolicy, Buffer.from([0, 0, 0, encryptionAllowed])),
    encoded(type.encryptionTypes, Buffer.from([0, 0, 0, rc4Of40Or128Bits])),
  ]);
}

/** Encodes MS-CHAP-Error for a reject: authentication failed, no retry with this challenge (RFC 2759 section 6). */
export function msChapErrorAttributes({ ident, version }: MsChapResponse): Buffer {
  const challenge = randomBytes(16).toString('hex').toUpperCase();
  const message = version === 2 ? `E=691 R=0 C=${challenge} V=3` : 'E=691 R=0';
  return encoded(type.error, Buffer.concat([Buffer.from([ident]), Buffer.from(message)]));
}

function encoded(wanted: number, octets: Buffer): Buffer {
  return (
    encodeVendorAttribute({ vendor: microsoft, type: wanted, value: octets }) ?? Buffer.alloc(0)
  );
}

function twoOctets(number: number): Buffer {
  const octets = Buffer.alloc(2);
  octets.writeUInt16BE(number);
  return octets;
}
