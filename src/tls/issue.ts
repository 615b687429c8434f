import { createHash, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { parseIpAddress } from '../runtime/ip-address.ts';
import {
  attribute,
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
import { pemOf } from './pem.ts';

/** What a certificate is for: the names of a server are host names and IP addresses. */
export type CertificatePurpose =
  | { readonly kind: 'authority' }
  | { readonly kind: 'server'; readonly names: readonly string[] }
  | { readonly kind: 'device'; readonly username: string };

/** The content of a certificate. */
export interface CertificateContent {
  readonly commonName: string;
  readonly publicKey: KeyObject;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly purpose: CertificatePurpose;
}

/** A CA that signs: its name and its keys. */
export interface Issuer {
  readonly commonName: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** Returns a certificate in PEM (RFC 5280). */
export function issueCertificate(content: CertificateContent, issuer: Issuer): string {
  const version3 = context(0, integer(Buffer.from([2])));
  // Positive, and of 20 octets at most (RFC 5280 section 4.1.2.2).
  const serial = Buffer.concat([Buffer.from([0x40]), randomBytes(15)]);
  const certificate = signWith(issuer.privateKey, (algorithm) =>
    sequence(
      version3,
      integer(serial),
      algorithm,
      nameOf(issuer.commonName),
      sequence(utcTime(content.notBefore), utcTime(content.notAfter)),
      nameOf(content.commonName),
      publicKeyOf(content.publicKey),
      context(3, sequence(...extensionsOf(content, issuer))),
    ),
  );
  return pemOf('CERTIFICATE', certificate);
}

/** A certificate that is revoked. */
export interface Revocation {
  /** In hexadecimal digits. */
  readonly serial: string;
  readonly at: Date;
}

/** What a revocation list says. */
export interface RevocationListContent {
  readonly revoked: readonly Revocation[];
  readonly number: number;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
}

/** Returns a revocation list in PEM (RFC 5280 section 5). */
export function issueRevocationList(content: RevocationListContent, issuer: Issuer): string {
  const entries = content.revoked.map(({ serial, at }) =>
    sequence(integer(octetsOf(serial)), utcTime(at)),
  );
  const number = integer(octetsOf(content.number.toString(16)));
  const list = signWith(issuer.privateKey, (algorithm) =>
    sequence(
      integer(Buffer.from([1])),
      algorithm,
      nameOf(issuer.commonName),
      utcTime(content.thisUpdate),
      utcTime(content.nextUpdate),
      // An empty list is left out.
      ...(entries.length > 0 ? [sequence(...entries)] : []),
      context(0, sequence(authorityKey(issuer), extension('2.5.29.20', number))),
    ),
  );
  return pemOf('X509 CRL', list);
}

/** Returns a request for a certificate of a server in DER (RFC 2986). */
export function createSigningRequest(
  names: readonly string[],
  { publicKey, privateKey }: Pick<Issuer, 'publicKey' | 'privateKey'>,
): Buffer {
  const extensions = sequence(extension('2.5.29.17', sequence(...names.map(generalName))));
  return signWith(privateKey, () =>
    sequence(
      integer(Buffer.from([0])),
      sequence(),
      publicKeyOf(publicKey),
      context(0, attribute('1.2.840.113549.1.9.14', extensions)),
    ),
  );
}

const ecdsaWithSha256 = sequence(objectId('1.2.840.10045.4.3.2'));
const ecdsaWithSha384 = sequence(objectId('1.2.840.10045.4.3.3'));

/** Signs with a key of P-256, or of P-384 with the hash that the 192-bit mode of WPA3-Enterprise wants. */
function signWith(key: KeyObject, content: (algorithm: Buffer) => Buffer): Buffer {
  const isLong = key.asymmetricKeyDetails?.namedCurve === 'secp384r1';
  const algorithm = isLong ? ecdsaWithSha384 : ecdsaWithSha256;
  const signed = content(algorithm);
  const signature = sign(isLong ? 'sha384' : 'sha256', signed, key);
  return sequence(signed, algorithm, bitString(signature));
}

/** @param hex  of a number */
function octetsOf(hex: string): Buffer {
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
}

function extensionsOf({ purpose, publicKey }: CertificateContent, issuer: Issuer): Buffer[] {
  return [
    ...extensionsFor(purpose),
    extension('2.5.29.14', octetString(keyIdentifier(publicKey))),
    authorityKey(issuer),
  ];
}

function extensionsFor(purpose: CertificatePurpose): Buffer[] {
  if (purpose.kind === 'authority')
    return [
      criticalExtension('2.5.29.19', sequence(boolean(true), integer(Buffer.from([0])))),
      // keyCertSign and cRLSign
      criticalExtension('2.5.29.15', bitString(Buffer.from([0x06]), 1)),
    ];
  const isServer = purpose.kind === 'server';
  const names = isServer ? purpose.names.map(generalName) : [principalName(purpose.username)];
  return [
    criticalExtension('2.5.29.19', sequence()),
    // digitalSignature
    criticalExtension('2.5.29.15', bitString(Buffer.from([0x80]), 7)),
    extension('2.5.29.37', sequence(objectId(`1.3.6.1.5.5.7.3.${isServer ? 1 : 2}`))),
    extension('2.5.29.17', sequence(...names)),
  ];
}

function authorityKey({ publicKey }: Issuer): Buffer {
  return extension('2.5.29.35', sequence(context(0, keyIdentifier(publicKey), 'primitive')));
}

const extension = (id: string, value: Buffer) => sequence(objectId(id), octetString(value));
const criticalExtension = (id: string, value: Buffer) =>
  sequence(objectId(id), boolean(true), octetString(value));

/** The name by which Windows logs in (UPN). */
function principalName(username: string): Buffer {
  const id = objectId('1.3.6.1.4.1.311.20.2.3');
  return context(0, Buffer.concat([id, context(0, utf8String(username))]));
}

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
