import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The command of the built gateway. */
export const cli = fileURLToPath(new URL('../gateway/cli.js', import.meta.url));

export type Environment = Readonly<Record<string, string>>;

/** Adds to an environment what a command needs: it finds `node` by PATH, and compiles its modules once for all processes of a run. */
export const environmentOf = (environment: Environment): Environment => ({
  PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
  ...environment,
});

/** Runs a command of the built gateway. @returns its exit code and everything that it prints */
export function gatehouse(
  commandArguments: readonly string[],
  environment: Environment = {},
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    const options = { env: environmentOf(environment), timeout: 60_000 };
    execFile(cli, commandArguments, options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });
}

/** Starts a command of the built gateway, to be killed. */
export function startGatehouse(
  commandArguments: readonly string[],
  environment: Environment,
): ChildProcess {
  return spawn(cli, commandArguments, { env: environmentOf(environment), stdio: 'ignore' });
}
