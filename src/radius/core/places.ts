/** Counts the requests that are being served, so that one owner cannot take the places of all others. */
export class Places {
  readonly #taken = new Map<number, number>();
  readonly #limit: number;

  /** @param limit  places that one owner may hold */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes a place, if there is one for this owner. @param owner  id of a client or an organization */
  take(owner: number): boolean {
    const taken = this.#taken.get(owner) ?? 0;
    if (taken >= this.#limit) return false;
    this.#taken.set(owner, taken + 1);
    return true;
  }

  release(owner: number): void {
    const taken = (this.#taken.get(owner) ?? 0) - 1;
    if (taken > 0) this.#taken.set(owner, taken);
    else this.#taken.delete(owner);
  }
}
