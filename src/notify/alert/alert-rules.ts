import type { Selectable } from 'kysely';
import { OrganizationTree } from '../../organization/organization-tree.ts';
import type { Store } from '../../store/store.ts';
import type { Tables } from '../../contract/tables.ts';

export type StoredRule = Selectable<Tables['alert_rule']>;

/** Properties of a device by which rules hold for it. */
export interface WatchedDevice {
  readonly id: number;
  readonly organization: number;
  readonly location: number | null;
  readonly type: number;
}

const noRules: readonly StoredRule[] = [];

/** The active rules in memory, with the trees of organizations and locations that they hold in. */
export class AlertRules {
  readonly #store: Store;
  #rules: readonly StoredRule[] = [];
  #metrics: ReadonlySet<string> = new Set();
  #organizations = new OrganizationTree([]);
  #locations = new OrganizationTree([]);

  constructor(store: Store) {
    this.#store = store;
  }

  /** Reads the active rules; the trees only if there are any. @throws Fault if the store cannot be read */
  async load(): Promise<void> {
    const { db } = this.#store;
    const rules = await db
      .selectFrom('alert_rule')
      .selectAll()
      .where('is_active', '=', 1)
      .orderBy('id')
      .execute();
    if (rules.length > 0) {
      this.#organizations = new OrganizationTree(
        await db.selectFrom('organization').select(['id', 'parent']).execute(),
      );
      this.#locations = new OrganizationTree(
        await db.selectFrom('location').select(['id', 'parent']).execute(),
      );
    }
    this.#rules = rules;
    this.#metrics = new Set(rules.flatMap(({ metric }) => (metric === null ? [] : [metric])));
  }

  get size(): number {
    return this.#rules.length;
  }

  /** True if a rule is about a metric. */
  get hasThresholds(): boolean {
    return this.#metrics.size > 0;
  }

  /** Returns the rules of a kind. */
  ofKind(kind: string): readonly StoredRule[] {
    return this.#rules.filter((rule) => rule.kind === kind);
  }

  find(id: number): StoredRule | undefined {
    return this.#rules.find((rule) => rule.id === id);
  }

  /** Returns the thresholds of a metric that hold for a device. */
  thresholdsOf(device: WatchedDevice, metric: string): readonly StoredRule[] {
    if (!this.#metrics.has(metric)) return noRules;
    return this.#rules.filter(
      (rule) => rule.kind === 'threshold' && rule.metric === metric && this.holdsFor(rule, device),
    );
  }

  /** True if a rule holds for a device. */
  holdsFor(rule: StoredRule, { id, organization, location, type }: WatchedDevice): boolean {
    return (
      (rule.device === null || rule.device === id) &&
      (rule.type === null || rule.type === type) &&
      (rule.location === null ||
        (location !== null && isWithin(this.#locations, rule.location, location))) &&
      isWithin(this.#organizations, rule.organization, organization)
    );
  }

  /** Returns the maintenance that a device is in, if any. @param now  milliseconds since 1970 */
  maintenanceOf(device: WatchedDevice, now: number): StoredRule | undefined {
    return this.ofKind('maintenance').find(
      (rule) =>
        (rule.starts_at ?? now) <= now &&
        now < (rule.ends_at ?? Infinity) &&
        this.holdsFor(rule, device),
    );
  }
}

function isWithin(tree: OrganizationTree, top: number, id: number): boolean {
  return tree.findRelation(top, id)?.isDescendant ?? false;
}
