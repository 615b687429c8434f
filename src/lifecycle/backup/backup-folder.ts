import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../config/load-config.ts';
import { fileStamp } from '../../runtime/machine/file-stamp.ts';
import { createBackup, type Backup } from './create-backup.ts';
import { readPassphrase } from './passphrase.ts';

/* The folder of `backup.folder`. Several machines may share it: each has its name in its files, and removes its own only. */

/** Backs up into the folder of the configuration, then removes the oldest backups beyond `backup.keep`. */
export async function backUpIntoFolder(config: Config): Promise<Backup> {
  const { folder, keep, passphrase_file: passphraseFile } = config.backup;
  if (folder === '') throw new Error('name a file, or set backup.folder in the configuration');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const passphrase =
    passphraseFile === '' ? null : await readPassphrase({ passphraseFile, environment: {} });
  const backup = await createBackup({ config, file: join(folder, nameAt(new Date())), passphrase });
  for (const name of ownBackups(folder).slice(0, -keep)) rmSync(join(folder, name));
  return backup;
}

const nameAt = (time: Date) => `gatehouse-${hostname()}-${fileStamp(time)}.tar.gz`;

/** Lists the backups of this machine, the oldest first. */
function ownBackups(folder: string): readonly string[] {
  const [start, ending] = [`gatehouse-${hostname()}-`, '.tar.gz'];
  return readdirSync(folder)
    .filter((name) => name.startsWith(start) && name.endsWith(ending))
    .filter((name) => /^\d{8}T\d{6}Z$/.test(name.slice(start.length, -ending.length)))
    .sort();
}
