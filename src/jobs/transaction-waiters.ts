/** Pending waits for transactions to end. */
export class TransactionWaiters {
  readonly #waiting = new Map<string, Set<() => void>>();
  #isReleased = false;

  /** Resolves when `notifyEnded` is called for the transaction, or after `timeoutMs`. */
  wait(id: string, timeoutMs: number): Promise<void> {
    if (this.#isReleased) return Promise.resolve();
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(id) ?? new Set();
      this.#waiting.set(id, waiting);
      const done = () => {
        clearTimeout(timer);
        waiting.delete(done);
        if (waiting.size === 0) this.#waiting.delete(id);
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      waiting.add(done);
    });
  }

  /** Ids of the transactions with a pending wait. */
  get transactionIds(): readonly string[] {
    return [...this.#waiting.keys()];
  }

  /** Resolves all waits, and every later one immediately, because the gateway stops. */
  releaseAll(): void {
    this.#isReleased = true;
    for (const id of [...this.#waiting.keys()]) this.notifyEnded(id);
  }

  notifyEnded(id: string): void {
    for (const done of [...(this.#waiting.get(id) ?? [])]) done();
  }
}
