import { accessSync } from 'node:fs';
import { errorCode } from '../../contract/errors.ts';

/** Whether this process may use a file or folder: `denied` if the system refuses, be the file there or not. */
export type FileAccess = 'granted' | 'missing' | 'denied';

/**
 * Returns whether this process may use a file or folder.
 *
 * @param mode  of `fs.constants`: `R_OK`, also with `W_OK`
 */
export function accessTo(path: string, mode: number): FileAccess {
  try {
    accessSync(path, mode);
    return 'granted';
  } catch (error) {
    return isDenied(error) ? 'denied' : 'missing';
  }
}

/** True for an error of the system that refuses a file to this process. */
export function isDenied(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'EACCES' || code === 'EPERM';
}
