import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { elementsOf, type Element } from './der.ts';
import { derOf } from './pem.ts';

/** Hashes of signatures by the object identifier of the algorithm (RFC 5758, RFC 8017), in hexadecimal digits. */
const hashes: Readonly<Record<string, string>> = {
  '2a8648ce3d040302': 'sha256',
  '2a8648ce3d040303': 'sha384',
  '2a8648ce3d040304': 'sha512',
  '2a864886f70d01010b': 'sha256',
  '2a864886f70d01010c': 'sha384',
  '2a864886f70d01010d': 'sha512',
};
const curves = ['prime256v1', 'secp384r1', 'secp521r1'];
const modulusBits = { min: 2_048, max: 8_192 } as const;

/**
 * Returns the public key of a request for a certificate (RFC 2986), whose signature proves that the sender has the private key. What
 * else the request asks for is ignored.
 *
 * @param pem  `-----BEGIN CERTIFICATE REQUEST-----`
 * @throws Error in words if it is damaged, or its key is of a kind that is not accepted
 */
export function readSigningRequest(pem: string): KeyObject {
  const { signed, publicKey, hash, signature } = readRequest(pem);
  if (!isAccepted(publicKey))
    throw new Error('the key is neither of P-256, P-384 or P-521 nor RSA of 2048 to 8192 bits');
  if (hash === undefined || !verify(hash, signed, publicKey, signature))
    throw new Error('the signature does not fit its key');
  return publicKey;
}

function readRequest(pem: string) {
  try {
    const [signed, algorithm, signature] = partsOf(elementsOf(derOf(pem))[0]);
    const [, , key] = partsOf(signed);
    const [id] = partsOf(algorithm);
    if (!signed || !key || !id || !signature) throw new Error('a part is missing');
    return {
      signed: signed.whole,
      publicKey: createPublicKey({ key: key.whole, format: 'der', type: 'spki' }),
      hash: hashes[id.content.toString('hex')],
      // The first octet counts the bits that are not used.
      signature: signature.content.subarray(1),
    };
  } catch (error) {
    throw new Error('it is no certificate request in PEM', { cause: error });
  }
}

function partsOf(element: Element | undefined): readonly Element[] {
  return element ? elementsOf(element.content) : [];
}

function isAccepted({
  asymmetricKeyDetails: details,
  asymmetricKeyType: type,
}: KeyObject): boolean {
  const { namedCurve = '', modulusLength = 0 } = details ?? {};
  if (type === 'ec') return curves.includes(namedCurve);
  return type === 'rsa' && modulusLength >= modulusBits.min && modulusLength <= modulusBits.max;
}
