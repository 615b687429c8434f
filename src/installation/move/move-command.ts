import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../../config/load-config.ts';
import type { SealedColumn } from '../../site/sealed-columns.ts';
import { engineOf, sqliteFile } from '../../store/database.ts';
import { parameterFault } from '../../store/postgres-address.ts';
import { readKeyIds } from '../../store/vault.ts';
import { unopened } from '../backup/manifest.ts';
import { withoutPassword } from '../backup/site-files.ts';
import { countSealedValues } from '../backup/store-dump.ts';
import { withProgress } from '../../runtime/command/progress.ts';
import { recordInStore } from '../record-in-store.ts';
import { moveStore } from './move-store.ts';

interface MoveArguments {
  /** `sqlite`, `sqlite:FILE` or `postgres://…` without a password. */
  readonly url: string | undefined;
  /** File whose text is the address, password included. */
  readonly urlFile?: string;
}

interface Move extends MoveArguments {
  readonly sealed: readonly SealedColumn[];
}

/** Moves the store. @returns the text to print @throws Error naming the obstacle; the stores are unchanged then */
export async function moveToUrl(config: Config, { sealed, ...given }: Move): Promise<string> {
  const target = readTarget(given);
  const { tables, rows } = await withProgress('tables', (report) =>
    moveStore({ config, target, report }),
  );
  const moved = { ...config, database: { ...config.database, url: target } };
  const audit = await recordInStore(moved, 'gatehouse move-store');
  const lost = unopened(await countSealedValues(moved, sealed), readKeyIds(config.secret_key_file));
  return [
    `Moved ${tables} tables with ${rows} rows, counted and compared.`,
    lost.length === 0
      ? `${config.secret_key_file} opens all sealed values.`
      : `${config.secret_key_file} does not open, as before: ${lost.join('; ')}`,
    'Set this in the configuration before the next start:',
    '  database:',
    `    url: ${withoutPassword(target)}`,
    ...(hasPassword(target)
      ? ['with its password, or in a file that GATEHOUSE_DATABASE_URL_FILE names.']
      : []),
    `The former store is unchanged: ${placeOf(config)}`,
    ...audit,
  ].join('\n');
}

const addressPattern = /^(sqlite(:.+)?|postgres(ql)?:\/\/.+)$/;

/** @throws Error if there is no address, or it has a password where a list of processes shows it */
function readTarget({ url, urlFile }: MoveArguments): string {
  if ((url === undefined) === (urlFile === undefined))
    throw new Error('name the new store either by its address or by --url-file');
  const address = urlFile === undefined ? (url ?? '') : readFileSync(urlFile, 'utf8').trim();
  if (!addressPattern.test(address) || (engineOf(address) === 'postgres' && !URL.canParse(address)))
    throw new Error('the new store must be sqlite, sqlite:FILE or postgres://USER@HOST/DATABASE');
  const fault = parameterFault(address);
  if (fault !== null) throw new Error(`the new store: expected ${fault}`);
  if (url !== undefined && hasPassword(url))
    throw new Error(
      'a list of processes shows the password: write the address into a file, and name it by --url-file',
    );
  return address.replace(/^sqlite:(.+)$/, (_, file: string) => `sqlite:${resolve(file)}`);
}

const hasPassword = (url: string) =>
  engineOf(url) === 'postgres' && withoutPassword(url) !== new URL(url).href;

const placeOf = ({ database, data_dir }: Config) =>
  engineOf(database.url) === 'sqlite'
    ? sqliteFile(database.url, data_dir)
    : withoutPassword(database.url);
