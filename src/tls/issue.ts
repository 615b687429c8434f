import { createHash, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { parseIpAddress } from '../runtime/ip-address.ts';
import {
  bitString,
  boolean,
  context,
  integer,
  objectId,
  octetString,
  sequence,
  set,
  utcTime,
  utf8String,
} from './der.ts';

/** The content of a certificate; the key is one of the curve P-256. */
export interface CertificateContent {
  readonly commonName: string;
  readonly publicKey: KeyObject;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** Host names and IP addresses of a server; null: the certificate of a CA. */
  readonly names: readonly string[] | null;
}

/** A CA that signs: its name and its keys. */
export interface Issuer {
  readonly commonName: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const ecdsaWithSha256 = sequence(objectId('1.2.840.10045.4.3.2'));

/** Returns a CA or server certificate in PEM (RFC 5280). */
export function issueCertificate(content: CertificateContent, issuer: Issuer): string {
  const version3 = context(0, integer(Buffer.from([2])));
  // Positive, and of 20 octets at most (RFC 5280 section 4.1.2.2).
  const serial = Buffer.concat([Buffer.from([0x40]), randomBytes(15)]);
  const signed = sequence(
    version3,
    integer(serial),
    ecdsaWithSha256,
    nameOf(issuer.commonName),
    sequence(utcTime(content.notBefore), utcTime(content.notAfter)),
    nameOf(content.commonName),
    publicKeyOf(content.publicKey),
    context(3, sequence(...extensionsOf(content, issuer))),
  );
  const signature = bitString(sign('sha256', signed, issuer.privateKey));
  return pem('CERTIFICATE', sequence(signed, ecdsaWithSha256, signature));
}

/** Returns a request for a certificate of a server in DER (RFC 2986). */
export function createSigningRequest(
  names: readonly string[],
  { publicKey, privateKey }: Pick<Issuer, 'publicKey' | 'privateKey'>,
): Buffer {
  const extensions = sequence(extension('2.5.29.17', sequence(...names.map(generalName))));
  const signed = sequence(
    integer(Buffer.from([0])),
    sequence(),
    publicKeyOf(publicKey),
    context(0, sequence(objectId('1.2.840.113549.1.9.14'), set(extensions))),
  );
  return sequence(signed, ecdsaWithSha256, bitString(sign('sha256', signed, privateKey)));
}

function extensionsOf({ names, publicKey }: CertificateContent, issuer: Issuer): Buffer[] {
  const identifiers = [
    extension('2.5.29.14', octetString(keyIdentifier(publicKey))),
    extension('2.5.29.35', sequence(context(0, keyIdentifier(issuer.publicKey), 'primitive'))),
  ];
  return names === null
    ? [
        criticalExtension('2.5.29.19', sequence(boolean(true), integer(Buffer.from([0])))),
        // keyCertSign and cRLSign
        criticalExtension('2.5.29.15', bitString(Buffer.from([0x06]), 1)),
        ...identifiers,
      ]
    : [
        criticalExtension('2.5.29.19', sequence()),
        // digitalSignature
        criticalExtension('2.5.29.15', bitString(Buffer.from([0x80]), 7)),
        extension('2.5.29.37', sequence(objectId('1.3.6.1.5.5.7.3.1'))),
        extension('2.5.29.17', sequence(...names.map(generalName))),
        ...identifiers,
      ];
}

const extension = (id: string, value: Buffer) => sequence(objectId(id), octetString(value));
const criticalExtension = (id: string, value: Buffer) =>
  sequence(objectId(id), boolean(true), octetString(value));

function generalName(name: string): Buffer {
  return isIP(name) === 0
    ? context(2, Buffer.from(name), 'primitive')
    : context(7, addressOctets(name), 'primitive');
}

function addressOctets(text: string): Buffer {
  const address = parseIpAddress(text);
  if (!address) throw new Error(`${text} is no IP address`);
  return Buffer.from(address.value.toString(16).padStart(address.bits / 4, '0'), 'hex');
}

function nameOf(commonName: string): Buffer {
  return sequence(set(sequence(objectId('2.5.4.3'), utf8String(commonName))));
}

function publicKeyOf(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' });
}

function keyIdentifier(key: KeyObject): Buffer {
  return createHash('sha256').update(publicKeyOf(key)).digest().subarray(0, 20);
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').replaceAll(/.{64}/g, '$&\n').trimEnd();
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}
