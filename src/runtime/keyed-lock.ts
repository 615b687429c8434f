/** Runs work of the same key one after another, and of different keys at the same time. */
export class KeyedLock {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `work` once all earlier work of the key has ended. @returns its result */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const own = before ? before.then(work, work) : work();
    this.#last.set(key, own);
    try {
      return await own;
    } finally {
      if (this.#last.get(key) === own) this.#last.delete(key);
    }
  }
}
