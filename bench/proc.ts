import { readFileSync } from 'node:fs';

/** USER_HZ: Linux shows processor time to programs in hundredths of a second on every architecture. */
const ticksPerSecond = 100;

/** Memory of a process, in octets. */
export interface Memory {
  readonly resident: number;
  /** Anonymous memory. */
  readonly anonymous: number;
  /** Pages of files: the program, libraries, the store's shared memory. */
  readonly ofFiles: number;
  readonly peak: number;
}

/** @see proc_pid_status(5) */
export function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const octets = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
  return {
    resident: octets('VmRSS'),
    anonymous: octets('RssAnon'),
    ofFiles: octets('RssFile'),
    peak: octets('VmHWM'),
  };
}

/** Returns the processor time of all threads of a process, user and system, in seconds. */
export function cpuSecondsOf(pid: number): number {
  const times = timesOf(pid);
  if (!times) throw new Error(`process ${pid} has ended`);
  return times.own / ticksPerSecond;
}

/** Returns the processor time of a process and of its children, also of ended ones, in seconds. */
export function cpuSecondsOfTree(pid: number): number {
  const running = childrenOf(pid).map((child) => timesOf(child)?.own ?? 0);
  // Read last: children that ended in between are counted here.
  const ofEnded = timesOf(pid)?.ofEnded ?? 0;
  return (
    cpuSecondsOf(pid) + [ofEnded, ...running].reduce((sum, some) => sum + some) / ticksPerSecond
  );
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number);
}

/** @see proc_pid_stat(5), fields 14 to 17 */
function timesOf(pid: number): { readonly own: number; readonly ofEnded: number } | null {
  const stat = statOf(pid);
  if (stat === null) return null;
  // The name of the program, in parentheses, may hold spaces.
  const [user = 0, kernel = 0, userOfEnded = 0, kernelOfEnded = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
  return { own: user + kernel, ofEnded: userOfEnded + kernelOfEnded };
}

/** Returns null if the process has ended. */
function statOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
}
