import { readFile, stat } from 'node:fs/promises';
import type { Config } from '../../config/load-config.ts';

/** Certificate, key and CAs in PEM. */
export interface PemFiles {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly ca: Buffer;
}

const checkIntervalMs = 1_000;

/** The certificate files of RadSec, which may be renewed while the gateway runs. */
export class CertificateFiles {
  readonly #paths: readonly [certificate: string, key: string, ca: string];
  #version = '';
  #checkedAt = -Infinity;

  constructor({ certificate, key, ca }: Config['radius']['tls']) {
    this.#paths = [certificate, key, ca];
  }

  /**
   * Reads the files if they have changed; checks at most once a second, and returns each change once.
   *
   * @returns null: unchanged, or not checked
   * @throws Error if a file is missing
   */
  async readIfChanged(): Promise<PemFiles | null> {
    if (performance.now() - this.#checkedAt < checkIntervalMs) return null;
    this.#checkedAt = performance.now();
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
