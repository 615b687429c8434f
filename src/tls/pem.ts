const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Returns the certificates of a text in PEM, one each, in their order. */
export function certificatesIn(text: string): readonly string[] {
  return text.match(pemCertificate) ?? [];
}

/** Returns the DER of an item in PEM. */
export function derOf(pem: string): Buffer {
  return Buffer.from(pem.replaceAll(/-----[^-]*-----/g, ''), 'base64');
}

/** Returns an item in PEM (RFC 7468). */
export function pemOf(label: string, der: Buffer): string {
  const lines = der.toString('base64').replaceAll(/.{64}/g, '$&\n').trimEnd();
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}
