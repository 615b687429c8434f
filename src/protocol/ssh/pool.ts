import { createHash } from 'node:crypto';
import { asFault } from '../../contract/errors.ts';
import type { SshTarget } from './connect.ts';
import { UnsentFault } from './faults.ts';
import type { SshSession } from './session.ts';

/** A target with a connection that may stay open after its use. */
export interface PooledTarget extends SshTarget {
  readonly options: SshTarget['options'] & {
    /** Seconds that an unused connection stays open; 0: not kept. */
    readonly keep_open: number;
  };
}

type Open = (target: SshTarget, signal: AbortSignal) => Promise<SshSession>;

interface IdleSession {
  readonly session: SshSession;
  readonly timer: NodeJS.Timeout;
  /** End of its last use, as `performance.now`. */
  readonly since: number;
}

/** Largest number of unused connections; the one unused for longest is closed for a new one. */
const maxIdle = 500;

/** Time after its last use during which a connection is assumed to be alive; later it may be lost without notice. */
const recentMs = 5000;

/**
 * Open connections that are used again: at most one unused for each address, login and set of options. A connection is used
 * by one caller at a time, because many devices allow a single channel.
 */
export class SshPool {
  readonly #open: Open;
  readonly #idle = new Map<string, IdleSession>();

  constructor(open: Open) {
    this.#open = open;
  }

  /** Number of unused open connections. */
  get size(): number {
    return this.#idle.size;
  }

  /**
   * Uses a connection and keeps it open. A kept connection that turns out to be lost is replaced once by a new one, so that
   * `work` may run twice, so it must be repeatable.
   *
   * @throws errors of the login and of `work`; the connection is then closed
   */
  async use<T>(
    target: PooledTarget,
    signal: AbortSignal,
    work: (session: SshSession) => Promise<T>,
  ): Promise<T> {
    const mayRepeat = (error: unknown) => asFault(error)?.kind === 'unreachable';
    return this.#useKept({ key: keyOf(target), target, signal }, work, mayRepeat);
  }

  /**
   * Uses a connection and keeps it open, for work that must not run twice. The kept one is used only if it was in use a
   * moment ago, and replaced only if the work throws an `UnsentFault`.
   */
  async useRecent<T>(
    target: PooledTarget,
    signal: AbortSignal,
    work: (session: SshSession) => Promise<T>,
  ): Promise<T> {
    const key = keyOf(target);
    const since = this.#idle.get(key)?.since;
    if (since === undefined || performance.now() - since > recentMs)
      return this.useNew(target, signal, work);
    return this.#useKept({ key, target, signal }, work, (error) => error instanceof UnsentFault);
  }

  /** Uses a new connection and closes it, for work that must not run twice. Closes the kept one before. */
  async useOnce<T>(
    target: PooledTarget,
    signal: AbortSignal,
    work: (session: SshSession) => Promise<T>,
  ): Promise<T> {
    const kept = this.#remove(keyOf(target));
    await kept?.close(signal);
    const session = await this.#open(target, signal);
    try {
      return await work(session);
    } finally {
      await session.close(signal);
    }
  }

  /** Uses a new connection and keeps it open, for work that must not run twice. Closes the kept one before. */
  async useNew<T>(
    target: PooledTarget,
    signal: AbortSignal,
    work: (session: SshSession) => Promise<T>,
  ): Promise<T> {
    const key = keyOf(target);
    await this.#remove(key)?.close(signal);
    return this.#run(await this.#open(target, signal), { key, target, signal }, work);
  }

  /** Closes all unused connections immediately. */
  closeAll(): void {
    for (const key of [...this.#idle.keys()]) this.#remove(key)?.destroy();
  }

  async #useKept<T>(
    lease: Lease,
    work: (session: SshSession) => Promise<T>,
    mayRepeat: (error: unknown) => boolean,
  ): Promise<T> {
    const kept = await this.#take(lease);
    if (kept !== null) {
      try {
        return await this.#run(kept, lease, work);
      } catch (error) {
        if (!mayRepeat(error) || lease.signal.aborted) throw error;
      }
    }
    return this.#run(await this.#open(lease.target, lease.signal), lease, work);
  }

  async #run<T>(session: SshSession, lease: Lease, work: (session: SshSession) => Promise<T>) {
    try {
      const result = await work(session);
      this.#keep(session, lease);
      return result;
    } catch (error) {
      await session.close(lease.signal);
      throw error;
    }
  }

  /** Returns the kept connection, unless its host key is no longer accepted. */
  async #take({ key, target, signal }: Lease): Promise<SshSession | null> {
    const session = this.#remove(key);
    if (session === null || !session.isOpen) return null;
    if (session.hostKey !== null && (await target.checkHostKey(session.hostKey))) return session;
    await session.close(signal);
    return null;
  }

  #keep(session: SshSession, { key, target }: Lease): void {
    const { keep_open } = target.options;
    if (!(keep_open > 0) || !session.isOpen || this.#idle.has(key)) {
      session.end();
      return;
    }
    const timer = setTimeout(() => this.#remove(key)?.end(), keep_open * 1000).unref();
    this.#idle.set(key, { session, timer, since: performance.now() });
    const [oldest] = this.#idle.keys();
    if (this.#idle.size > maxIdle && oldest !== undefined) this.#remove(oldest)?.end();
  }

  #remove(key: string): SshSession | null {
    const idle = this.#idle.get(key);
    if (idle === undefined) return null;
    clearTimeout(idle.timer);
    this.#idle.delete(key);
    return idle.session;
  }
}

interface Lease {
  readonly key: string;
  readonly target: PooledTarget;
  readonly signal: AbortSignal;
}

/** Returns a digest of everything that a connection depends on, its credentials included. */
function keyOf({ name, host, options, credentials }: PooledTarget): string {
  const { username, password, privateKey, more = {} } = credentials;
  const secrets = { password, privateKey, ...more };
  const revealed = Object.entries(secrets).map(([kind, secret]) => [kind, secret?.reveal()]);
  const parts = [name, host, options, username, revealed];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
