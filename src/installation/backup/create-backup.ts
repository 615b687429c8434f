import { existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Config } from '../../config/load-config.ts';
import { packageVersion } from '../../runtime/package-root.ts';
import type { Report } from '../../runtime/command/progress.ts';
import { syncFolder } from '../../runtime/durable-file.ts';
import type { Secret } from '../../contract/secret.ts';
import type { SealedColumn } from '../../site/sealed-columns.ts';
import { measureFile, readArchive, writeArchive, type SourceFile } from './archive.ts';
import { writeBackupState, type BackupState } from './backup-state.ts';
import { withDraftFolder } from './draft-folder.ts';
import { sealKeys } from './key-envelope.ts';
import { backupPaths, countRows, type Manifest } from './manifest.ts';
import { listSiteFiles, siteKeys } from './site-files.ts';
import { dumpStore } from './store-dump.ts';

interface BackupRequest {
  readonly config: Config;
  /** New file; its folder exists. */
  readonly file: string;
  /** Passphrase for the keys; null: the backup has none. */
  readonly passphrase: Secret | null;
  readonly sealed: readonly SealedColumn[];
  /** Told which of the parts of the work begins. */
  readonly report?: Report | undefined;
}

/** A backup that has been opened, checked and counted. */
export interface Backup extends BackupState {
  readonly tables: number;
  readonly rows: number;
  readonly has_keys: boolean;
}

/**
 * Backs up a site, whose gateway may be running: store, configuration, device types, dictionaries, texts and certificates. The
 * file gets its name only after the copy of the store has been checked and counted, and the archive has been read back.
 *
 * @throws Error naming the missing or damaged file
 */
export async function createBackup(request: BackupRequest): Promise<Backup> {
  const backup = await makeBackup(request);
  recordState(request.config, backup);
  return backup;
}

/** As `createBackup`, without recording: the file is moved before it counts as a backup. */
export async function makeBackup({
  file,
  report = () => undefined,
  ...content
}: BackupRequest): Promise<Backup> {
  const target = resolve(file);
  if (existsSync(target)) throw new Error(`${target} exists; choose another name`);
  if (!existsSync(dirname(target))) throw new Error(`there is no folder ${dirname(target)}`);
  const began = performance.now();
  const createdAt = new Date();
  const manifest = await withDraftFolder(dirname(target), basename(target), async (draft) => {
    report(0, 3, 'copying and counting the store');
    const { manifest: made, sources } = await collect(draft, { ...content, createdAt });
    const archive = join(draft, 'archive');
    report(1, 3, 'writing the archive');
    await writeArchive(archive, made, sources);
    report(2, 3, 'reading the archive back');
    await readArchive(archive);
    if (existsSync(target)) throw new Error(`${target} exists: another process has created it`);
    renameSync(archive, target);
    return made;
  });
  syncFolder(dirname(target));
  const state = {
    created_at: createdAt.toISOString(),
    file: target,
    octets: statSync(target).size,
    seconds: Math.round(performance.now() - began) / 1000,
  };
  const tables = Object.keys(manifest.tables).length;
  return { ...state, tables, rows: countRows(manifest), has_keys: content.passphrase !== null };
}

interface Collection extends Omit<BackupRequest, 'file' | 'report'> {
  readonly createdAt: Date;
}

async function collect(draft: string, { config, passphrase, sealed, createdAt }: Collection) {
  const { file, ...store } = await dumpStore(config, draft, sealed);
  const sources: SourceFile[] = [...(await listSiteFiles(config))];
  if (passphrase !== null)
    sources.push({ path: backupPaths.keys, from: { text: await sealedKeys(config, passphrase) } });
  // The largest file comes last, so that readers find the others without delay.
  sources.push({ path: backupPaths.store[store.engine], from: { file } });
  const files = [];
  for (const source of sources) files.push(await measureFile(source));
  const manifest: Manifest = {
    format: 1,
    version: packageVersion,
    created_at: createdAt.toISOString(),
    ...store,
    files,
  };
  return { manifest, sources };
}

function sealedKeys(config: Config, passphrase: Secret): Promise<string> {
  const present = siteKeys(config).filter(({ file }) => file !== '' && existsSync(file));
  const texts = present.map(({ path, file }) => [path, readFileSync(file, 'utf8')] as const);
  return sealKeys(Object.fromEntries(texts), passphrase);
}

/** A user other than the gateway's may lack the right to write there; the backup is good anyway. */
export function recordState({ data_dir }: Config, backup: BackupState): void {
  const { created_at, file, octets, seconds } = backup;
  try {
    writeBackupState(data_dir, { created_at, file, octets, seconds });
  } catch {
    return;
  }
}
