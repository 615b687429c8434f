import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, lutimesSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the time of all files of a package: SOURCE_DATE_EPOCH, else the time of the last commit.
 *
 * @throws Error if neither is known
 */
export function sourceDate(root: string, environment: NodeJS.ProcessEnv): number {
  const given = environment['SOURCE_DATE_EPOCH'];
  if (given !== undefined && /^\d+$/.test(given)) return Number(given);
  if (given !== undefined) throw new Error(`SOURCE_DATE_EPOCH: "${given}" is not a number`);
  const line = ['-C', root, 'log', '-1', '--format=%ct'];
  return Number(execFileSync('git', line, { encoding: 'utf8' }).trim());
}

/** Lists all paths below a folder, by name, each folder before its content. */
export function pathsBelow(folder: string, prefix = ''): readonly string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
      return entry.isDirectory() ? [path, ...pathsBelow(folder, path)] : [path];
    });
}

/** Gives all files of a folder one time, and modes that depend on neither umask nor checkout. */
export function normalize(
  folder: string,
  seconds: number,
  isExecutable: (path: string) => boolean,
): void {
  for (const path of [...pathsBelow(folder)].reverse()) {
    const full = join(folder, path);
    const status = lstatSync(full);
    if (!status.isSymbolicLink())
      chmodSync(full, status.isDirectory() || isExecutable(path) ? 0o755 : 0o644);
    lutimesSync(full, seconds, seconds);
  }
  chmodSync(folder, 0o755);
  lutimesSync(folder, seconds, seconds);
}
