/**
 * Writes the latest of the values that follow each other: one at a time, so that an earlier one never replaces a later one. A
 * value that could not be written is kept for `retry`, until another takes its place.
 */
export class LatestWrite<T extends object> {
  readonly #write: (value: T) => Promise<void>;
  #unwritten: T | null = null;
  #writing: Promise<void> | null = null;

  /** @param write  its failures are to be reported by itself or by the store */
  constructor(write: (value: T) => Promise<void>) {
    this.#write = write;
  }

  put(value: T): void {
    this.#unwritten = value;
    this.retry();
  }

  /** Writes the value that is kept, if there is one and no write is under way. */
  retry(): void {
    if (this.#unwritten && !this.#writing) this.#writing = this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    try {
      while (this.#unwritten) {
        const value = this.#unwritten;
        await this.#write(value);
        if (this.#unwritten === value) this.#unwritten = null;
      }
    } catch {
      // The value is kept.
    } finally {
      this.#writing = null;
    }
  }
}
