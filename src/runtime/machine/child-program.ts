import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { errorCode } from '../../contract/errors.ts';

/** A program that runs. */
export interface RunningProgram {
  readonly input: Writable;
  readonly output: Readable;
  /** Resolves when the program has ended well. @throws Error with its own words, or that it is not installed */
  readonly ended: Promise<void>;
  kill(): void;
}

export interface ProgramStart {
  readonly program: string;
  readonly programArguments: readonly string[];
  /** Its whole environment. Secrets belong here, since a process list does not show it. */
  readonly env: Readonly<Record<string, string>>;
  /** What to install where the program is missing. */
  readonly hint: string;
}

const maxErrorLength = 2000;

/** Starts a program with streams for its input and output. */
export function startProgram(start: ProgramStart): RunningProgram {
  const { program, programArguments, env } = start;
  const child = spawn(program, programArguments, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = endOf(start, child);
  // Awaited later; a program that is not installed has ended before.
  ended.catch(() => undefined);
  // A program that has ended reads no more; `ended` says why.
  child.stdin.on('error', () => undefined);
  return {
    input: child.stdin,
    output: child.stdout,
    ended,
    kill: () => {
      child.kill('SIGKILL');
    },
  };
}

function endOf(
  { program, hint }: ProgramStart,
  child: ChildProcessByStdio<Writable, Readable, Readable>,
): Promise<void> {
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(0, maxErrorLength);
  });
  return new Promise((resolve, reject) => {
    child.on('error', (cause) => {
      const reason =
        errorCode(cause) === 'ENOENT'
          ? `${program} is not installed: ${hint}`
          : `${program}: ${cause.message}`;
      reject(new Error(reason, { cause }));
    });
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} ended with ${code ?? signal ?? '?'}: ${words.trim()}`));
    });
  });
}
