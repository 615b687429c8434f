import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A Node program in a process of its own, which is killed when this one ends. */
export interface NodeProcess {
  readonly pid: number;
  hasEnded(): boolean;
  /** Resolves when it has printed something; rejects if it ends before. */
  printed(): Promise<void>;
  stop(): Promise<void>;
}

export function startNode(args: readonly string[]): NodeProcess {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const printed = once(child.stdout, 'data');
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  child.once('exit', () => process.removeListener('exit', killAtExit));
  return {
    pid: child.pid ?? 0,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async printed() {
      await Promise.race([
        printed,
        ended.then(() => {
          throw new Error(`node ${args.join(' ')} has ended`);
        }),
      ]);
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
