export interface OrganizationNode {
  readonly id: number;
  readonly parent: number | null;
}

/** The relation of two organizations of one branch. */
export interface OrganizationRelation {
  /** 0: they are the same. */
  readonly distance: number;
  readonly isDescendant: boolean;
}

/** The organization tree in memory, for lookups at every packet. */
export class OrganizationTree {
  readonly #parents: ReadonlyMap<number, number | null>;

  constructor(nodes: readonly OrganizationNode[]) {
    this.#parents = new Map(nodes.map(({ id, parent }) => [id, parent]));
  }

  /** @returns null: `other` is neither `id` itself nor below nor above it */
  findRelation(id: number, other: number): OrganizationRelation | null {
    const down = this.#stepsUp(other, id);
    if (down !== null) return { distance: down, isDescendant: true };
    const up = this.#stepsUp(id, other);
    return up === null ? null : { distance: up, isDescendant: false };
  }

  #stepsUp(from: number, to: number): number | null {
    let at: number | null = from;
    // Ends even if the data has a cycle: no branch is longer than there are organizations.
    for (let steps = 0; at !== null && steps <= this.#parents.size; steps += 1) {
      if (at === to) return steps;
      at = this.#parents.get(at) ?? null;
    }
    return null;
  }
}
