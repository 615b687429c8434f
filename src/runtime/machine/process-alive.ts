import { errorCode } from '../../contract/errors.ts';

/** True if a process of this machine has an id. It is false for this process: one that had its id before is gone. */
export function isProcessAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
