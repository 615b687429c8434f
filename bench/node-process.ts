import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { gatewayCommand } from '../src/runtime/package-root.ts';

/** A Node program in a process of its own, which is killed when this one ends. */
export interface NodeProcess {
  readonly pid: number;
  hasEnded(): boolean;
  /** Resolves with the first that it prints; rejects if it ends before. */
  printed(): Promise<string>;
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
      const first: unknown[] = await Promise.race([
        printed,
        ended.then(() => {
          throw new Error(`node ${args.join(' ')} has ended`);
        }),
      ]);
      return String(first[0]);
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Returns the Node options in the first line of the gateway's program, since the heap limits change the throughput. */
export function gatewayFlags(): string[] {
  const [first = ''] = readFileSync(gatewayCommand, 'utf8').split('\n');
  return first.split(' ').filter((word) => word.startsWith('--'));
}
