import type { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';

/** Where the name of a user may stand in its certificate. */
export type IdentitySource = 'san_email' | 'san_dns' | 'san_upn' | 'cn';

const prefixes: Readonly<Record<Exclude<IdentitySource, 'cn'>, string>> = {
  san_email: 'email:',
  san_dns: 'DNS:',
  san_upn: 'othername:UPN:',
};

/** Lists the names of a source in a certificate. Node quotes a value with a separator in it, and such names are left out. */
function namesOf(certificate: X509Certificate, source: IdentitySource): readonly string[] {
  if (source === 'cn') {
    const { CN: names } = certificate.toLegacyObject().subject;
    return typeof names === 'string' ? [names] : [];
  }
  const prefix = prefixes[source];
  return (certificate.subjectAltName ?? '')
    .split(', ')
    .filter((entry) => entry.startsWith(prefix) && !entry.includes('"'))
    .map((entry) => entry.slice(prefix.length));
}

/**
 * Returns the name of the user of a certificate: the outer identity if the certificate has it, else the first name by the
 * order of the sources if the outer identity is anonymous.
 *
 * @param outer  `anonymous`, `@realm`, a name, or `host/NAME` of a machine
 * @returns      null: the certificate has no such name
 */
export function identityOf(
  certificate: X509Certificate,
  sources: readonly IdentitySource[],
  outer: string,
): string | null {
  const names = sources.flatMap((source) => namesOf(certificate, source)).filter(isUsable);
  if (isAnonymous(outer)) return names[0] ?? null;
  const presented = outer.replace(/^host\//, '').toLowerCase();
  return names.find((name) => name.toLowerCase() === presented) ?? null;
}

function isUsable(name: string): boolean {
  return name !== '';
}

/** True for a name that hides the user (RFC 7542 section 2.4). */
function isAnonymous(outer: string): boolean {
  return outer === '' || /^(?:anonymous)?(?:@|$)/i.test(outer);
}

const reasons: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'the certificate of the device has expired',
  CERT_NOT_YET_VALID: 'the certificate of the device is not valid yet: compare the clocks',
  CERT_SIGNATURE_FAILURE: 'the certificate of the device is of another CA',
  CERT_REVOKED: 'the certificate of the device is revoked',
  CRL_HAS_EXPIRED: 'the revocation list of radius.eap.crl has expired',
  UNABLE_TO_GET_CRL: 'radius.eap.crl has no list of the CA of the certificate',
  UNABLE_TO_GET_ISSUER_CERT: 'the certificate of the device is of another CA',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate of the device is of another CA',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate of the device is of another CA',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of the device is of no CA',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate of the device is of another CA',
  INVALID_PURPOSE: 'the certificate of the device is not one of a client',
};

/** Returns the certificate of a device whose chain has been verified, or the reason why there is none. */
export function verifiedCertificate(socket: TLSSocket): X509Certificate | string {
  const certificate = socket.getPeerX509Certificate();
  if (!certificate) return 'the device presents no certificate';
  if (socket.authorized) return certificate;
  // Typed as Error, but a string of OpenSSL.
  const code = String(socket.authorizationError);
  return reasons[code] ?? `the certificate of the device is invalid: ${code}`;
}
