/** The reply to one request, which may arrive while it is awaited, before that, or never. */
export class PendingReply<T> {
  #reply: T | null = null;
  #isSettled = false;
  #wake: () => void = () => undefined;

  /** True after `settle`; false if the wait ended by its timeout or its signal. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** @param reply  null: the connection ended before a reply */
  settle(reply: T | null): void {
    this.#reply = reply;
    this.#isSettled = true;
    this.#wake();
  }

  /**
   * Waits for the reply; may be called again after a timeout.
   *
   * @returns null without a reply by then
   * @throws  the reason of the signal
   */
  async wait(timeoutMs: number, signal: AbortSignal): Promise<T | null> {
    signal.throwIfAborted();
    if (this.#isSettled) return this.#reply;
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, Math.max(0, timeoutMs));
      this.#wake = end;
      signal.addEventListener('abort', end, { once: true });
    });
    signal.throwIfAborted();
    return this.#reply;
  }
}
