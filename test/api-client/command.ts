import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { gatewayCommand } from '../../src/runtime/package-root.ts';
import { environmentOf } from '../gateway-command.ts';
import type { GatewayProcess } from '../gateway-process.ts';

/* The command line as a person at a gateway uses it. */

export interface Run {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Returns a function that runs a command of `gatehouse` on a gateway, without a terminal. */
export function commandOn(gateway: GatewayProcess) {
  const env = environmentOf({
    XDG_CONFIG_HOME: join(gateway.folder, 'home'),
    GATEHOUSE_URL: `http://127.0.0.1:${gateway.httpPort}`,
    GATEHOUSE_TOKEN_FILE: join(gateway.folder, 'data/admin-token'),
  });
  const run = (line: readonly string[]) =>
    new Promise<Run>((resolve) => {
      const options = { env, timeout: 90_000, cwd: gateway.folder };
      execFile(process.execPath, [gatewayCommand, ...line], options, (error, stdout, stderr) => {
        resolve({ status: error ? Number(error.code) : 0, stdout, stderr });
      });
    });
  return Object.assign(run, { environment: env });
}
