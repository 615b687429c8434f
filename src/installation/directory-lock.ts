import { chmodSync, closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../contract/errors.ts';

/** The right of one process to use a data directory. */
export interface DirectoryLock {
  release(): void;
}

/**
 * Locks a data directory: two gateways on one would both run its jobs. The lock is the one that SQLite holds on a file, so it
 * ends with its process, however that ends; files that only name a process outlive it.
 *
 * @throws Error naming the process that holds the lock
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const { default: Database } = await import('better-sqlite3');
  const file = join(directory, 'lock');
  // Opened once and never read: a file that is closed loses the locks that its process has on it.
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
