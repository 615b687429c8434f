import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { errorCode } from '../../contract/errors.ts';
import { isProcessAlive } from '../../runtime/machine/process-alive.ts';

/**
 * Runs work that only one process of this machine may do at a time. The lock file of a process that was
 * killed is stale and is taken over.
 *
 * @throws Error if another process holds the lock
 */
export async function withLockFile<T>(file: string, work: () => Promise<T>): Promise<T> {
  const holder = take(file);
  if (holder !== null && isProcessAlive(holder))
    throw new Error(`process ${holder} holds the lock ${file}`);
  if (holder !== null) {
    rmSync(file, { force: true });
    if (take(file) !== null) throw new Error(`another process took the lock ${file}`);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** Takes the lock. @returns null on success, else the id of the process that holds it */
function take(file: string): number | null {
  try {
    writeFileSync(file, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
    return null;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return Number(readFileSync(file, 'utf8'));
  }
}
