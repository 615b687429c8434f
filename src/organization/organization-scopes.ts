import { groupBy } from '../runtime/group-by.ts';
import { CoalescedTask } from '../runtime/periodic-task.ts';
import { prepareQuery } from '../store/prepared-statement.ts';
import { selectTableVersion } from '../store/table-version.ts';
import type { Store } from '../store/store.ts';

/** What a user of an organization may see. */
export interface OrganizationScope {
  /** True for the organization above all others. */
  readonly isRoot: boolean;
  /** The organization and all below it. */
  readonly all: readonly number[];
  /** Of these, the active ones: neither they nor an organization above them is switched off. */
  readonly active: readonly number[];
}

interface TreeRow {
  readonly id: number;
  readonly parent: number | null;
  readonly is_active: number;
  readonly version: number;
}

/** The tree of organizations in memory, as of a version of its table, and the scopes that were asked for. */
export class OrganizationScopes {
  readonly #store: Store;
  readonly #reload = new CoalescedTask(() => this.#read());
  #version = 0;
  #tree: ReadonlyMap<number, TreeRow> = new Map();
  #children: ReadonlyMap<number | null, readonly TreeRow[]> = new Map();
  readonly #scopes = new Map<number, OrganizationScope>();

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * @param version  version of the table that the caller has read; the answer is not older. A version below the one in memory
   *                 comes from a store that was restored since then, or from a concurrent change.
   * @returns null: the organization, or one above it, is switched off, or it is deleted
   */
  async find(organization: number, version: number): Promise<OrganizationScope | null> {
    if (this.#version !== version) await this.#reload.run();
    if (this.#version !== version) await this.#reload.runAfresh();
    if (!this.#isOn(organization)) return null;
    const known = this.#scopes.get(organization) ?? this.#scopeOf(organization);
    this.#scopes.set(organization, known);
    return known;
  }

  async #read(): Promise<void> {
    const rows = await selectTree(this.#store, {});
    this.#tree = new Map(rows.map((row) => [row.id, row]));
    this.#children = groupBy(rows, ({ parent }) => parent);
    this.#scopes.clear();
    this.#version = rows[0]?.version ?? this.#version;
  }

  #isOn(organization: number): boolean {
    let at: number | null = organization;
    // Ends even if the data has a cycle: no branch is longer than there are organizations.
    for (let steps = 0; at !== null && steps <= this.#tree.size; steps += 1) {
      const row = this.#tree.get(at);
      if (row?.is_active !== 1) return false;
      at = row.parent;
    }
    return true;
  }

  #scopeOf(organization: number): OrganizationScope {
    const isRoot = this.#tree.get(organization)?.parent === null;
    return {
      isRoot,
      all: this.#below(organization, () => true),
      active: this.#below(organization, ({ is_active }) => is_active === 1),
    };
  }

  /** Returns an organization and those below it that can be reached through children that are wanted. */
  #below(organization: number, isWanted: (row: TreeRow) => boolean): readonly number[] {
    const found = new Set([organization]);
    for (const id of found)
      for (const child of this.#children.get(id) ?? []) if (isWanted(child)) found.add(child.id);
    return [...found];
  }
}

const selectTree = prepareQuery<TreeRow>((db) =>
  db
    .selectFrom('organization')
    .select(['id', 'parent', 'is_active', selectTableVersion('organization').as('version')])
    .compile(),
);
