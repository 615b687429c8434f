import { existsSync } from 'node:fs';
import { parse } from 'yaml';
import type { Config } from '../../config/load-config.ts';
import { differingKeys } from '../../config/config-values.ts';
import { readArchive, textOf } from '../backup/archive.ts';
import { backupPaths, countRows, unopened, type Manifest } from '../backup/manifest.ts';
import { passphraseVariable, readPassphrase } from '../backup/passphrase.ts';
import { configurationText } from '../backup/site-files.ts';
import { recordInStore } from '../record-in-store.ts';
import { restoreBackup } from './restore-backup.ts';
import { readKeyIds } from '../../store/vault.ts';
import { checkFits, hasKeys, keysWithoutPlace } from './restore-plan.ts';

interface RestoreArguments {
  readonly file: string;
  readonly dryRun: boolean;
  readonly passphraseFile?: string;
}

/** Restores a backup, or describes it. @returns the text to print @throws Error naming the fault of the backup */
export async function restore(
  config: Config,
  { file, dryRun, ...source }: RestoreArguments,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  if (!existsSync(file)) throw new Error(`there is no backup ${file}`);
  if (dryRun) return describe(file, config);
  const isGiven =
    source.passphraseFile !== undefined ||
    environment[passphraseVariable] !== undefined ||
    process.stdin.isTTY;
  const { manifest, aside, places } = await restoreBackup({
    config,
    file,
    readPassphrase: async () => (isGiven ? readPassphrase({ ...source, environment }) : null),
  });
  const audit = await recordInStore(config, 'gatehouse restore');
  return [
    `Restored ${summaryOf(manifest)}:`,
    ...places.map((place) => `  ${place}`),
    ...(manifest.engine === 'postgres'
      ? ['  the database; its former schema has another name']
      : []),
    ...(aside.length > 0 ? ['The former data are in:', ...aside.map((place) => `  ${place}`)] : []),
    ...remarks(manifest, config),
    ...audit,
  ].join('\n');
}

/** Reads a whole backup, and describes it without changes. */
async function describe(file: string, config: Config): Promise<string> {
  let configuration = '';
  const manifest = await readArchive(file, async ({ path, content }) => {
    if (path === backupPaths.configuration) configuration = await textOf(content);
  });
  checkFits(manifest, config);
  const files = manifest.files.map(({ path, octets }) => `  ${path}: ${octets} octets`);
  const differing = differingKeys(parse(configuration), parse(configurationText(config)));
  return [
    `${file}: ${summaryOf(manifest)}, whole:`,
    ...files,
    ...(differing.length > 0 ? [`Configured differently at present: ${differing.join(', ')}`] : []),
    ...(hasKeys(manifest) ? ['It has keys, which need its passphrase.'] : []),
    ...remarks(manifest, config),
    'No changes were made.',
  ].join('\n');
}

const summaryOf = (manifest: Manifest) =>
  `backup of ${manifest.created_at} by version ${manifest.version}, ${manifest.engine}, ${Object.keys(manifest.tables).length} tables with ${countRows(manifest)} rows`;

function remarks(manifest: Manifest, config: Config): readonly string[] {
  const lost = unopened(manifest.sealed, readKeyIds(config.secret_key_file));
  const missing = keysWithoutPlace(manifest, config);
  return [
    ...(lost.length > 0
      ? [
          `${config.secret_key_file} does not open these sealed values; put the key file of the backup there:`,
          ...lost.map((line) => `  ${line}`),
        ]
      : []),
    ...(missing.length > 0
      ? [`Left out, since the configuration names no place for them: ${missing.join(', ')}`]
      : []),
  ];
}
