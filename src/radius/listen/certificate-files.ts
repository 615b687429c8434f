import { readFile, stat } from 'node:fs/promises';
import type { Config } from '../../config/load-config.ts';

/** Certificate, key and CAs as texts in PEM. */
export interface PemFiles {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly ca: Buffer;
}

const msBetweenLooks = 1_000;

/** The files of RADIUS over TLS, and whether others have taken their place: certificates are renewed while we run. */
export class CertificateFiles {
  readonly #paths: readonly [certificate: string, key: string, ca: string];
  #version = '';
  #lookedAt = -Infinity;

  constructor({ certificate, key, ca }: Config['radius']['tls']) {
    this.#paths = [certificate, key, ca];
  }

  /**
   * Looks at most once a second; each change is told once, whatever comes of it.
   *
   * @returns what is in the files now, where that has changed; else null
   * @throws Error where a file is not there
   */
  async readIfChanged(): Promise<PemFiles | null> {
    if (performance.now() - this.#lookedAt < msBetweenLooks) return null;
    this.#lookedAt = performance.now();
    const version = (await Promise.all(this.#paths.map(versionOf))).join(' ');
    if (version === this.#version) return null;
    this.#version = version;
    const [cert, key, ca] = await Promise.all([
      readFile(this.#paths[0]),
      readFile(this.#paths[1]),
      readFile(this.#paths[2]),
    ]);
    return { cert, key, ca };
  }
}

async function versionOf(path: string): Promise<string> {
  const { ino, mtimeMs, size } = await stat(path);
  return `${ino}/${mtimeMs}/${size}`;
}
