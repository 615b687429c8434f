import { readFile, stat } from 'node:fs/promises';
import type { Config } from '../../config/load-config.ts';

/** Certificate, key, CAs and revocation lists in PEM. */
export interface PemFiles {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly ca: Buffer;
  /** One list each; absent: revocation is not checked. */
  readonly crl?: string[];
}

const checkIntervalMs = 1_000;

/** The certificate files of RadSec, which may be renewed while the gateway runs. */
export class CertificateFiles {
  readonly #paths: readonly [certificate: string, key: string, ca: string];
  readonly #crlPath: string;
  #version = '';
  #checkedAt = -Infinity;

  constructor({ certificate, key, ca, crl }: Config['radius']['tls']) {
    this.#paths = [certificate, key, ca];
    this.#crlPath = crl;
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
    const files = this.#crlPath === '' ? this.#paths : [...this.#paths, this.#crlPath];
    const version = (await Promise.all(files.map(versionOf))).join(' ');
    if (version === this.#version) return null;
    this.#version = version;
    const [cert, key, ca] = await Promise.all([
      readFile(this.#paths[0]),
      readFile(this.#paths[1]),
      readFile(this.#paths[2]),
    ]);
    return this.#crlPath === ''
      ? { cert, key, ca }
      : { cert, key, ca, crl: await readRevocationLists(this.#crlPath) };
  }
}

/** Reads a file of revocation lists; the TLS library takes one at a time. */
async function readRevocationLists(path: string): Promise<string[]> {
  const lists = (await readFile(path, 'utf8')).match(revocationList);
  if (!lists) throw new Error(`radius.tls.crl: ${path} has no revocation list in PEM`);
  return lists;
}

const revocationList = /-----BEGIN X509 CRL-----.*?-----END X509 CRL-----/gs;

async function versionOf(path: string): Promise<string> {
  const { ino, mtimeMs, size } = await stat(path);
  return `${ino}/${mtimeMs}/${size}`;
}
