import { randomBytes, randomInt } from 'node:crypto';
import type { Secret } from '../../contract/secret.ts';
import { mppeKeys, type MppeKeys } from './mppe.ts';
import {
  authenticatorResponse,
  readMsChapV1,
  readMsChapV2,
  type MsChapResponse,
} from './ms-chap.ts';
import { readMsChapChange, type MsChapChange } from './ms-chap-change.ts';
import type { Packet } from './packet.ts';
import { hideSaltedValue, type HidingKey } from './attribute-hiding.ts';
import { encodeVendorAttribute, readVendorValues } from './vendor-specific.ts';

/* Microsoft's attributes (RFC 2548), which carry MS-CHAP. */

/** The number of Microsoft as a vendor. */
export const microsoftNumber = 311;
const microsoft = { number: microsoftNumber, typeOctets: 1, lengthOctets: 1 };
const type = {
  response: 1,
  error: 2,
  encryptedPassword: 6,
  encryptionPolicy: 7,
  encryptionTypes: 8,
  challenge: 11,
  sendKey: 16,
  receiveKey: 17,
  response2: 25,
  success2: 26,
  change2: 27,
} as const;

/** Returns the MS-CHAP versions of the responses in a request; a valid request has at most one. */
export function msChapVersions(packet: Packet): (1 | 2)[] {
  return [
    ...(value(packet, type.response) ? [1 as const] : []),
    ...(value(packet, type.response2) || value(packet, type.change2) ? [2 as const] : []),
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

/** Encodes a response with the challenge that it answers. */
export function encodeMsChapResponse(
  version: 1 | 2,
  { challenge, response }: { readonly challenge: Buffer; readonly response: Buffer },
): Buffer {
  return Buffer.concat([
    encoded(type.challenge, challenge),
    encoded(version === 2 ? type.response2 : type.response, response),
  ]);
}

/** Reads the authenticator response of an accept after MS-CHAPv2: `S=` and 40 digits; null: it has none. */
export function readMsChapSuccess(packet: Packet): string | null {
  return value(packet, type.success2)?.toString('latin1', 1) ?? null;
}

/** The types of the attributes of an accept that are about MS-CHAP and its keys. */
export const msChapSuccessTypes: readonly number[] = [
  type.success2,
  type.sendKey,
  type.receiveKey,
  type.encryptionPolicy,
  type.encryptionTypes,
];

/** Reads the change of a password by MS-CHAPv2. @returns null: the request has none; `invalid`: it cannot be read */
export function readMsChapPasswordChange(
  packet: Packet,
  username: string,
): MsChapChange | 'invalid' | null {
  const change = value(packet, type.change2);
  if (!change) return null;
  const challenge = value(packet, type.challenge);
  const fragments = readVendorValues(packet, microsoft.number, { type: type.encryptedPassword });
  return readMsChapChange({ challenge, change, fragments }, username) ?? 'invalid';
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
  return Buffer.concat([
    encoded(
      type.success2,
      Buffer.concat([
        Buffer.from([response.ident]),
        Buffer.from(authenticatorResponse(response, password)),
      ]),
    ),
    mppeKeyAttributes(mppeKeys(response, password), key),
    encoded(type.encryptionPolicy, Buffer.from([0, 0, 0, encryptionAllowed])),
    encoded(type.encryptionTypes, Buffer.from([0, 0, 0, rc4Of40Or128Bits])),
  ]);
}

/** Encodes MS-MPPE-Send-Key and MS-MPPE-Recv-Key (RFC 2548 section 2.4). */
export function mppeKeyAttributes({ send, receive }: MppeKeys, key: HidingKey): Buffer {
  const salt = 0x8000 + randomInt(0x7fff);
  return Buffer.concat([
    encoded(type.sendKey, hideSaltedValue(send, key, twoOctets(salt))),
    encoded(type.receiveKey, hideSaltedValue(receive, key, twoOctets(salt + 1))),
  ]);
}

/** Errors of MS-CHAP (RFC 2759 section 6). */
export const msChapError = {
  restrictedHours: 646,
  disabled: 647,
  passwordExpired: 648,
  noPermission: 649,
  failed: 691,
  changingPassword: 709,
} as const;

export interface MsChapErrorFields {
  readonly error: (typeof msChapError)[keyof typeof msChapError];
  /** What the person is shown; version 1 has no place for it. */
  readonly text: string | null;
}

const maxErrorOctets = 246;

/** Encodes MS-CHAP-Error for a reject, without a retry with this challenge. A text that does not fit is left out. */
export function msChapErrorAttributes(
  { ident, version }: Pick<MsChapResponse, 'ident' | 'version'>,
  { error, text }: MsChapErrorFields,
): Buffer {
  const challenge = randomBytes(16).toString('hex').toUpperCase();
  const short = `E=${error} R=0`;
  const usual = version === 2 ? `${short} C=${challenge} V=3` : short;
  const long = version === 2 && text !== null ? `${usual} M=${text}` : usual;
  const message = Buffer.byteLength(long) > maxErrorOctets ? usual : long;
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
