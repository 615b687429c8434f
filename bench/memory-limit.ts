import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/* A control group whose processes have a limited memory, of version 1 or 2 (cgroups(7)). It needs root. */

const versions = {
  one: {
    root: '/sys/fs/cgroup/memory',
    limit: 'memory.limit_in_bytes',
    peak: 'memory.max_usage_in_bytes',
    kills: ['memory.oom_control', /^oom_kill (\d+)$/m],
    own: /^\d+:(?:[\w,]*,)?memory(?:,[\w,]*)?:(.*)$/m,
  },
  two: {
    root: '/sys/fs/cgroup',
    limit: 'memory.max',
    peak: 'memory.peak',
    kills: ['memory.events', /^oom_kill (\d+)$/m],
    own: /^0::(.*)$/m,
  },
} as const;

const version = existsSync(versions.one.root) ? versions.one : versions.two;

/** Limits the memory of processes that are started within. */
export class MemoryLimit {
  readonly #folder = join(version.root, `gatehouse-bench-${process.pid}`);
  readonly #former: string;

  /** @param octets  of all processes together, with the pages of files that they have read and written */
  constructor(octets: number) {
    const own = version.own.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '/';
    this.#former = join(version.root, own);
    mkdirSync(this.#folder);
    writeFileSync(join(this.#folder, version.limit), String(octets));
  }

  /** Starts a process in the group; this process is in it meanwhile. */
  async start<T>(work: () => Promise<T>): Promise<T> {
    this.#moveTo(this.#folder);
    try {
      return await work();
    } finally {
      this.#moveTo(this.#former);
    }
  }

  /** Highest use, in octets. */
  get peak(): number {
    return Number(readFileSync(join(this.#folder, version.peak), 'utf8'));
  }

  /** Processes that the kernel has killed for want of memory. */
  get kills(): number {
    const [file, pattern] = version.kills;
    return Number(pattern.exec(readFileSync(join(this.#folder, file), 'utf8'))?.[1] ?? NaN);
  }

  /** Removes the group, whose processes have ended. */
  remove(): void {
    rmdirSync(this.#folder);
  }

  #moveTo(folder: string): void {
    writeFileSync(join(folder, 'cgroup.procs'), String(process.pid));
  }
}
