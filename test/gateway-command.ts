import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { gatewayCommand, packageRoot } from '../src/runtime/package-root.ts';
import { recordVariable } from './run-record.ts';

/**
 * Returns the folder of the bundled gateway, for a test of the bundle itself.
 *
 * @throws Error if there was no build
 */
export function builtGateway(): URL {
  if (!existsSync(new URL('dist/gateway/cli.js', packageRoot)))
    throw new Error('this test needs the built gateway: npm run build');
  return new URL('dist/gateway/', packageRoot);
}

/**
 * The words that start a command of the gateway: the command alone, or with the program that runs it. In a run of tests without
 * the flags of its first line, which make a start half as expensive again to keep the process small; benchmarks, and the tests
 * of the command line and of the package, start it by that line.
 */
export const gatewayWords: readonly [program: string, ...command: string[]] =
  process.env[recordVariable] === undefined ? [gatewayCommand] : [process.execPath, gatewayCommand];

export type Environment = Readonly<Record<string, string>>;

/** Adds to an environment what a command needs: it finds `node` by PATH, and compiles its modules once for all processes of a run. */
export const environmentOf = (environment: Environment): Environment => ({
  PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
  ...environment,
});

/** Runs a command of the gateway. @param input  its standard input @returns its exit code and everything that it prints */
export function gatehouse(
  commandArguments: readonly string[],
  environment: Environment = {},
  input?: string,
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    const options = { env: environmentOf(environment), timeout: 60_000 };
    const [program, ...command] = gatewayWords;
    const words = [...command, ...commandArguments];
    const run = execFile(program, words, options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
    if (input !== undefined) run.stdin?.end(input);
  });
}

/** Starts a command of the gateway, to be killed. */
export function startGatehouse(
  commandArguments: readonly string[],
  environment: Environment,
): ChildProcess {
  const [program, ...command] = gatewayWords;
  return spawn(program, [...command, ...commandArguments], {
    env: environmentOf(environment),
    stdio: 'ignore',
  });
}
