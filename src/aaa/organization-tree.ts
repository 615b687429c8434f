export interface Leaf {
  readonly id: number;
  readonly parent: number | null;
}

/** How an organization is related to another one in the same line. */
export interface Branch {
  /** 0: it is the same. */
  readonly distance: number;
  readonly isBelow: boolean;
}

/** Organizations in memory, for questions that each packet asks. */
export class OrganizationTree {
  readonly #parents: ReadonlyMap<number, number | null>;

  constructor(leaves: readonly Leaf[]) {
    this.#parents = new Map(leaves.map(({ id, parent }) => [id, parent]));
  }

  /** @returns null where `other` is neither `id` itself nor below nor above it */
  branch(id: number, other: number): Branch | null {
    const down = this.#stepsUp(other, id);
    if (down !== null) return { distance: down, isBelow: true };
    const up = this.#stepsUp(id, other);
    return up === null ? null : { distance: up, isBelow: false };
  }

  #stepsUp(from: number, to: number): number | null {
    let at: number | null = from;
    // No line is longer than there are organizations, even if one were its own ancestor.
    for (let steps = 0; at !== null && steps <= this.#parents.size; steps += 1) {
      if (at === to) return steps;
      at = this.#parents.get(at) ?? null;
    }
    return null;
  }
}
