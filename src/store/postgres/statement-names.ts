const mostNames = 200;
const mostCounted = 2_000;
const usesBeforeName = 3;

/**
 * Names for statements that come again and again: PostgreSQL parses and plans one that has a name once for each connection.
 * Texts that vary with what is asked never come often enough, and there are so many names at most.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #uses = new Map<string, number>();

  /** @returns undefined where the text has no name, or not yet */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= mostNames) return known;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses < usesBeforeName) {
      if (this.#uses.size >= mostCounted) this.#uses.clear();
      this.#uses.set(text, uses);
      return undefined;
    }
    this.#uses.delete(text);
    const name = `s${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }
}
