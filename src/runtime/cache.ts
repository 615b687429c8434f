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
 * Makes a function that computes its result once for each object, and keeps it for the life of the object. The object must not change.
 * State that requests share belongs into a field of the gateway instead (`DomainState`).
 */
export function oncePer<K extends object, V extends object | number | string>(
  compute: (key: K) => V,
): (key: K) => V {
  const results = new WeakMap<K, V>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = compute(key);
    results.set(key, result);
    return result;
  };
}
