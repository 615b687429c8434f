import { X509Certificate } from 'node:crypto';
import { getCACertificates } from 'node:tls';
import { certificatesIn } from './pem.ts';

/**
 * True if a chain leads to a CA that Node trusts: its Mozilla list, and `NODE_EXTRA_CA_CERTS`.
 *
 * @param chain  certificates in PEM, the server's first
 */
export function isPubliclyTrusted(chain: string): boolean {
  const certificates = parse(chain);
  const isUnbroken = certificates.every((one, at) => {
    const issuer = certificates[at + 1];
    return !issuer || isIssuedBy(one, issuer);
  });
  const top = certificates.at(-1);
  if (!top || !isUnbroken) return false;
  return findPublicAuthority(top) !== null;
}

/** Returns the CA that Node trusts and that has signed a certificate; null: there is none. */
export function findPublicAuthority(certificate: X509Certificate): X509Certificate | null {
  const authorities = getCACertificates('default').map((pem) => new X509Certificate(pem));
  return authorities.find((authority) => isIssuedBy(certificate, authority)) ?? null;
}

function parse(chain: string): readonly X509Certificate[] {
  try {
    return certificatesIn(chain).map((pem) => new X509Certificate(pem));
  } catch {
    return [];
  }
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}
