import { createHash } from 'node:crypto';
import { elementsOf, type Element } from './der.ts';
import { derOf } from './pem.ts';

/* What certificates and revocation lists have (RFC 5280 sections 4.1 and 5.1), as far as revocations need it. */

/** A certificate among those of all CAs. */
export interface CertificateNumber {
  /** SHA-256 of the name of its CA in DER, in hexadecimal digits. */
  readonly issuer: string;
  /** In hexadecimal digits, without zeros in front. */
  readonly serial: string;
}

/** The certificates that a CA has revoked. */
export interface RevokedCertificates extends Pick<CertificateNumber, 'issuer'> {
  readonly serials: readonly string[];
}

const integerTag = 0x02;
const sequenceTag = 0x30;

/** Returns the number of a certificate. @throws Error if it is no certificate @param der  in DER */
export function numberOfCertificate(der: Buffer): CertificateNumber {
  const fields = fieldsOfSigned(der);
  // The version has the tag [0], and is missing in version 1.
  const [serial, , issuer] = fields[0]?.tag === integerTag ? fields : fields.slice(1);
  if (!serial || !issuer) throw new Error('no certificate');
  return { issuer: digestOf(issuer), serial: hexOf(serial) };
}

/** Returns what a revocation list has. @param pem  one list @throws Error if it is none */
export function readRevocationList(pem: string): RevokedCertificates {
  const fields = fieldsOfSigned(derOf(pem));
  // The version is missing in version 1.
  const [, issuer, ...more] = fields[0]?.tag === integerTag ? fields.slice(1) : fields;
  if (!issuer) throw new Error('no revocation list');
  const entries = more.find(({ tag }) => tag === sequenceTag);
  const serials = entries ? elementsOf(entries.content).map(serialOfEntry) : [];
  return { issuer: digestOf(issuer), serials };
}

function serialOfEntry({ content }: Element): string {
  const [serial] = elementsOf(content);
  if (!serial) throw new Error('a revocation without a serial number');
  return hexOf(serial);
}

/** Returns the fields of what is signed in a certificate or a list. */
function fieldsOfSigned(der: Buffer): readonly Element[] {
  const [whole] = elementsOf(der);
  const [signed] = whole ? elementsOf(whole.content) : [];
  if (!signed) throw new Error('no signed structure');
  return elementsOf(signed.content);
}

function digestOf({ whole }: Element): string {
  return createHash('sha256').update(whole).digest('hex');
}

function hexOf({ content }: Element): string {
  return content.toString('hex').replace(/^(?:00)+(?=..)/, '');
}
