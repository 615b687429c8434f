import type { Config } from '../../config/load-config.ts';
import type { SealedColumn } from '../../site/sealed-columns.ts';
import { withProgress } from '../../runtime/command/progress.ts';
import { backUpIntoFolder } from './backup-folder.ts';
import { createBackup, type Backup } from './create-backup.ts';
import { readPassphrase } from './passphrase.ts';

interface BackupArguments {
  /** New file; undefined: a file in the configured folder. */
  readonly file: string | undefined;
  readonly withKey: boolean;
  readonly passphraseFile?: string;
  readonly json: boolean;
  readonly sealed: readonly SealedColumn[];
}

/** Backs up a site into a file. @returns the text to print @throws Error naming the missing or damaged file */
export async function backUp(
  config: Config,
  { file, withKey, json, sealed, ...source }: BackupArguments,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  if (!withKey && source.passphraseFile !== undefined)
    throw new Error('--passphrase-file needs --with-key');
  if (withKey && file === undefined)
    throw new Error(
      '--with-key needs a file; backup.passphrase_file is for backup.folder and backup.sftp',
    );
  const passphrase = withKey ? await readPassphrase({ ...source, environment }) : null;
  const backup = await withProgress('backup', (report) =>
    file === undefined
      ? backUpIntoFolder(config, sealed, report)
      : createBackup({ config, file, passphrase, sealed, report }),
  );
  return json ? JSON.stringify(backup) : describeBackup(backup, config);
}

function describeBackup({ file, octets, seconds, ...backup }: Backup, config: Config): string {
  const size = `${(octets / 2 ** 20).toFixed(1)} MiB in ${seconds.toFixed(1)} s`;
  const content = `${backup.tables} tables with ${backup.rows} rows, opened, checked and counted`;
  const key = backup.has_keys
    ? 'The keys are in it, encrypted with the passphrase.'
    : `The keys are not in it: without ${config.secret_key_file} the sealed values of the store are lost. Keep a copy of that file elsewhere, or use --with-key.`;
  return `${file}: ${size}; ${content}\n${key}`;
}
