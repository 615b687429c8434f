import type { SnmpUser } from './credentials.ts';

/*
 * Checks that net-snmp omits. It reads a truncated datagram as one without values, and accepts an unsigned answer to a
 * signed request, which anyone who sees the request could forge. Fields are parsed in the same order as in net-snmp, so
 * that both read the same values; a malformed datagram ends in a RangeError.
 */

const flagAuth = 1;
const flagPriv = 2;
const tagReport = 0xa8;

/** True if the datagram contains the whole message. */
export function isCompleteMessage(datagram: Buffer): boolean {
  return next(datagram, 0) <= datagram.length;
}

/**
 * True if an SNMPv3 message has the security level of the user's requests, as an answer must (RFC 3412 section 7.2, step
 * 12). Only a Report may have a lower one, because a device cannot sign for an unknown user.
 */
export function hasSecurityLevelOf(user: SnmpUser, datagram: Buffer): boolean {
  const level =
    (user.authPassword === undefined ? 0 : flagAuth) |
    (user.privPassword === undefined ? 0 : flagPriv);
  return levelOf(datagram) === level || isReport(datagram);
}

/** True if an SNMPv3 message is a Report that is not encrypted. After its header come the security parameters and the scopedPDU. */
export function isReport(datagram: Buffer): boolean {
  if ((levelOf(datagram) & flagPriv) !== 0) return false;
  const scopedPdu = next(datagram, next(datagram, headerOf(datagram)));
  const contextName = next(datagram, into(datagram, scopedPdu));
  return datagram.readUInt8(next(datagram, contextName)) === tagReport;
}

function levelOf(datagram: Buffer): number {
  const maxSize = next(datagram, into(datagram, headerOf(datagram)));
  const flags = next(datagram, maxSize);
  return datagram.readUInt8(into(datagram, flags)) & (flagAuth | flagPriv);
}

/** Returns the offset of msgGlobalData, which follows the version. */
function headerOf(datagram: Buffer): number {
  return next(datagram, into(datagram, 0));
}

/** Returns the offset of the contents of the BER field at `at`. */
export function into(datagram: Buffer, at: number): number {
  const length = datagram.readUInt8(at + 1);
  return at + 2 + (length < 0x80 ? 0 : length & 0x7f);
}

/** Returns the offset of the field after the one at `at`. */
export function next(datagram: Buffer, at: number): number {
  const length = datagram.readUInt8(at + 1);
  const octets = length & 0x7f;
  if (length < 0x80) return at + 2 + length;
  return into(datagram, at) + datagram.readUIntBE(at + 2, octets);
}
