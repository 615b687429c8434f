const maxNames = 200;
const maxCounted = 2_000;
const usesBeforeName = 3;

/**
 * Names frequent statements, which PostgreSQL then parses once per connection. Statements whose text varies with the request
 * are not frequent enough, and the number of names is limited.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #uses = new Map<string, number>();
  readonly #maxNames: number;

  /** @param limit  number of names; 0: statements are not named */
  constructor(limit = maxNames) {
    this.#maxNames = limit;
  }

  /** Returns the name of a statement; undefined if it has no name yet. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= this.#maxNames) return known;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses < usesBeforeName) {
      if (this.#uses.size >= maxCounted) this.#uses.clear();
      this.#uses.set(text, uses);
      return undefined;
    }
    this.#uses.delete(text);
    const name = `s${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }
}
