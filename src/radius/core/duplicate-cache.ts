import { TtlCache, type TtlCacheOptions } from '../../runtime/ttl-cache.ts';

/** A request that is being worked on, or has been answered. */
export interface DuplicateEntry {
  readonly key: string;
  /** Its 16 octets as Latin-1: text takes a third of the memory that a view of octets does. */
  readonly authenticator: string;
  reply: Buffer | null;
}

/**
 * Remembers requests for as long as their senders may repeat them, so that a repeated one gets the same octets again
 * and is worked on once.
 *
 * @see RFC 5080 section 2.2.2
 */
export class DuplicateCache {
  readonly #entries: TtlCache<DuplicateEntry>;

  constructor(limits: TtlCacheOptions) {
    this.#entries = new TtlCache(limits);
  }

  /** How many requests are remembered. */
  get size(): number {
    return this.#entries.size;
  }

  /**
   * @param key            source address and port, receiving socket, code and Identifier
   * @param authenticator  of the request: with another one the same key means another request
   * @returns              the entry, and whether the request is new; an entry that is not has its reply, or none yet
   */
  findOrAdd(
    key: string,
    authenticator: Buffer,
  ): { readonly entry: DuplicateEntry; readonly isNew: boolean } {
    const known = this.#entries.get(key);
    const mark = authenticator.toString('latin1');
    if (known?.authenticator === mark) return { entry: known, isNew: false };
    const entry = { key, authenticator: mark, reply: null };
    this.#entries.set(key, entry);
    return { entry, isNew: true };
  }

  /** @returns false where another request has taken the key in the meantime: nobody waits for this reply any more */
  setReply(entry: DuplicateEntry, reply: Buffer): boolean {
    entry.reply = reply;
    return (this.#entries.get(entry.key) ?? entry) === entry;
  }

  /** The request failed: when it is repeated, it is worked on again. */
  remove(entry: DuplicateEntry): void {
    if (this.#entries.get(entry.key) === entry) this.#entries.delete(entry.key);
  }
}
