import { readFileSync } from 'node:fs';

/** Linux shows processor time to programs in hundredths of a second, whatever its kernel counts in. */
const ticksPerSecond = 100;

/** Octets of memory of a process. */
export interface Memory {
  readonly resident: number;
  /** The part of it that is its own. */
  readonly anonymous: number;
  /** The part of it that are pages of files: the program, libraries, the store's shared memory. */
  readonly ofFiles: number;
  readonly peak: number;
}

/** @see proc_pid_status(5) */
export function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const octets = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
  return { resident: octets('VmRSS'), anonymous: octets('RssAnon'), ofFiles: octets('RssFile'), peak: octets('VmHWM') };
}

/**
 * Seconds of processor time that all threads of a process have used, in user and in kernel mode.
 *
 * @see proc_pid_stat(5), fields 14 and 15
 */
export function cpuSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in parentheses, may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
