import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { environmentOf } from '../test/gateway-command.ts';
import type { GatewayProcess } from '../test/gateway-process.ts';
import { gatewayCommand } from '../src/runtime/package-root.ts';

/**
 * Runs a command of the gateway on the store of a gateway.
 *
 * @returns its duration in seconds
 * @throws Error with its output, if it fails
 */
export async function secondsOfCommand(
  { folder, httpPort }: GatewayProcess,
  words: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const began = performance.now();
  const child = spawn(gatewayCommand, words, {
    env: environmentOf({
      GATEHOUSE_DATA_DIR: join(folder, 'data'),
      GATEHOUSE_HTTP_PORT: String(httpPort),
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => output.push(part));
  await once(child, 'close');
  if (child.exitCode !== 0)
    throw new Error(`gatehouse ${words.join(' ')}: ${Buffer.concat(output).toString()}`);
  return (performance.now() - began) / 1000;
}
