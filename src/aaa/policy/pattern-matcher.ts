import { createContext, Script } from 'node:vm';

const msPerMatch = 100;
const msToRest = 60_000;
const longest = 253;
const mostResting = 1_000;

/**
 * Matches regular expressions that operators write against what clients send. A pattern can take for ever on some text,
 * and everything else would wait for it, so it is stopped after a while, and not tried again for a longer one.
 */
export class PatternMatcher {
  readonly #place = createContext({ pattern: '', text: '' });
  readonly #match = new Script('new RegExp(pattern, "u").test(text)');
  /** Until when a pattern rests that took too long. */
  readonly #resting = new Map<string, number>();

  /** @returns null where the pattern is none, or takes too long */
  matches(pattern: string, text: string): boolean | null {
    if ((this.#resting.get(pattern) ?? 0) > performance.now()) return null;
    Object.assign(this.#place, { pattern, text: text.slice(0, longest) });
    try {
      return this.#match.runInContext(this.#place, { timeout: msPerMatch }) === true;
    } catch {
      if (this.#resting.size >= mostResting) this.#resting.clear();
      this.#resting.set(pattern, performance.now() + msToRest);
      return null;
    }
  }
}
