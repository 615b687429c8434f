import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import type { SqliteConnection } from './sqlite-connection.ts';

/*
 * SQLite takes a lost or damaged write-ahead log for an empty one, and an older copy of the file for the newest. So the write
 * worker counts its marks in the store and, once a mark is on disk, in a file next to it. The file is never ahead of its store.
 */

const markDigits = 20;

/** Counts a mark in the transaction that is open. @returns the mark, to be recorded once it is committed */
export function countMark(connection: SqliteConnection): number {
  const mark = storedMark(connection) + 1;
  connection.execute(`pragma user_version = ${mark}`);
  return mark;
}

function storedMark(connection: SqliteConnection): number {
  return Number(connection.prepare('pragma user_version').all([])[0]?.['user_version'] ?? 0);
}

const markFile = (file: string) => `${file}.mark`;

/** Keeps the mark of a store. */
export class StoreMark {
  readonly #file: string;
  #descriptor: number | null = null;

  /** @param file  the store's */
  constructor(file: string) {
    this.#file = markFile(file);
  }

  /** Records a mark that the store has on disk. Without space on the disk the former one stays. */
  write(mark: number): void {
    try {
      this.#descriptor ??= openSync(this.#file, constants.O_RDWR | constants.O_CREAT, 0o600);
      writeSync(this.#descriptor, `${String(mark).padStart(markDigits, '0')}\n`, 0);
    } catch {
      return;
    }
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }
}

/** Returns the recorded mark; 0 if it is missing, for example after a power cut. */
export function readMark(file: string): number {
  try {
    const text = readFileSync(markFile(file), 'latin1').trim();
    return /^\d+$/.test(text) ? Number(text) : 0;
  } catch {
    return 0;
  }
}

/**
 * Compares a store with its mark.
 *
 * @param mark  read before the store was opened
 * @throws Error naming the files if the store lacks writes that it had
 */
export function checkMark(connection: SqliteConnection, file: string, mark: number): void {
  const stored = storedMark(connection);
  if (stored >= mark) return;
  throw new Error(
    `${file} lacks writes that it had (mark ${stored}, recorded ${mark} in ${markFile(file)}): its write-ahead log ${file}-wal ` +
      `is lost or damaged, or an older copy was put back. Put the newer files back; to go on without the missing writes, ` +
      `remove ${markFile(file)}`,
  );
}
