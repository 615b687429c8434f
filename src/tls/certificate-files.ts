import { readFile, stat } from 'node:fs/promises';

/** Certificate, key, CAs and revocation lists in PEM. */
export interface PemFiles {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** CAs of the clients; without them no client is asked for a certificate. */
  readonly ca?: Buffer;
  /** One list each; absent: revocation is not checked. */
  readonly crl?: string[];
}

const checkIntervalMs = 1_000;

/** Paths of certificate files; an empty one is no file. */
export interface CertificatePaths {
  readonly certificate: string;
  readonly key: string;
  readonly ca: string;
  readonly crl: string;
}

/** The certificate files of a TLS server, which may be renewed while the gateway runs. */
export class CertificateFiles {
  readonly #paths: CertificatePaths;
  #version = '';
  #checkedAt = -Infinity;

  constructor(paths: CertificatePaths) {
    this.#paths = paths;
  }

  /**
   * Reads the files if they have changed; checks at most once a second, and returns each change once.
   *
   * @returns null: unchanged, or not checked
   * @throws Error if a file is missing, or has no revocation list
   */
  async readIfChanged(): Promise<PemFiles | null> {
    if (performance.now() - this.#checkedAt < checkIntervalMs) return null;
    this.#checkedAt = performance.now();
    const { certificate, key, ca, crl } = this.#paths;
    const files = [certificate, key, ca, crl].filter((path) => path !== '');
    const version = (await Promise.all(files.map(versionOf))).join(' ');
    if (version === this.#version) return null;
    const [certText, keyText, caText, crlText] = await Promise.all([
      readFile(certificate),
      readFile(key),
      ca === '' ? null : readFile(ca),
      crl === '' ? null : readRevocationLists(crl),
    ]);
    // Only now, so that all files are read again if one of them could not be read.
    this.#version = version;
    return {
      cert: certText,
      key: keyText,
      ...(caText && { ca: caText }),
      ...(crlText && { crl: crlText }),
    };
  }
}

/** Reads a file of revocation lists; the TLS library takes one at a time. */
async function readRevocationLists(path: string): Promise<string[]> {
  const lists = (await readFile(path, 'utf8')).match(revocationList);
  if (!lists) throw new Error(`${path} has no revocation list in PEM`);
  return lists;
}

const revocationList = /-----BEGIN X509 CRL-----.*?-----END X509 CRL-----/gs;

async function versionOf(path: string): Promise<string> {
  const { ino, mtimeMs, size } = await stat(path);
  return `${ino}/${mtimeMs}/${size}`;
}
