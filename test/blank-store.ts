import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/*
 * The tables of a store take 0.3 s of processor time to create, and the rows of the shipped device types as long again, which a
 * run would spend for each of hundreds of stores. It makes a store without rows and one with those types once for each engine,
 * and most tests begin with a copy; those of migrations and of first starts do not. This module imports nothing of the store,
 * since nearly every test file loads it.
 */

/** Environment variable with the folder of the SQLite stores that the tests of a run copy. */
export const blankVariable = 'TEST_BLANK_STORES';

/** Names of what stores begin with, nothing or the device types that a gateway else writes at its start: of PostgreSQL databases. */
export const blankNames = { empty: 'blank', types: 'blank_types' } as const;

export type BlankKind = keyof typeof blankNames;

const storeName = 'gatehouse.db';

/** Returns the file of a SQLite store that is copied. */
export function blankFile(folder: string, kind: BlankKind): string {
  return join(folder, blankNames[kind], storeName);
}

/**
 * Puts a SQLite store into a data folder that has none. Does nothing outside of a run, and for the addresses of other stores.
 *
 * @param kind  default: without rows
 */
export function copyBlankStore(url: string, dataFolder: string, kind: BlankKind = 'empty'): void {
  const folder = process.env[blankVariable];
  if (folder === undefined || url !== 'sqlite') return;
  const file = join(dataFolder, storeName);
  if (existsSync(file)) return;
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  copyFileSync(blankFile(folder, kind), file);
}
