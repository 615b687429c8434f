import { sql, type RawBuilder } from 'kysely';

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

/** A list for `in`: an organization, those below it and those above it. */
export function kinOf(organization: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    with recursive
      below(id) as (select cast(${organization} as bigint)
        union select o.id from organization as o join below on o.parent = below.id),
      above(id) as (select cast(${organization} as bigint)
        union select o.parent from organization as o join above on o.id = above.id where o.parent is not null)
    select id from below union all select id from above)`;
}
