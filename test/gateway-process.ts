import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../src/store/store.ts';
import { copyBlankStore } from './blank-store.ts';
import { environmentOf, gatewayWords, type Environment } from './gateway-command.ts';
import { HttpClient, type Reply, type RequestContent } from './http-client.ts';
import { freeTcpPort, freeUdpPort } from './peers/port.ts';

/** A start takes a second; the limit only keeps a test from hanging where many processes start at a time. */
const startTimeoutMs = 90_000;

export type Json = Readonly<Record<string, unknown>>;

/** Body of a call, and its token; default: that of the first administrator. */
export type CallArguments = readonly [body?: unknown, token?: string];

export interface Answer extends Reply {
  readonly body: Json;
}

interface ProcessOptions {
  /** Files that the process may have open; default: as many as the tests. */
  readonly openFiles?: number;
  /** Default: the shipped file. */
  readonly configFile?: string;
  /** True: the first start makes the store. Default: it finds one without rows. */
  readonly makesStore?: boolean;
}

/** The gateway in a process and a folder of its own, on loopback, called over its public interfaces only. */
export class GatewayProcess {
  readonly folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  readonly #environment: Record<string, string>;
  readonly #command: readonly string[];
  readonly httpPort: number;
  readonly authPort: number;
  readonly acctPort: number;
  output = '';
  #client: HttpClient;
  #child: ChildProcessByStdio<null, Readable, Readable> | null = null;

