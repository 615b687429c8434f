export interface OrganizationNode {
  readonly id: number;
  readonly parent: number | null;
}

/** How an organization is related to another one in the same line. */
export interface OrganizationRelation {
  /** 0: it is the same. */
  readonly distance: number;
  readonly isDescendant: boolean;
}

/** Organizations in memory, for questions that each packet asks. */
export class OrganizationTree {
  readonly #parents: ReadonlyMap<number, number | null>;

  constructor(leaves: readonly OrganizationNode[]) {
    this.#parents = new Map(leaves.map(({ id, parent }) => [id, parent]));
  }

  /** @returns null where `other` is neither `id` itself nor below nor above it */
  findRelation(id: number, other: number): OrganizationRelation | null {
    const down = this.#stepsUp(other, id);
    if (down !== null) return { distance: down, isDescendant: true };
    const up = this.#stepsUp(id, other);
    return up === null ? null : { distance: up, isDescendant: false };
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
