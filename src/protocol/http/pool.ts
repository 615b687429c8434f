import { createHash } from 'node:crypto';
import type { HttpLoginTarget } from './authorization.ts';
import { HttpSession } from './session.ts';

interface Entry {
  readonly session: HttpSession;
  /** Calls that use it now. */
  users: number;
  timer: NodeJS.Timeout | null;
}

/** Largest number of sessions that are kept unused; the one unused for longest is closed for a new one. */
const maxIdle = 500;

/** Sessions that are used again: one for each address, login and set of options. */
export class HttpPool {
  readonly #sessions = new Map<string, Entry>();

  /** Number of open sessions. */
  get size(): number {
    return this.#sessions.size;
  }

  /** Uses the session of a target, which several calls may use at a time. */
  async use<T>(target: HttpLoginTarget, work: (session: HttpSession) => Promise<T>): Promise<T> {
    const key = keyOf(target);
    const kept = this.#sessions.get(key);
    const entry = kept ?? { session: new HttpSession(target), users: 0, timer: null };
    this.#sessions.set(key, entry);
    entry.users += 1;
    clearTimeout(entry.timer ?? undefined);
    try {
      if (kept !== undefined) await this.#check(key, entry, target);
      return await work(entry.session);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) this.#keep(key, entry, target.options.keep_open);
    }
  }

  /** Closes all sessions. */
  closeAll(): void {
    for (const [key, entry] of [...this.#sessions]) this.#close(key, entry);
  }

  async #check(key: string, entry: Entry, { peer }: HttpLoginTarget): Promise<void> {
    try {
      await entry.session.checkAgain(peer);
    } catch (error) {
      this.#sessions.delete(key);
      throw error;
    }
  }

  #keep(key: string, entry: Entry, seconds: number): void {
    const isCurrent = this.#sessions.get(key) === entry;
    if (!isCurrent || seconds <= 0) {
      this.#close(key, entry);
      return;
    }
    entry.timer = setTimeout(() => {
      this.#close(key, entry);
    }, seconds * 1000).unref();
    // The most recently used is last.
    this.#sessions.delete(key);
    this.#sessions.set(key, entry);
    const idle = [...this.#sessions].find(([, { users }]) => users === 0);
    if (this.#sessions.size > maxIdle && idle !== undefined) this.#close(...idle);
  }

  #close(key: string, entry: Entry): void {
    clearTimeout(entry.timer ?? undefined);
    if (this.#sessions.get(key) === entry) this.#sessions.delete(key);
    entry.session.close();
  }
}

/** Returns a digest of everything that a session depends on, its credentials included. */
function keyOf({ peer, options, credentials }: HttpLoginTarget): string {
  const { username, password, token } = credentials;
  const server = [peer.label, peer.host, peer.serverName, peer.pin];
  const parts = [server, options, username, password?.reveal(), token?.reveal()];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
