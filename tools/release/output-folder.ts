import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { sums } from './signature.ts';

/**
 * Empties the folder of a release.
 *
 * @throws Error if it has files that are not of a release, or the apt repository that is to be extended
 */
export function emptyOutput(folder: string, repository: string | undefined): void {
  const isForeign =
    existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(join(folder, sums));
  if (isForeign)
    throw new Error(`--output ${folder} has files that are not of a release: name another folder`);
  if (repository !== undefined && !relative(folder, repository).startsWith('..'))
    throw new Error(`--repository ${repository} is in --output, which is emptied: move it`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Also of a release that is cut off.
  writeFileSync(join(folder, sums), '');
}
