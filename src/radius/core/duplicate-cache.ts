import { TtlCache, type TtlCacheOptions } from '../../runtime/cache.ts';

/** A request that is pending or has been answered. Octets are kept as Latin-1: text takes a third of a Buffer's memory. */
export interface DuplicateEntry {
  readonly key: string;
  readonly authenticator: string;
  /** The octets of the reply; null while the request is pending. */
  reply: string | null;
}

/**
 * Caches requests for as long as their clients may retransmit them, so that a duplicate gets the same reply and is served
 * once.
 *
 * @see RFC 5080 section 2.2.2
 */
export class DuplicateCache {
  readonly #entries: TtlCache<DuplicateEntry>;

  constructor(limits: TtlCacheOptions) {
    this.#entries = new TtlCache(limits);
  }

  /** The number of cached requests. */
  get size(): number {
    return this.#entries.size;
  }

  /**
   * Finds the entry of a request, or adds one.
   *
   * @param key            source address and port, receiving socket, code and Identifier
   * @param authenticator  of the request: another one under the same key means another request
   */
  findOrAdd(
    key: string,
    authenticator: Buffer,
  ): { readonly entry: DuplicateEntry; readonly isNew: boolean } {
    const known = this.#entries.get(key);
    const octets = authenticator.toString('latin1');
    if (known?.authenticator === octets) return { entry: known, isNew: false };
    const entry = { key, authenticator: octets, reply: null };
    this.#entries.set(key, entry);
    return { entry, isNew: true };
  }

  /** Stores the reply. @returns false: another request has taken the key, and the client no longer waits for this reply */
  setReply(entry: DuplicateEntry, reply: Buffer): boolean {
    entry.reply = reply.toString('latin1');
    return (this.#entries.get(entry.key) ?? entry) === entry;
  }

  /** Removes a request that failed, so that a retransmission is served again. */
  remove(entry: DuplicateEntry): void {
    if (this.#entries.get(entry.key) === entry) this.#entries.delete(entry.key);
  }
}
