import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Fault } from '../../contract/errors.ts';
import { abortFault, onceAborted } from '../../runtime/deadline.ts';

/* The diagnostic programs of this machine, which have the capabilities that the gateway itself does not need. */

/** A program, its arguments, and what takes its output. */
export interface ProbeCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** Debian package that has the program, for the message if it is missing. */
  readonly debianPackage: string;
  readonly onLine?: (line: string) => void;
  /** Text for the standard input; default: empty. */
  readonly input?: string;
}

export interface ProbeOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

const maxOutputLength = 1_048_576;

/** Returns whether this machine has a program in its PATH. */
export async function hasProgram(program: string): Promise<boolean> {
  const folders = (process.env['PATH'] ?? '').split(':');
  const found = await Promise.all(
    folders.map((folder) =>
      access(join(folder, program), constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}

/**
 * Runs a program without a shell. It is killed when the signal aborts.
 *
 * @throws Fault `unsupported` if this machine does not have it; `timeout` if the signal aborts; `garbled` if it prints too much
 */
export async function runCommand(
  { program, args, debianPackage, onLine, input = '' }: ProbeCommand,
  signal: AbortSignal,
): Promise<ProbeOutput> {
  throwIfAborted(signal, `${program} was not started before the deadline`);
  const env = { PATH: process.env['PATH'], LC_ALL: 'C' };
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const removeListener = onceAborted(signal, () => {
    child.kill('SIGKILL');
  });
  const output = { stdout: '', stderr: '', isTooLong: false };
  const take = (stream: 'stdout' | 'stderr') => (line: string) => {
    output[stream] += `${line}\n`;
    if (stream === 'stdout') onLine?.(line);
    if (output[stream].length <= maxOutputLength) return;
    output.isTooLong = true;
    child.kill('SIGKILL');
  };
  createInterface({ input: child.stdout }).on('line', take('stdout'));
  createInterface({ input: child.stderr }).on('line', take('stderr'));
  // A program that ends early closes its input.
  child.stdin.on('error', () => undefined).end(input);
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', (cause) => {
        reject(startFault(program, debianPackage, cause));
      });
      child.once('close', resolve);
    });
    throwIfAborted(signal, `${program} was ended at the deadline`);
    if (output.isTooLong)
      throw new Fault('garbled', `${program} printed more than ${maxOutputLength} characters`);
    const { stdout, stderr } = output;
    return { stdout, stderr, exitCode };
  } finally {
    removeListener();
  }
}

function throwIfAborted(signal: AbortSignal, message: string): void {
  if (signal.aborted) throw abortFault(signal, message);
}

function startFault(program: string, debianPackage: string, cause: Error): Fault {
  const isMissing = 'code' in cause && cause.code === 'ENOENT';
  return new Fault(
    'unsupported',
    isMissing
      ? `this machine has no ${program}: install the Debian package ${debianPackage}`
      : `${program} cannot be started: ${cause.message}`,
    { cause },
  );
}
