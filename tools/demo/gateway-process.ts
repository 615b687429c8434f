import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Secret } from '../../src/contract/secret.ts';
import { gatewayCommand } from '../../src/runtime/package-root.ts';
import { waitUntilReady } from './api-client.ts';
import { freeTcpPort, freeUdpPort } from './free-port.ts';

/** A little longer than the gateway's own limit. */
const stopTimeoutMs = 12_000;
const logLineCount = 20;

/** A gateway process with a configuration of its own, so that no file of an installed gateway is touched. */
export class GatewayProcess {
  readonly baseUrl: string;
  readonly acctPort: number;
  readonly tokenFile: string;
  readonly logFile: string;
  /** Rejects if the gateway ends before `stop()`. */
  readonly failed: Promise<never>;
  readonly #child: ChildProcess;
  #isStopping = false;

  private constructor(
    child: ChildProcess,
    at: { folder: string; httpPort: number; acctPort: number },
  ) {
    this.#child = child;
    this.baseUrl = `http://127.0.0.1:${at.httpPort}`;
    this.acctPort = at.acctPort;
    this.tokenFile = tokenIn(at.folder);
    this.logFile = logIn(at.folder);
    this.failed = new Promise((_resolve, reject: (reason: Error) => void) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => {
        if (this.#isStopping) return;
        const how = signal === null ? `exit code ${String(code)}` : signal;
        reject(new Error(`The gateway ended with ${how}.\n${lastLines(this.logFile)}`.trim()));
      });
    });
    // Callers race against it; until then the rejection must not count as unhandled.
    this.failed.catch(() => undefined);
    const killAtExit = () => child.kill('SIGKILL');
    process.once('exit', killAtExit);
    child.once('exit', () => process.removeListener('exit', killAtExit));
  }

  /** @param folder  folder for its store, configuration and log */
  static async start(folder: string): Promise<GatewayProcess> {
    const [httpPort, authPort, acctPort] = [
      await freeTcpPort(8080),
      await freeUdpPort(),
      await freeUdpPort(),
    ];
    const file = join(folder, 'gatehouse.yaml');
    const host = '127.0.0.1';
    const configuration = {
      data_dir: join(folder, 'data'),
      http: { host, port: httpPort },
      radius: { host, auth_port: authPort, acct_port: acctPort },
      log: { level: 'warn' },
    };
    // JSON is YAML.
    writeFileSync(file, JSON.stringify(configuration, null, 2));
    const log = openSync(logIn(folder), 'a', 0o600);
    // A process group of its own: Ctrl-C reaches the demo alone, which stops everything in order.
    const child = spawn(gatewayCommand, ['serve', '--config', file], {
      env: environment(),
      stdio: ['ignore', log, log],
      detached: true,
    });
    closeSync(log);
    return new GatewayProcess(child, { folder, httpPort, acctPort });
  }

  /** @throws Error if it is not ready within 30 s or has ended */
  async waitUntilReady(signal: AbortSignal): Promise<void> {
    await Promise.race([this.failed, waitUntilReady(this.baseUrl, signal)]);
  }

  readToken(): Secret {
    return new Secret(readFileSync(this.tokenFile, 'utf8').trim());
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const child = this.#child;
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    child.kill('SIGTERM');
    await gone;
    clearTimeout(timer);
  }
}

/** Returns the environment without the variables that override the configuration. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('GATEHOUSE_')),
  );
}

function tokenIn(folder: string): string {
  return join(folder, 'data', 'admin-token');
}

function logIn(folder: string): string {
  return join(folder, 'gateway.log');
}

function lastLines(file: string): string {
  return readFileSync(file, 'utf8').trim().split('\n').slice(-logLineCount).join('\n');
}
