import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { openStore, sqliteFile } from '../src/store/database.ts';
import { blankDatabase, type PostgresDatabases } from './peers/postgres.ts';

/*
 * The tables of a store take 0.3 s of processor time to create, which a run would spend for each of hundreds of stores. It makes
 * a store without rows once for each engine, and most tests begin with a copy; those of migrations and of first starts do not.
 */

/** Environment variable with the file of the SQLite store that the tests of a run copy. */
export const blankVariable = 'TEST_BLANK_STORE';

/** Makes the stores that a run copies. @returns the file of the SQLite store */
export async function makeBlankStores(
  folder: string,
  postgres: Pick<PostgresDatabases, 'createDatabase'> | null,
): Promise<string> {
  const urls = ['sqlite', ...(postgres ? [await postgres.createDatabase(blankDatabase)] : [])];
  for (const url of urls) await (await openStore(url, folder)).close();
  return sqliteFile('sqlite', folder);
}

/**
 * Puts a SQLite store without rows into a data folder that has none. Does nothing outside of a run, and for the addresses of
 * other stores.
 */
export function copyBlankStore(url: string, dataFolder: string): void {
  const blank = process.env[blankVariable];
  if (blank === undefined || url !== 'sqlite') return;
  const file = sqliteFile(url, dataFolder);
  if (existsSync(file)) return;
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  copyFileSync(blank, file);
}
