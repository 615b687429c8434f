import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** True if a program is installed, so that a part can leave a peer out and say so. */
export function hasProgram(name: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(':');
  return folders.some((folder) => existsSync(join(folder, name)));
}
