export interface TtlCacheOptions {
  readonly ttlMs: number;
  /** Entries that there are at most; then the oldest go. */
  readonly maxEntries: number;
  /** Milliseconds of a clock that never goes back; left out: of this process. */
  readonly clock?: () => number;
}

interface Node<V> {
  readonly key: string;
  readonly value: V;
  readonly endsAt: number;
  older: Node<V> | null;
  newer: Node<V> | null;
}

/**
 * A map whose entries end after a while. Its order of age is a list of its own: to find the oldest entry of a Map, V8
 * passes the places of all that were deleted before it, tens of thousands where many come and go.
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
    return node && node.endsAt > this.#limits.clock() ? node.value : undefined;
  }

  /** Takes the place of what was there, and is the newest. */
  set(key: string, value: V): void {
    const { ttlMs, maxEntries, clock } = this.#limits;
    const now = clock();
    this.delete(key);
    while (this.#oldest && (this.#oldest.endsAt <= now || this.#nodes.size >= maxEntries))
      this.delete(this.#oldest.key);
    const node: Node<V> = { key, value, endsAt: now + ttlMs, older: this.#newest, newer: null };
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