  private constructor(
    ports: readonly [http: number, auth: number, acct: number],
    environment: Readonly<Record<string, string>>,
    { openFiles, configFile }: ProcessOptions,
  ) {
    const serve = [
      ...gatewayWords,
      'serve',
      ...(configFile === undefined ? [] : ['--config', configFile]),
    ];
    this.#command =
      openFiles === undefined ? serve : ['prlimit', `--nofile=${openFiles}:${openFiles}`, ...serve];
    [this.httpPort, this.authPort, this.acctPort] = ports;
    this.#client = new HttpClient(this.httpPort);
    this.#environment = environmentOf({
      GATEHOUSE_DATA_DIR: join(this.folder, 'data'),
      GATEHOUSE_HTTP_HOST: '127.0.0.1',
      GATEHOUSE_HTTP_PORT: String(this.httpPort),
      GATEHOUSE_RADIUS_HOST: '127.0.0.1',
      GATEHOUSE_RADIUS_AUTH_PORT: String(this.authPort),
      GATEHOUSE_RADIUS_ACCT_PORT: String(this.acctPort),
      GATEHOUSE_LOG_LEVEL: 'warn',
      // What is acknowledged is in the store, so that a test can read it there.
      GATEHOUSE_RADIUS_SPOOL_MEGABYTES: '0',
      ...environment,
    });
  }

  static async start(
    environment: Readonly<Record<string, string>> = {},
    options: ProcessOptions = {},
  ): Promise<GatewayProcess> {
    const gateway = new GatewayProcess(
      [await freeTcpPort(), await freeUdpPort(), await freeUdpPort()],
      environment,
      options,
    );
    const { GATEHOUSE_DATABASE_URL: url = 'sqlite' } = environment;
    if (options.makesStore !== true) copyBlankStore(url, join(gateway.folder, 'data'), 'types');
    await gateway.start();
    return gateway;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Environment of the process, for commands beside it. */
  get environment(): Environment {
    return this.#environment;
  }

  get database(): string {
    return join(this.folder, 'data', 'gatehouse.db');
  }

  /** Opens the store beside the gateway. */
  async openStore(): Promise<Store> {
    const { openStore } = await import('../src/store/database.ts');
    const url = this.#environment['GATEHOUSE_DATABASE_URL'] ?? 'sqlite';
    return openStore(url, join(this.folder, 'data'));
  }

  get token(): string {
    return readFileSync(join(this.folder, 'data', 'admin-token'), 'utf8').trim();
  }

  /** @returns milliseconds from the start of the process to its first ready answer */
  async start(): Promise<number> {
    const began = performance.now();
    // Connections to the former process are closed.
    this.#client = new HttpClient(this.httpPort);
    const [command = process.execPath, ...commandArguments] = this.#command;
    const child = spawn(command, commandArguments, {
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    this.#child = child;
    const killAtExit = () => child.kill('SIGKILL');
    process.once('exit', killAtExit);
    child.once('exit', () => process.removeListener('exit', killAtExit));
    await greetedOrEnded(child);
    for (;;) {
      // A process that has ended is not ready, whatever answers at its port.
      const isLate = performance.now() - began > startTimeoutMs;
      if (isLate || child.exitCode !== null || child.signalCode !== null)
        throw new Error(`the gateway does not start:\n${this.output}`);
      if (await this.#isReady()) return performance.now() - began;
      await sleep(25);
    }
  }

  async #isReady(): Promise<boolean> {
    return this.#client.ask('GET', '/readyz').then(
      ({ status }) => status === 200,
      () => false,
    );
  }

  /** @returns the exit code, or null if a signal ended the process */
  async signal(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null)
      return child?.exitCode ?? null;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return child.exitCode;
  }

  /** Ends the process and removes its folder. */
  async remove(): Promise<void> {
    await this.signal('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** @param path  from the root: `/control/api/v1/…` */
  async call(
    method: string,
    path: string,
    ...[body, token = this.token]: CallArguments
  ): Promise<Answer> {
    const reply = await this.ask(method, path, {
      token,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { ...reply, body: reply.text.startsWith('{') ? (JSON.parse(reply.text) as Json) : {} };
  }

  /** Sends a request with any body, JSON or not, and with or without a token. */
  async ask(method: string, path: string, content?: RequestContent): Promise<Reply> {
    return this.#client.ask(method, path, content);
  }

  async control(method: string, path: string, ...rest: CallArguments): Promise<Answer> {
    return this.call(method, `/control/api/v1${path}`, ...rest);
  }

  async gate(method: string, path: string, ...rest: CallArguments): Promise<Answer> {
    return this.call(method, `/gate/api/v1${path}`, ...rest);
  }
}

/** Waits for the first line of a process, or its end: a request every few milliseconds until then costs a busy machine more. */
async function greetedOrEnded(child: ChildProcessByStdio<null, Readable, Readable>): Promise<void> {
  const limit = { signal: AbortSignal.timeout(startTimeoutMs) };
  const greeted = once(child.stdout, 'data', limit);
  await Promise.race([greeted, once(child, 'exit', limit)]).catch(() => undefined);
}

/** Returns the rows of a list. */
export function results(answer: Answer): readonly Json[] {
  return answer.body['results'] as readonly Json[];
}

/**
 * Polls until an answer is wanted. Returns the last one after `withinMs`, for the test to compare; the default only keeps a
 * test from hanging.
 */
export async function eventually<T>(
  ask: () => Promise<T>,
  isWanted: (answer: T) => boolean,
  withinMs = 30_000,
): Promise<T> {
  const began = performance.now();
  for (;;) {
    const answer = await ask();
    const waitedMs = performance.now() - began;
    if (isWanted(answer) || waitedMs > withinMs) return answer;
    await sleep(pauseAfter(waitedMs));
  }
}

/** A question takes a gateway some milliseconds: after a long wait it can wait a little longer. */
function pauseAfter(waitedMs: number): number {
  return Math.min(250, Math.max(50, waitedMs / 5));
}

/** Longest time that one try counts; what it takes beyond is taken by a busy machine. */
const msOfTry = 100;

/**
 * Polls until an answer of the gateway is wanted, or it has had some time for it: a pause of the machine does not count.
 *
 * @returns the last answer, and the time that the gateway had for it
 */
export async function untilWithin<T>(
  ask: () => Promise<T>,
  isWanted: (answer: T) => boolean,
  withinMs: number,
): Promise<{ readonly answer: T; readonly ms: number }> {
  for (let ms = 0; ;) {
    const began = performance.now();
    const answer = await ask();
    if (isWanted(answer) || ms > withinMs) return { answer, ms };
    await sleep(50);
    ms += Math.min(performance.now() - began, msOfTry);
  }
}
