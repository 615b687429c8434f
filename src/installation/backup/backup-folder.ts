import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../config/load-config.ts';
import { partialEnding, type FileTransfer } from '../../protocol/ssh/sftp/file-transfer.ts';
import type { SealedColumn } from '../../site/sealed-columns.ts';
import type { Report } from '../../runtime/command/progress.ts';
import { fileStamp } from '../../runtime/machine/file-stamp.ts';
import { hasBackupServer, placeOf, withBackupServer } from './backup-server.ts';
import { createBackup, makeBackup, recordState, type Backup } from './create-backup.ts';
import { withDraftFolder } from './draft-folder.ts';
import { readSecretFile } from './passphrase.ts';

/*
 * The folder of `backup.folder` or of `backup.sftp`. Several machines may share it: each has its name in its files, and
 * removes only its own.
 */

/** Limit of an upload; a lost connection is noticed within a minute. */
const uploadMs = 6 * 3_600_000;
const checkMs = 60_000;

/** Backs up to the place of the configuration, then removes the oldest backups there beyond `backup.keep`. */
export async function backUpIntoFolder(
  config: Config,
  sealed: readonly SealedColumn[],
  report?: Report,
): Promise<Backup> {
  const { folder, keep, passphrase_file: passphraseFile } = config.backup;
  if (hasBackupServer(config.backup)) return backUpToServer(config, sealed, report);
  if (folder === '')
    throw new Error('name a file, or set backup.folder or backup.sftp in the configuration');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const passphrase = passphraseOf(passphraseFile);
  const backup = await createBackup({
    config,
    file: join(folder, nameAt(new Date())),
    passphrase,
    sealed,
    report,
  });
  for (const name of ownBackups(readdirSync(folder)).slice(0, -keep)) rmSync(join(folder, name));
  return backup;
}

/** Makes a backup in the data directory, and moves it to the server; it counts as a backup only there. */
async function backUpToServer(
  config: Config,
  sealed: readonly SealedColumn[],
  report?: Report,
): Promise<Backup> {
  const { sftp, keep, passphrase_file: passphraseFile } = config.backup;
  const passphrase = passphraseOf(passphraseFile);
  const name = nameAt(new Date());
  // Faults of the server are found before a long backup is made.
  await withBackupServer(sftp, checkMs, removeUnfinished);
  const backup = await withDraftFolder(config.data_dir, name, async (draft) => {
    const file = join(draft, name);
    const made = await makeBackup({ config, file, passphrase, sealed, report });
    await withBackupServer(sftp, uploadMs, async (files) => {
      await files.upload(file, { name, octets: made.octets });
      for (const old of ownBackups(await files.list()).slice(0, -keep)) await files.remove(old);
    });
    return { ...made, file: placeOf(sftp, name) };
  });
  recordState(config, backup);
  return backup;
}

/** Removes unfinished files of this machine: on a server with a full disk, each attempt would leave one. */
async function removeUnfinished(files: FileTransfer): Promise<void> {
  const partial = (await files.list()).filter((name) => name.endsWith(partialEnding));
  for (const name of ownBackups(partial.map((one) => one.slice(0, -partialEnding.length))))
    await files.remove(`${name}${partialEnding}`);
}

const passphraseOf = (file: string) => (file === '' ? null : readSecretFile(file));

const nameAt = (time: Date) => `gatehouse-${hostname()}-${fileStamp(time)}.tar.gz`;

/** Returns the backups of this machine among names, the oldest first. */
export function ownBackups(names: readonly string[]): readonly string[] {
  const [start, ending] = [`gatehouse-${hostname()}-`, '.tar.gz'];
  return names
    .filter((name) => name.startsWith(start) && name.endsWith(ending))
    .filter((name) => /^\d{8}T\d{6}Z$/.test(name.slice(start.length, -ending.length)))
    .sort();
}
