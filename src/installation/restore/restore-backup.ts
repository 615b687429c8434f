import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../../config/load-config.ts';
import { prepareDataDirectory } from '../../runtime/data-directory.ts';
import { fileStamp } from '../../runtime/machine/file-stamp.ts';
import type { Secret } from '../../contract/secret.ts';
import { lockDirectory } from '../directory-lock.ts';
import { finishRestore, moveRestored } from './pending-restore.ts';
import { inspectSqliteStore } from '../../store/sqlite/store-backup.ts';
import { readArchive, textOf } from '../backup/archive.ts';
import { openKeys, type KeyTexts } from '../backup/key-envelope.ts';
import { backupPaths, type Manifest } from '../backup/manifest.ts';
import { restorePostgres } from './postgres-restore.ts';
import { checkFits, hasKeys } from './restore-plan.ts';
import { RestoreDrafts } from './restore-drafts.ts';

interface RestoreRequest {
  readonly config: Config;
  readonly file: string;
  /** Returns the passphrase of the keys; called only if the backup has keys. */
  readonly readPassphrase: () => Promise<Secret | null>;
}

export interface Restored {
  readonly manifest: Manifest;
  /** Places of the former data, if any. */
  readonly aside: readonly string[];
  readonly places: readonly string[];
}

/**
 * Restores a site from a backup: store, keys if it has them, and the files that the configuration has a place for. The former
 * data are put aside. A power cut leaves either the former site or the restored one.
 *
 * @throws Error if a gateway runs, or naming the fault of the backup
 */
export async function restoreBackup(request: RestoreRequest): Promise<Restored> {
  const { config } = request;
  prepareDataDirectory(config.data_dir);
  const lock = await lockDirectory(config.data_dir);
  try {
    finishRestore(config.data_dir);
    return await restoreLocked(request);
  } finally {
    lock.release();
  }
}

async function restoreLocked({ config, file, readPassphrase }: RestoreRequest): Promise<Restored> {
  const stamp = fileStamp(new Date());
  const drafts = new RestoreDrafts(stamp, config);
  drafts.removeStale();
  try {
    let keys = '';
    const manifest = await readArchive(file, async ({ path, content }, contained) => {
      checkFits(contained, config);
      if (path === backupPaths.keys) keys = await textOf(content);
      const target = drafts.draftOf(path);
      if (target === null) return;
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      await pipeline(content, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }));
    });
    drafts.addKeys(await openKeysOf(manifest, keys, readPassphrase));
    if (manifest.engine === 'sqlite') checkCounts(manifest, drafts.store);
    await drafts.takeOwner();
    if (manifest.engine === 'postgres')
      await restorePostgres({ config, manifest, dump: drafts.store, stamp });
    const moves = drafts.moves();
    moveRestored(config.data_dir, moves);
    return {
      manifest,
      aside: moves.aside.map(({ to }) => to),
      places: moves.placed.map(({ to }) => to),
    };
  } finally {
    drafts.remove();
  }
}

async function openKeysOf(
  manifest: Manifest,
  text: string,
  readPassphrase: RestoreRequest['readPassphrase'],
): Promise<KeyTexts> {
  if (!hasKeys(manifest)) return {};
  const passphrase = await readPassphrase();
  return passphrase === null ? {} : openKeys(text, passphrase);
}

/** @throws Error if the store is damaged, or its row counts differ from the manifest */
function checkCounts({ tables }: Manifest, store: string): void {
  const found = inspectSqliteStore(store).tables;
  for (const [table, rows] of Object.entries(tables))
    if (found[table] !== rows)
      throw new Error(`${table} of the backup has ${found[table] ?? 'no'} rows, not ${rows}`);
}
