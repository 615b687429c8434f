import { execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

const maxOutputLength = 16_384;
const msBetweenProbes = 50;
const msBeforeKill = 5_000;

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export interface ChildOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Account to run as; only root may set it. */
  readonly account?: Account | undefined;
  /** Polled with the program's output until it returns true; a rejection counts as false. */
  readonly ready: (output: string) => boolean | Promise<boolean>;
  /** Milliseconds until `ready` must have returned true. */
  readonly within?: number;
  /** Signal that ends the program (default: SIGTERM); it is killed if that takes more than five seconds. */
  readonly stopSignal?: NodeJS.Signals;
}

export interface Child {
  readonly pid: number;
  /** Returns the end of stdout and stderr, for messages. */
  output(): string;
  /** Ends the program and waits for its exit. May be called several times. */
  stop(): Promise<void>;
}

/** Starts a program in the foreground and waits until it is ready. @throws Error with its output if it ends or is late */
export async function startChild(options: ChildOptions): Promise<Child> {
  const spawned = spawn(options.command, options.args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], LC_ALL: 'C', ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...options.account,
  });
  await once(spawned, 'spawn');
  const child = watch(spawned, options.stopSignal ?? 'SIGTERM');
  try {
    await untilReady({ ...options, ready: () => options.ready(child.output()) }, () =>
      hasEnded(spawned),
    );
    return child;
  } catch (cause) {
    await child.stop();
    throw new Error(
      `${options.command}: ${cause instanceof Error ? cause.message : String(cause)}\n${child.output()}`,
      {
        cause,
      },
    );
  }
}

/** Returns the account of a daemon, which also owns its directory; undefined if this process is not root. */
export function accountOf(name: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

type Spawned = ChildProcessByStdio<null, Readable, Readable>;

function watch(spawned: Spawned, stopSignal: NodeJS.Signals): Child {
  let output = '';
  const keep = (text: string) => {
    output = (output + text).slice(-maxOutputLength);
  };
  for (const stream of [spawned.stdout, spawned.stderr])
    stream.setEncoding('utf8').on('data', keep);
  const killAtExit = () => spawned.kill('SIGKILL');
  process.once('exit', killAtExit);
  spawned.once('exit', () => process.removeListener('exit', killAtExit));
  return { pid: spawned.pid ?? 0, output: () => output, stop: () => stop(spawned, stopSignal) };
}

async function untilReady(
  options: Pick<ChildOptions, 'within'> & { readonly ready: () => boolean | Promise<boolean> },
  ended: () => boolean,
): Promise<void> {
  const deadline = Date.now() + (options.within ?? 60_000);
  for (;;) {
    if (ended()) throw new Error('ended before it was ready');
    if (await Promise.resolve(options.ready()).catch(() => false)) return;
    if (Date.now() > deadline) throw new Error('not ready in time');
    await sleep(msBetweenProbes);
  }
}

async function stop(spawned: Spawned, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(spawned)) return;
  const gone = once(spawned, 'exit');
  spawned.kill(signal);
  const timer = setTimeout(() => spawned.kill('SIGKILL'), msBeforeKill);
  await gone;
  clearTimeout(timer);
}

function hasEnded(spawned: Spawned): boolean {
  return spawned.exitCode !== null || spawned.signalCode !== null;
}
