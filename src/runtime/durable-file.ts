import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** `mayReplace` false: a file that exists is left as it is. */
export interface DurableFileOptions {
  readonly mode: number;
  readonly mayReplace: boolean;
}

/**
 * Writes a file atomically: under its name it is either complete or absent. It is on disk when the call returns.
 *
 * @throws Error `EEXIST` if the file exists and may not be replaced
 */
export function writeDurableFile(
  file: string,
  text: string,
  { mode, mayReplace }: DurableFileOptions,
): void {
  const draft = `${file}.${randomBytes(4).toString('hex')}.new`;
  const descriptor = openSync(draft, 'wx', mode);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
    if (mayReplace) renameSync(draft, file);
    else linkSync(draft, file);
  } finally {
    closeSync(descriptor);
    rmSync(draft, { force: true });
  }
  syncFolder(dirname(file));
}

/** Brings the names in a folder onto the disk. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
