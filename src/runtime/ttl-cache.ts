export interface TtlCacheOptions {
  readonly ttlMs: number;
  /** Entries beyond this number are evicted, the oldest first. */
  readonly maxEntries: number;
  /** Returns milliseconds that never go backwards; default: `performance.now`. */
  readonly clock?: () => number;
}

interface Node<V> {
  readonly key: string;
  readonly value: V;
  readonly expiresAt: number;
  older: Node<V> | null;
  newer: Node<V> | null;
}

/**
 * TTL cache with a maximum size. The order of age is a linked list: to find the first entry of a Map, V8 walks over the
 * slots of all deleted ones, which are tens of thousands when entries change often.
 */
export class TtlCache<V> {
  readonly #nodes = new Map<string, Node<V>>();
  readonly #limits: Required<TtlCacheOptions>;
  #oldest: Node<V> | null = null;
  #newest: Node<V> | null = null;

  constructor({ clock = () => performance.now(), ...limits }: TtlCacheOptions) {
    this.#limits = { ...limits, clock };
  }

  get size(): number {
    return this.#nodes.size;
  }

  get(key: string): V | undefined {
    const node = this.#nodes.get(key);
    return node && node.expiresAt > this.#limits.clock() ? node.value : undefined;
  }

  /** Adds or replaces an entry, which becomes the newest. Evicts expired entries, and the oldest ones beyond the maximum. */
  set(key: string, value: V): void {
    const { ttlMs, maxEntries, clock } = this.#limits;
    const now = clock();
    this.delete(key);
    while (this.#oldest && (this.#oldest.expiresAt <= now || this.#nodes.size >= maxEntries))
      this.delete(this.#oldest.key);
    const node: Node<V> = { key, value, expiresAt: now + ttlMs, older: this.#newest, newer: null };
    if (this.#newest) this.#newest.newer = node;
    else this.#oldest = node;
    this.#newest = node;
    this.#nodes.set(key, node);
  }

  delete(key: string): void {
    const node = this.#nodes.get(key);
    if (!node) return;
    this.#nodes.delete(key);
    if (node.older) node.older.newer = node.newer;
    else this.#oldest = node.newer;
    if (node.newer) node.newer.older = node.older;
    else this.#newest = node.older;
  }
}

/**
 * Makes a function that returns the cache of an owner, such as a database of which rows are kept. A cache is made at the first
 * call and ends with its owner.
 */
export function cachePerOwner<V>(options: TtlCacheOptions): (owner: object) => TtlCache<V> {
  const caches = new WeakMap<object, TtlCache<V>>();
  return (owner) => {
    const cache = caches.get(owner) ?? new TtlCache<V>(options);
    caches.set(owner, cache);
    return cache;
  };
}
