import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunOptions } from '../run-program.ts';

const defaultTimeoutMs = 120_000;

/** Words that run a program without this machine's environment. */
export const cleanEnvironment = [
  'env',
  '-i',
  'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
  'LC_ALL=C.UTF-8',
  'DEBIAN_FRONTEND=noninteractive',
  'HOME=/root',
];

/** A machine or a program that has ended, so that waiting is pointless. */
export class EndedError extends Error {}

/** Calls until it returns without an error. @throws the last error, after the time; an EndedError immediately */
export async function untilItWorks<T>(
  call: () => T | Promise<T>,
  timeoutMs = defaultTimeoutMs,
): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (error instanceof EndedError || performance.now() > end) throw error;
      await sleep(50);
    }
  }
}

/** A place of a gateway, with a network that programs of this machine can be run on. */
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
  /** Runs a program on it. @returns its standard output */
  run(...line: readonly string[]): Promise<string>;
  /** Copies a file of this machine into its /root. @returns its path there */
  copyIn(file: string): Promise<string>;
  boot(): Promise<void>;
  /** Ends all its processes immediately. */
  cutPower(): Promise<void>;
  /** Cuts its power and deletes it. */
  remove(): Promise<void>;
}

/** Waits until systemd has started everything; degraded: a unit of Debian that does not matter here has failed. */
export async function waitUntilBooted(machine: Machine): Promise<void> {
  await untilItWorks(async () => {
    const state = await machine.run('sh', '-c', 'systemctl is-system-running || true');
    if (!/^(?:running|degraded)$/m.test(state)) throw new Error(`the system is ${state}`);
  }, machine.timeoutMs);
}
