import { errorCode } from '../../contract/errors.ts';

/** True if another process of this machine has this id. False for the id of this process: an earlier owner of the id is gone. */
export function isProcessAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
