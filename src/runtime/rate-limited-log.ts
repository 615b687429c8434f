const maxReasons = 1_024;

/** Limits the rate of log lines: one line per reason and interval, with the number of lines suppressed before it. */
export class RateLimitedLog {
  readonly #intervalMs: number;
  readonly #lines = new Map<string, { at: number; suppressedCount: number }>();

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  /** Calls `log` unless a line of this reason was written within the interval. */
  write(reason: string, log: (suppressedCount: number) => void): void {
    const now = performance.now();
    const line = this.#lines.get(reason);
    if (line && now - line.at < this.#intervalMs) {
      line.suppressedCount += 1;
      return;
    }
    if (this.#lines.size >= maxReasons) this.#lines.clear();
    this.#lines.set(reason, { at: now, suppressedCount: 0 });
    log(line?.suppressedCount ?? 0);
  }
}
