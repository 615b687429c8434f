import pg from 'pg';
import { runWithin } from '../../runtime/deadline.ts';
import { checkRole, findSuccessor, hostTimeoutMs } from './server-hosts.ts';

const intervalMs = 1000;
/** Connections are replaced at this age, so that a change of the servers' configuration reaches all of them. */
export const maxAgeSeconds = 600;

/**
 * Watches the server that the pools are connected to: once a second it must answer and take writes. A host that hangs keeps its
 * connections open, and a primary that was demoted keeps serving them, so that waiting for an error is not enough. Then all
 * connections are closed, which ends what waits for them, and new ones go to the first server that can be written.
 */
export class ServerWatch {
  readonly #urls: readonly string[];
  readonly #pools: pg.Pool[] = [];
  readonly #clients = new Set<pg.Client>();
  #current: number;
  #probe: pg.Client | null = null;
  #timer: NodeJS.Timeout | undefined;
  #fault: Error | null = null;
  #isClosed = false;

  /** @param current  position of the server that the pools connect to */
  constructor(urls: readonly string[], current: number) {
    this.#urls = urls;
    this.#current = current;
  }

  /** Begins to watch a pool, whose connections are made by `clientClass`. */
  add(pool: pg.Pool): void {
    this.#pools.push(pool);
    if (this.#timer === undefined) this.#schedule();
  }

  /** Returns the class of the connections, which are known from the begin: a host that hangs also accepts new ones. */
  clientClass(): typeof pg.Client {
    const clients = this.#clients;
    return class extends pg.Client {
      constructor(config?: string | pg.ClientConfig) {
        super({
          ...(typeof config === 'object' && config),
          connectionTimeoutMillis: hostTimeoutMs,
        });
        clients.add(this);
        this.once('end', () => clients.delete(this));
      }
    };
  }

  /** @throws Error if the server did not answer, or takes no writes, when it was last asked */
  check(): void {
    if (this.#fault) throw this.#fault;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#endProbe();
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      void this.#look().finally(() => {
        if (!this.#isClosed) this.#schedule();
      });
    }, intervalMs).unref();
  }

  async #look(): Promise<void> {
    try {
      await runWithin({ timeoutMs: hostTimeoutMs }, () => this.#ask());
      this.#fault = null;
    } catch (error) {
      this.#fault = error instanceof Error ? error : new Error(String(error));
      this.#endProbe();
      this.#dropAll();
      if (!this.#isClosed) await this.#choose().catch(() => undefined);
    }
  }

  async #ask(): Promise<void> {
    if (this.#probe === null) {
      const probe = new pg.Client({
        connectionString: this.#urls[this.#current],
        connectionTimeoutMillis: hostTimeoutMs,
        query_timeout: hostTimeoutMs,
      });
      probe.on('error', () => undefined);
      this.#probe = probe;
      await probe.connect();
    }
    await checkRole(this.#probe);
  }

  #endProbe(): void {
    const probe = this.#probe;
    this.#probe = null;
    probe?.end().catch(() => undefined);
    probe?.connection.stream.destroy();
  }

  /** Closes all connections of the pools, in use or not. What waits for an answer fails. */
  #dropAll(): void {
    for (const client of this.#clients) client.connection.stream.destroy();
  }

  async #choose(): Promise<void> {
    this.#current = await findSuccessor(this.#urls, this.#current);
    const connectionString = this.#urls[this.#current];
    for (const pool of this.#pools) Object.assign(pool.options, { connectionString });
    this.#fault = null;
  }
}
