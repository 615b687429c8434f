interface Digest {
  /** The name in OpenSSL. */
  readonly algorithm: string;
  readonly octets: number;
  readonly isSalted: boolean;
}

const unsalted: Readonly<Record<string, Omit<Digest, 'isSalted'>>> = {
  md5: { algorithm: 'md5', octets: 16 },
  sha: { algorithm: 'sha1', octets: 20 },
  sha224: { algorithm: 'sha224', octets: 28 },
  sha256: { algorithm: 'sha256', octets: 32 },
  sha384: { algorithm: 'sha384', octets: 48 },
  sha512: { algorithm: 'sha512', octets: 64 },
};

/** The schemes of LDAP without salt; `s` before one of them has a salt behind the digest. */
export const unsaltedSchemes: readonly string[] = Object.keys(unsalted);

/** Returns the digest of a scheme of LDAP (RFC 3112 and its successors); null: it is no such scheme. */
export function schemeDigest(scheme: string): Digest | null {
  const plain = find(scheme);
  if (plain) return { ...plain, isSalted: false };
  const base = scheme.startsWith('s') ? find(scheme.slice(1)) : undefined;
  return base ? { ...base, isSalted: true } : null;
}

function find(scheme: string): Omit<Digest, 'isSalted'> | undefined {
  return Object.hasOwn(unsalted, scheme) ? unsalted[scheme] : undefined;
}
