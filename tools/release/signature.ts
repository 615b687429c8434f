import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../run-program.ts';

export const sums = 'SHA256SUMS';

/** Writes SHA256SUMS of the files at the top of a folder, in the format of sha256sum. */
export function writeChecksums(folder: string): void {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith(sums))
    .map(({ name }) => name)
    .sort();
  const lines = files.map((path) => {
    const digest = createHash('sha256').update(readFileSync(join(folder, path)));
    return `${digest.digest('hex')}  ${path}\n`;
  });
  writeFileSync(join(folder, sums), lines.join(''));
}

/** Signs with a key of the operator's gpg. */
export class Signer {
  readonly #key: string;

  /** @param key  id, fingerprint or address */
  constructor(key: string) {
    this.#key = key;
  }

  /** Writes a detached signature of a file. */
  async sign(file: string, signature: string): Promise<void> {
    await this.#gpg('--armor', '--detach-sign', '--output', signature, file);
  }

  /** Writes a copy of a file that contains its signature. */
  async signInline(file: string, signed: string): Promise<void> {
    await this.#gpg('--clearsign', '--output', signed, file);
  }

  /** Writes the public key, as the option signed-by of apt reads it. */
  async exportKey(file: string): Promise<void> {
    await this.#gpg('--output', file, '--export', this.#key);
  }

  async #gpg(...line: readonly string[]): Promise<void> {
    const how = ['--batch', '--yes', '--local-user', this.#key, '--digest-algo', 'SHA512'];
    await runProgram('gpg', [...how, ...line]);
  }
}
