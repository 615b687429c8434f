import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { SqliteConnection } from './sqlite-connection.ts';

/* Copies of a store that an upgrade leaves in its folder: `gatehouse.db.before-0001-schema`. */

const unfinished = '.new';

/**
 * Copies a store before an upgrade. The copy has its name only when it is whole and on disk, and it replaces the one of an
 * earlier attempt, so there is one copy for each version however often a start is repeated.
 *
 * @param target  last step of the upgrade
 */
export function copyStore(connection: SqliteConnection, file: string, target: string): void {
  const copy = `${file}.before-${target}`;
  const draft = draftOf(copy);
  rmSync(draft, { force: true });
  try {
    copyInto(connection, draft);
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new Error(
      `the store cannot be copied to ${copy} before its upgrade: ${error instanceof Error ? error.message : 'unknown'}`,
      { cause: error },
    );
  }
  syncToDisk(dirname(file));
}

/** Copies the store of one moment into a new file. @throws Error if the file exists, or the disk is full */
function copyInto(connection: SqliteConnection, copy: string): void {
  makeCopy(copy);
  connection.prepare(copyStatement).run([copy]);
  syncToDisk(copy);
}

/**
 * Copies a snapshot of the store into the file in its parameter, concurrently with a writer; the backup API of SQLite would start
 * again at each commit.
 */
export const copyStatement = 'vacuum into ?';

/** Creates the file of a copy, readable by its owner only: SQLite writes into an empty file and keeps its mode. */
export function makeCopy(copy: string): void {
  closeSync(openSync(copy, 'wx', 0o600));
}

/** Removes what interrupted copies left, and takes away rights on copies of earlier versions that others can read. */
export function tidyCopies(file: string): void {
  for (const copy of copiesOf(file))
    if (isDraft(copy)) rmSync(copy);
    else chmodSync(copy, 0o600);
}

function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Returns the copies that upgrades have left of a store, and drafts of them. */
function copiesOf(file: string): readonly string[] {
  const folder = dirname(file);
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${basename(file)}.before-`))
    .sort()
    .map((name) => join(folder, name));
}

/** True for a copy that was not finished. */
function isDraft(copy: string): boolean {
  return copy.endsWith(unfinished);
}

/** Returns the file of an unfinished copy. */
function draftOf(copy: string): string {
  return copy + unfinished;
}

/** Returns what a damaged or lost store is replaced by: a backup, and copies of upgrades if there are any. */
export function sourcesOf(file: string): string {
  const copies = readable(file).filter((copy) => !isDraft(copy));
  return ['a backup', ...copies.map((copy) => `the copy of an upgrade ${copy}`)].join(' or ');
}

function readable(file: string): readonly string[] {
  try {
    return copiesOf(file);
  } catch {
    return [];
  }
}
