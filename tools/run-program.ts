import { execFile } from 'node:child_process';

const shownCharacters = 2_000;
const defaultTimeoutMs = 5 * 60_000;

export interface RunOptions {
  /** Text for its standard input. */
  readonly input?: string;
  readonly timeoutMs?: number;
  readonly cwd?: string;
}

/**
 * Runs a program to its end.
 *
 * @returns  its standard output
 * @throws Error with its output, if it fails or takes too long
 */
export function runProgram(
  program: string,
  line: readonly string[],
  { input, timeoutMs = defaultTimeoutMs, cwd }: RunOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { maxBuffer: 64 * 1024 * 1024, timeout: timeoutMs, cwd };
    const child = execFile(program, line, options, (error, stdout, stderr) => {
      if (error === null) {
        resolve(stdout);
        return;
      }
      const output = `${stdout}${stderr}`.trim().slice(-shownCharacters);
      const end = error.killed === true ? `no end after ${timeoutMs / 1000} s` : 'failed';
      reject(new Error(`${program} ${line.join(' ')}: ${end}\n${output}`, { cause: error }));
    });
    // A program that ends without reading its input closes the pipe.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input ?? '');
  });
}
