import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { errorCode } from '../errors.ts';

/**
 * Does something that must not be done twice at the same time on this machine. A process that was ended leaves its
 * file behind; the next one sees that nobody holds it and takes it over.
 *
 * @throws Error where another process is at it
 */
export async function withLockFile<T>(file: string, work: () => Promise<T>): Promise<T> {
  const holder = take(file);
  if (holder !== null && isAlive(holder))
    throw new Error(`process ${holder} is at it already (${file})`);
  if (holder !== null) {
    rmSync(file, { force: true });
    if (take(file) !== null) throw new Error(`another process was faster (${file})`);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @returns null where it is ours now, else the id of the process that has it */
function take(file: string): number | null {
  try {
    writeFileSync(file, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
    return null;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return Number(readFileSync(file, 'utf8'));
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
