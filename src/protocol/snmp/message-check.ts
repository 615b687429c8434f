import type { SnmpUser } from './credentials.ts';

/*
 * What net-snmp does not look at. It reads a datagram that was cut short as one without values, and it takes an unsigned
 * answer to a signed request, which whoever sees the request could write. Fields are walked in the order in which
 * net-snmp reads them, so that both see the same; a datagram that cannot be walked ends in a RangeError.
 */

const flagAuth = 1;
const flagPriv = 2;
const tagReport = 0xa8;

/** Whether all of the message arrived. */
export function isCompleteMessage(datagram: Buffer): boolean {
  return next(datagram, 0) <= datagram.length;
}

/**
 * Whether an SNMPv3 message has the security level of this user's requests, as an answer must (RFC 3412 section 7.2, step
 * 12). Only a Report may have less: a device cannot sign for a user that it does not know.
 */
export function hasSecurityLevelOf(user: SnmpUser, datagram: Buffer): boolean {
  const level =
    (user.authPassword === undefined ? 0 : flagAuth) |
    (user.privPassword === undefined ? 0 : flagPriv);
  const version = next(datagram, into(datagram, 0));
  const messageId = next(datagram, into(datagram, version));
  const flags = next(datagram, messageId);
  const shown = datagram.readUInt8(into(datagram, flags)) & (flagAuth | flagPriv);
  if (shown === level) return true;
  return (shown & flagPriv) === 0 && tagOfPdu(datagram, next(datagram, flags)) === tagReport;
}

/** From msgSecurityModel on: security parameters, then scopedPDU { contextEngineID, contextName, PDU }. */
function tagOfPdu(datagram: Buffer, securityModel: number): number {
  const scopedPdu = next(datagram, next(datagram, securityModel));
  const contextName = next(datagram, into(datagram, scopedPdu));
  return datagram.readUInt8(next(datagram, contextName));
}

/** Where the contents of the BER field at `at` begin. */
function into(datagram: Buffer, at: number): number {
  const length = datagram.readUInt8(at + 1);
  return at + 2 + (length < 0x80 ? 0 : length & 0x7f);
}

/** Where the field after the one at `at` begins. */
function next(datagram: Buffer, at: number): number {
  const length = datagram.readUInt8(at + 1);
  const octets = length & 0x7f;
  if (length < 0x80) return at + 2 + length;
  return into(datagram, at) + datagram.readUIntBE(at + 2, octets);
}
