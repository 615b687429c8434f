import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunOptions } from '../run-program.ts';

const defaultTimeoutMs = 120_000;

/** Words that run a program with nothing of this machine's environment. */
export const cleanEnvironment = [
  'env',
  '-i',
  'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
  'LC_ALL=C.UTF-8',
  'DEBIAN_FRONTEND=noninteractive',
  'HOME=/root',
];

/** Calls until it returns without an error. @throws the last error, after the time */
export async function untilItWorks<T>(
  call: () => T | Promise<T>,
  timeoutMs = defaultTimeoutMs,
): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(50);
    }
  }
}

/** Returns the process that `unshare --fork` has started, or 0. */
export function childOf({ pid = 0 }: ChildProcess): number {
  return Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'), 10) || 0;
}

/** Where a gateway runs, with a network that programs of this machine can be run on. */
export interface Host {
  /** Address of its gateway. */
  readonly address: string;
  /** Address that its gateway sees of programs of this machine. */
  readonly clientAddress: string;
  /** Time that whatever happens there may take. */
  readonly timeoutMs: number;
  readFile(path: string): Promise<string>;
  /** Runs a program of this machine on the network of the host. */
  runOnNetwork(line: readonly string[], options?: RunOptions): Promise<string>;
  /** Starts a program of this machine on the network of the host. */
  spawnOnNetwork(line: readonly string[]): ChildProcess;
}

/** A Debian that systemd boots. */
export interface Machine extends Host {
  /** Runs a program of it. @returns what it wrote to standard output */
  run(...line: readonly string[]): Promise<string>;
  /** Copies a file of this machine into its /root. @returns its path there */
  copyIn(file: string): Promise<string>;
  boot(): Promise<void>;
  /** Ends all its processes at once. */
  cutPower(): Promise<void>;
  /** Cuts its power and deletes it. */
  remove(): Promise<void>;
}
