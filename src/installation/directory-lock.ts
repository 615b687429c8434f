import { chmodSync, closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../contract/errors.ts';

/** The right of one process to use a data directory. */
export interface DirectoryLock {
  release(): void;
}

/**
 * Locks a data directory: two gateways on one would both run its jobs. SQLite holds the lock on a file, so it ends with its
 * process, even after a crash; a file with a process id would outlive the process.
 *
 * @throws Error naming the process that holds the lock
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const { default: Database } = await import('better-sqlite3');
  const file = join(directory, 'lock');
  // Not read elsewhere: closing the file would release the locks of this process on it.
  closeSync(openSync(file, 'a', 0o600));
  const database = new Database(file, { timeout: 0 });
  try {
    database.pragma('journal_mode = MEMORY');
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if (!/^SQLITE_(BUSY|LOCKED)/.test(errorCode(error) ?? '')) throw error;
    throw new Error(`${directory} is in use by another gateway${holder(directory)}`, {
      cause: error,
    });
  }
  writeFileSync(holderFile(directory), `${process.pid}\n`, { mode: 0o600 });
  chmodSync(holderFile(directory), 0o600);
  return {
    release() {
      database.close();
    },
  };
}

const holderFile = (directory: string) => join(directory, 'lock.pid');

function holder(directory: string): string {
  try {
    return ` (process ${readFileSync(holderFile(directory), 'utf8').trim()})`;
  } catch {
    return '';
  }
}
