import { readFileSync } from 'node:fs';
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
}

/** Lists the packages that the gateway needs when it runs, by folder. */
export function runtimePackages(root: string): readonly PinnedPackage[] {
  const file: unknown = JSON.parse(readFileSync(join(root, 'npm-shrinkwrap.json'), 'utf8'));
  // The lock file is written by npm and checked by npm ci.
  const { packages } = file as { readonly packages: Readonly<Record<string, LockEntry>> };
  return Object.entries(packages)
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
