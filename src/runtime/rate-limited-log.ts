const mostReasons = 1_024;

/** Says things once in a while: of each reason one line in a time, with how many were not said. */
export class RateLimitedLog {
  readonly #ms: number;
  readonly #lines = new Map<string, { at: number; unsaid: number }>();

  constructor(ms: number) {
    this.#ms = ms;
  }

  write(reason: string, line: (unsaid: number) => void): void {
    const now = performance.now();
    const known = this.#lines.get(reason);
    if (known && now - known.at < this.#ms) {
      known.unsaid += 1;
      return;
    }
    if (this.#lines.size >= mostReasons) this.#lines.clear();
    this.#lines.set(reason, { at: now, unsaid: 0 });
    line(known?.unsaid ?? 0);
  }
}
