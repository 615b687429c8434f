import { X509Certificate } from 'node:crypto';
import type { TlsOptions } from 'node:tls';
import type { Config } from '../../config/config-schema.ts';
import { tlsVersions } from '../../tls/versions.ts';

type Security = Pick<Config['radius']['eap'], 'curves' | 'min_version' | 'security'>;

/** What WPA3-Enterprise permits in its 192-bit mode: AES-256 with GCM, SHA-384 and P-384. */
const highest = {
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
  ].join(':'),
  ecdhCurve: 'P-384',
  sigalgs: 'ECDSA+SHA384:rsa_pss_rsae_sha384:RSA+SHA384',
} as const;
const minModulusBits = 3_072;

/** Returns the versions, ciphers and curves of TLS that devices may use. */
export function securityOptions({ curves, min_version, security }: Security): TlsOptions {
  const chosen = security === '192_bit' ? highest : { ecdhCurve: curves.join(':') };
  return { ...tlsVersions, minVersion: min_version, ...chosen };
}

/** True if a key is one of the 192-bit mode: ECDSA with P-384, or RSA of 3,072 bits. */
export function hasHighestKey({ publicKey }: X509Certificate): boolean {
  const { namedCurve, modulusLength = 0 } = publicKey.asymmetricKeyDetails ?? {};
  return namedCurve === 'secp384r1' || modulusLength >= minModulusBits;
}

/** @throws Error if the certificate of the gateway has a key that its security forbids */
export function checkServerKey({ security }: Security, cert: string | Buffer): void {
  if (security === '192_bit' && !hasHighestKey(new X509Certificate(cert)))
    throw new Error(
      'radius.eap.security 192_bit needs a certificate with a key of P-384 or RSA of 3072 bits, in radius.eap.certificate',
    );
}
