import { basename, dirname, join } from 'node:path';
import type { Config } from '../../config/load-config.ts';
import { isKnownStep } from '../../store/migrate.ts';
import { engineOf, sqliteFile } from '../../store/database.ts';
import { backupPaths, type Manifest } from '../backup/manifest.ts';
import { siteCertificates, siteFolders, siteKeys } from '../backup/site-files.ts';

/** A file or a folder that a restore replaces. */
interface RestoredPlace {
  /** File of the backup, or folder in it. */
  readonly path: string;
  /** Path in the configuration. */
  readonly target: string;
}

/** Endings of the files of a store. */
export const storeEndings = ['', '-wal', '-shm', '.mark'] as const;

/** @throws Error naming another engine, or a newer version */
export function checkFits({ engine, step, version }: Manifest, { database }: Config): void {
  const configured = engineOf(database.url);
  if (engine !== configured)
    throw new Error(
      `the backup is of ${engine}, database.url names ${configured}: restore it on ${engine}`,
    );
  if (!isKnownStep(step))
    throw new Error(
      `the backup is of version ${version}, whose store has ${step}, which this program lacks: install that version or a newer one`,
    );
}

/** Lists the configured places of the files of a site, without store and keys. */
export function sitePlaces(config: Config): readonly (RestoredPlace & { readonly key: string })[] {
  return [
    ...siteFolders(config).map(({ name, key, folder }) => ({ path: name, key, target: folder })),
    ...siteCertificates(config).map(({ path, key, file }) => ({ path, key, target: file })),
  ];
}

/** Lists the empty keys of the configuration whose files a backup has. */
export function keysWithoutPlace(manifest: Manifest, config: Config): readonly string[] {
  return sitePlaces(config)
    .filter(({ path, target }) => target === '' && isIn(manifest, path))
    .map(({ key }) => key);
}

function isIn({ files }: Manifest, name: string): boolean {
  return files.some(({ path }) => isWithin(path, name));
}

/** True if a path of a backup is a file, or in a folder. */
export const isWithin = (path: string, name: string): boolean =>
  path === name || path.startsWith(`${name}/`);

export function hasKeys(manifest: Manifest): boolean {
  return isIn(manifest, backupPaths.keys);
}

/** Returns the place of a private key of the site; null if it is not configured. */
export function placeOfKey(path: string, config: Config): string | null {
  return siteKeys(config).find((key) => key.path === path)?.file ?? null;
}

export const storeFile = ({ database, data_dir }: Config) => sqliteFile(database.url, data_dir);

/** Returns the place that a present file is moved to, in a folder next to it. */
export function asidePlace(file: string, stamp: string): string {
  return join(dirname(file), `before-restore-${stamp}`, basename(file));
}
