import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './source-files.ts';

/* A copy of the built product in which a test follows a recipe of CONTRIBUTING, edit by edit. */

/** Lines that are added to a file of src. */
export interface Edit {
  /** Path without its extension: `src/radius/server`. */
  readonly file: string;
  /** Text after which they are added, which must occur exactly once; null: at the beginning. */
  readonly after: string | null;
  readonly add: string;
}

export class ChangedSource {
  readonly folder = mkdtempSync(join(tmpdir(), 'gatehouse-source-'));

  /** @throws Error if the text after which an edit belongs is not there exactly once */
  constructor(edits: readonly Edit[]) {
    for (const part of ['src', 'adapters'])
      cpSync(join(root, 'dist', part), join(this.folder, 'dist', part), { recursive: true });
    for (const name of readdirSync(root))
      if (name !== 'dist') symlinkSync(join(root, name), join(this.folder, name));
    for (const edit of edits) this.#apply(edit);
  }

  /** Path of a built file of the copy. */
  path(file: string): string {
    return join(this.folder, 'dist', `${file}.js`);
  }

  add(file: string, text: string): void {
    writeFileSync(this.path(file), text, { flag: 'wx' });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  #apply({ file, after, add }: Edit): void {
    const text = readFileSync(this.path(file), 'utf8');
    const parts = after === null ? ['', text] : text.split(after);
    if (parts.length !== 2) throw new Error(`${file}: ${after} occurs ${parts.length - 1} times`);
    writeFileSync(this.path(file), parts.join(`${after ?? ''}\n${add}\n`));
  }
}
