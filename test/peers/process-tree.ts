import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ: Linux shows times to programs in hundredths of a second on every architecture. */
const msPerTick = 10;

/** A process as /proc shows it. Its id and start together name it even after the id is used again. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Clock ticks since the machine started. */
  readonly startedAt: number;
  readonly name: string;
  readonly isZombie: boolean;
}

/** Returns every process of the machine. */
export function listProcesses(): readonly ProcessEntry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProcess(Number(pid)) ?? []);
}

function readProcess(pid: number): ProcessEntry | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // It ended after the directory was read.
    return null;
  }
  // The name stands in parentheses and may hold any character (proc_pid_stat(5)).
  const end = stat.lastIndexOf(')');
  const fields = stat.slice(end + 2).split(' ');
  return {
    pid,
    parent: Number(fields[1]),
    group: Number(fields[2]),
    startedAt: Number(fields[19]),
    name: stat.slice(stat.indexOf('(') + 1, end),
    isZombie: fields[0] === 'Z',
  };
}

/** Processes that a process has started, directly or not, those that left its process group included. */
export class ProcessTree {
  readonly #root: number;
  readonly #known = new Map<number, ProcessEntry>();

  /** @param root  id of the first process, which leads a process group of its own */
  constructor(root: number) {
    this.#root = root;
  }

  /** Adds processes that were found elsewhere. */
  add(entries: readonly ProcessEntry[]): void {
    for (const entry of entries) this.#known.set(entry.pid, entry);
  }

  /** Adds the processes started since the last update: a child whose parent has ended is no longer found by its parent. */
  update(processes = listProcesses()): void {
    const known = new Set([this.#root, ...this.#alive(processes).map(({ pid }) => pid)]);
    let found: readonly ProcessEntry[];
    do {
      found = processes.filter(
        ({ pid, parent, group }) => !known.has(pid) && (known.has(parent) || group === this.#root),
      );
      for (const entry of found) {
        known.add(entry.pid);
        this.#known.set(entry.pid, entry);
      }
    } while (found.length > 0);
  }

  /** Returns the processes that still run, without the first one. */
  running(): readonly ProcessEntry[] {
    const processes = listProcesses();
    this.update(processes);
    return this.#alive(processes);
  }

  /** Kills the processes that still run, without the first one, each by its id. @returns those */
  kill(): readonly ProcessEntry[] {
    const running = this.running();
    for (const { pid } of running) killProcess(pid);
    return running;
  }

  #alive(processes: readonly ProcessEntry[]): ProcessEntry[] {
    return processes.filter(
      ({ pid, startedAt, isZombie }) => !isZombie && this.#known.get(pid)?.startedAt === startedAt,
    );
  }
}

/** Returns the processor time of a process and of the children that it has waited for (proc_pid_stat(5)). */
export function processorMs(pid: number | 'self'): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * msPerTick;
}

/** Sends SIGKILL to a process; one that has ended is left alone. */
export function killProcess(pid: number): void {
  signalProcess(pid, 'SIGKILL');
}

/** Sends a signal to a process, unless it has ended. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself in between.
  }
}
