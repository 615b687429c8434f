/** An answer, and those that it changes. */
type Changing<A> = A & { readonly then: readonly A[] };

/** Answers by request, some of which change others. */
export class Replies<A extends object> {
  readonly #byKey = new Map<string, Changing<A>>();
  readonly #keyOf: (answer: A) => string;

  constructor(answers: readonly Changing<A>[], keyOf: (answer: A) => string) {
    this.#keyOf = keyOf;
    for (const answer of answers) this.#byKey.set(keyOf(answer), answer);
  }

  /** Returns the answer to a request, and from now on those that it changes; undefined if there is none. */
  take(key: string): A | undefined {
    const answer = this.#byKey.get(key);
    for (const changed of answer?.then ?? [])
      this.#byKey.set(this.#keyOf(changed), { ...changed, then: [] });
    return answer;
  }
}
