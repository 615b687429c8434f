import { createHash, createPrivateKey, sign, X509Certificate, type KeyObject } from 'node:crypto';
import {
  attribute,
  context,
  elementsOf,
  integer,
  nothing,
  objectId,
  octetString,
  sequence,
  set,
  utcTime,
} from './der.ts';
import { certificatesIn } from './pem.ts';

const dataId = objectId('1.2.840.113549.1.7.1');
const signedDataId = objectId('1.2.840.113549.1.7.2');
const sha256 = sequence(objectId('2.16.840.1.101.3.4.2.1'));
/** By the type of the key: RSA with PKCS #1 v1.5, which every verifier knows, or ECDSA. */
const algorithms: Readonly<Record<string, Buffer>> = {
  rsa: sequence(objectId('1.2.840.113549.1.1.1'), nothing),
  ec: sequence(objectId('1.2.840.10045.4.3.2')),
};

/** Who signs: a certificate with its chain, and its key, in PEM. */
export interface Signer {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
}

/**
 * Signs a file so that the file is inside: SignedData of CMS in DER (RFC 5652 section 5).
 *
 * @throws Error if the certificate has a key of another kind than RSA or ECDSA
 */
export function signFile(file: Buffer, { cert, key }: Signer, at: Date): Buffer {
  const chain = certificatesIn(cert.toString()).map((pem) => new X509Certificate(pem).raw);
  const [certificate] = chain;
  const privateKey = createPrivateKey(key);
  const algorithm = algorithms[privateKey.asymmetricKeyType ?? ''];
  if (!certificate || !algorithm)
    throw new Error('files are signed with a certificate that has a key of RSA or ECDSA');
  const attributes = [
    attribute('1.2.840.113549.1.9.3', dataId),
    attribute('1.2.840.113549.1.9.5', utcTime(at)),
    attribute('1.2.840.113549.1.9.4', octetString(createHash('sha256').update(file).digest())),
  ].toSorted((one, other) => Buffer.compare(one, other));
  const signer = sequence(
    integer(Buffer.from([1])),
    issuerAndSerial(certificate),
    sha256,
    context(0, Buffer.concat(attributes)),
    algorithm,
    octetString(signAttributes(attributes, privateKey)),
  );
  const signedData = sequence(
    integer(Buffer.from([1])),
    set(sha256),
    sequence(dataId, context(0, octetString(file))),
    context(0, Buffer.concat(chain)),
    set(signer),
  );
  return sequence(signedDataId, context(0, signedData));
}

/** The signature is over the attributes as a set (RFC 5652 section 5.4). */
function signAttributes(attributes: readonly Buffer[], key: KeyObject): Buffer {
  return sign('sha256', set(...attributes), key);
}

function issuerAndSerial(certificate: Buffer): Buffer {
  const [whole] = elementsOf(certificate);
  const [signed] = elementsOf(whole?.content ?? certificate);
  // After the version: serial number, signature algorithm, issuer (RFC 5280 section 4.1).
  const [, serial, , issuer] = elementsOf(signed?.content ?? certificate);
  if (!serial || !issuer) throw new Error('no certificate of version 3');
  return sequence(issuer.whole, serial.whole);
}
