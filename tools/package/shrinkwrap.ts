import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package that the lock file pins. */
export interface PinnedPackage {
  /** Folder below the root: `node_modules/ssh2`. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** SHA-512 of its tarball: `sha512-…`. */
  readonly integrity: string;
  readonly licence: string;
  /** Only for some machines, such as a build for one processor. */
  readonly isOptional: boolean;
}

interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly optional?: boolean;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
}

interface LockFile {
  readonly packages: Readonly<Record<string, LockEntry>>;
}

function readLockFile(root: string): LockFile {
  // The lock file is written by npm and checked by npm ci.
  return JSON.parse(readFileSync(join(root, 'npm-shrinkwrap.json'), 'utf8')) as LockFile;
}

/**
 * Returns the text of a lock file that makes `npm ci` install the same packages on any Node, without compiling, also without
 * `--ignore-scripts`. Each native module has its builds: npm takes a package with a `binding.gyp` for one to compile unless
 * its entry has `gypfile: false`, which npm itself does not copy from the package. An optional package that excludes the Node
 * of npm is silently left out, although the gateway's own Node loads it.
 */
export function lockFileForAnyNode(root: string): string {
  const file = readLockFile(root);
  const packages = Object.entries(file.packages).map(([folder, entry]) => {
    const hasBuild = existsSync(join(root, folder, 'binding.gyp'));
    const kept = { ...entry, ...(entry.optional === true && { engines: undefined }) };
    const built = { ...kept, hasInstallScript: undefined, ...(hasBuild && { gypfile: false }) };
    return [folder, entry.dev === true ? kept : built] as const;
  });
  return `${JSON.stringify({ ...file, packages: Object.fromEntries(packages) }, null, 2)}\n`;
}

/** Lists the packages that the gateway needs when it runs, by folder. */
export function runtimePackages(root: string): readonly PinnedPackage[] {
  return Object.entries(readLockFile(root).packages)
    .filter(([folder, entry]) => folder !== '' && !entry.dev && !entry.devOptional)
    .map(([folder, entry]) => ({
      folder,
      name: folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version ?? '',
      integrity: entry.integrity ?? '',
      licence: entry.license ?? '',
      isOptional: entry.optional === true,
    }))
    .sort((one, other) => (one.folder < other.folder ? -1 : 1));
}
