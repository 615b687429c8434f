import { createContext, Script } from 'node:vm';

const matchTimeoutMs = 100;
const retryAfterMs = 60_000;
/** The longest value that a RADIUS attribute has. */
const maxTextLength = 253;
const maxSuspended = 1_000;

/**
 * Matches regular expressions of operators against what clients send. A pattern can take exponential time and would block
 * the event loop, so a match has a time limit, and a pattern that exceeded it is suspended for a minute.
 */
export class PatternMatcher {
  readonly #context = createContext({ pattern: '', text: '' });
  readonly #script = new Script('new RegExp(pattern, "u").test(text)');
  /** The time of the next try, by pattern. */
  readonly #suspendedUntil = new Map<string, number>();

  /** @returns null: the pattern is invalid, or exceeds the time limit */
  matches(pattern: string, text: string): boolean | null {
    if ((this.#suspendedUntil.get(pattern) ?? 0) > performance.now()) return null;
    Object.assign(this.#context, { pattern, text: text.slice(0, maxTextLength) });
    try {
      return this.#script.runInContext(this.#context, { timeout: matchTimeoutMs }) === true;
    } catch {
      if (this.#suspendedUntil.size >= maxSuspended) this.#suspendedUntil.clear();
      this.#suspendedUntil.set(pattern, performance.now() + retryAfterMs);
      return null;
    }
  }
}
