import type { Selectable } from 'kysely';
import { OrganizationTree } from '../../organization/organization-tree.ts';
import type { Store } from '../../store/store.ts';
import type { Tables } from '../../contract/tables.ts';
import type { AlertKind } from './alert-kind.ts';
import { alertKinds } from './alert-kinds.ts';

export type StoredRule = Selectable<Tables['alert_rule']>;

/** A rule with its kind. */
export type ActiveRule = StoredRule & {
  /** Null: a kind that another gateway on the store knows, of a newer release. */
  readonly spec: AlertKind | null;
};

/** Properties of a device that select the rules for it. */
export interface WatchedDevice {
  readonly id: number;
  readonly organization: number;
  readonly location: number | null;
  readonly type: number;
}

const noRules: readonly ActiveRule[] = [];

/** The active rules in memory, with the trees of organizations and locations that they hold in. */
export class AlertRules {
  readonly #store: Store;
  #rules: readonly ActiveRule[] = [];
  #metrics: ReadonlySet<string> = new Set();
  #organizations = new OrganizationTree([]);
  #locations = new OrganizationTree([]);

  /** The kinds of rules, by the value of `kind`. */
  readonly kinds: Readonly<Record<string, AlertKind>>;

  constructor(store: Store, kinds: Readonly<Record<string, AlertKind>> = alertKinds) {
    this.#store = store;
    this.kinds = kinds;
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
    this.#rules = rules.map((rule) => ({ ...rule, spec: this.kinds[rule.kind] ?? null }));
    this.#metrics = new Set(rules.flatMap(({ metric }) => (metric === null ? [] : [metric])));
  }

  get size(): number {
    return this.#rules.length;
  }

  /** True if a rule compares a metric. */
  get hasThresholds(): boolean {
    return this.#metrics.size > 0;
  }

  /** Returns the rules of a kind. */
  ofKind(kind: AlertKind): readonly ActiveRule[] {
    return this.#rules.filter(({ spec }) => spec === kind);
  }

  find(id: number): ActiveRule | undefined {
    return this.#rules.find((rule) => rule.id === id);
  }

  /** Returns the thresholds of a metric that hold for a device. */
  thresholdsOf(device: WatchedDevice, metric: string): readonly ActiveRule[] {
    if (!this.#metrics.has(metric)) return noRules;
    return this.#rules.filter(
      (rule) =>
        rule.metric === metric &&
        rule.spec?.alerts?.collector === 'polls' &&
        this.holdsFor(rule, device),
    );
  }

  /** True if a rule holds for a device. */
  holdsFor(rule: StoredRule, { id, organization, location, type }: WatchedDevice): boolean {
    return (
      (rule.device === null || rule.device === id) &&
      (rule.type === null || rule.type === type) &&
      (rule.location === null ||
        (location !== null && isWithin(this.#locations, rule.location, location))) &&
      this.reaches(rule, organization)
    );
  }

  /** True if an organization is the one of a rule, or below it. */
  reaches(rule: StoredRule, organization: number): boolean {
    return isWithin(this.#organizations, rule.organization, organization);
  }

  /** Returns the rule that keeps the alerts of a device from firing, if any. @param now  milliseconds since 1970 */
  suppressorOf(device: WatchedDevice, now: number): ActiveRule | undefined {
    return this.#rules.find(
      (rule) => rule.spec?.suppresses?.(rule, now) === true && this.holdsFor(rule, device),
    );
  }
}

function isWithin(tree: OrganizationTree, top: number, id: number): boolean {
  return tree.findRelation(top, id)?.isDescendant ?? false;
}
