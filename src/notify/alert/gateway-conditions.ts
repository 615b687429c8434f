import { hostname } from 'node:os';
import { isRecord } from '../../contract/fields.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { compileStatement, type Statement } from '../../store/store.ts';
import type { AlertRules, StoredRule } from './alert-rules.ts';
import { clearStatement, conditionKey, stateOf, thresholdStatement } from './metric-conditions.ts';

const intervalMs = 60_000;
type Context = Pick<Gateway, 'store' | 'now' | 'metrics'>;

/** Compares the gateway's own metrics with thresholds once a minute: gauges as they are, counters by their increase in a minute. */
export class GatewayConditions {
  readonly #gateway: Context;
  readonly #rules: AlertRules;
  /** Begin of the subjects of this gateway: another one has its own series, also on a machine of the same name. */
  readonly #subjectPrefix: string;
  #measuredAt = 0;
  #counters = new Map<string, number>();

  /** @param id  names this gateway among those that share the store */
  constructor(gateway: Context, rules: AlertRules, id: string) {
    this.#gateway = gateway;
    this.#rules = rules;
    this.#subjectPrefix = `${hostname()}/${id.slice(0, shownIdLength)}`;
  }

  /** Returns statements for the conditions of all rules of kind `gateway`, if a minute has passed. */
  async measure(): Promise<readonly Statement[]> {
    const now = this.#gateway.now().getTime();
    const rules = this.#rules.ofKind('gateway');
    const elapsedMs = now - this.#measuredAt;
    // A clock that was set back says nothing about the time since.
    const minutes = elapsedMs < 0 ? 1 : elapsedMs / intervalMs;
    if (rules.length === 0 || minutes < 1) return [];
    const counters = new Map<string, number>();
    const known = await this.#knownConditions(rules);
    const measured = await Promise.all(
      rules.map((rule) => this.#measureRule(rule, { minutes, counters, known })),
    );
    this.#measuredAt = now;
    this.#counters = counters;
    const own = rules.flatMap((rule) => this.#ownKeys(rule, known));
    return [...this.#renewed(own), ...measured.flat()];
  }

  /** Most series have no condition, and need no statement to stay so. */
  async #knownConditions(rules: readonly StoredRule[]): Promise<ReadonlySet<string>> {
    const rows = await this.#gateway.store.db
      .selectFrom('alert_condition')
      .select('key')
      .where(
        'rule',
        'in',
        rules.map(({ id }) => id),
      )
      .execute();
    return new Set(rows.map(({ key }) => key));
  }

  /** Says that this gateway is there, also of what it cannot read. */
  #renewed(own: readonly string[]): readonly Statement[] {
    if (own.length === 0) return [];
    const { store, now } = this.#gateway;
    const measured_at = now().getTime();
    const query = store.db.updateTable('alert_condition').set({ measured_at });
    return [compileStatement(query.where('key', 'in', own))];
  }

  /** Returns the keys of the conditions of a rule that are about series of this gateway. */
  #ownKeys({ id }: StoredRule, known: ReadonlySet<string>): readonly string[] {
    const prefix = conditionKey(id, null, `${this.#subjectPrefix}{`);
    return [...known].filter((key) => key.startsWith(prefix));
  }

  async #measureRule(
    rule: StoredRule,
    { minutes, counters, known }: Sample,
  ): Promise<readonly Statement[]> {
    const metric = rule.metric ?? '';
    const found = await this.#gateway.metrics.getSingleMetric(metric)?.get();
    const gone = new Set(this.#ownKeys(rule, known));
    const statements = seriesOf(rule, found?.values ?? []).flatMap(({ labels, value }) => {
      const variable = this.#subjectPrefix + formatLabels(labels);
      gone.delete(conditionKey(rule.id, null, variable));
      const series = `${metric} ${variable}`;
      // The type of prom-client is an enumeration that does not exist at run time.
      const isCounter = String(found?.type) === 'counter';
      const before = this.#counters.get(series);
      if (isCounter) counters.set(series, value);
      const compared = isCounter ? increaseOf(value, before) / minutes : value;
      // It could not be read, or has no sample to compare it with: the condition stays as it is.
      if (Number.isNaN(compared)) return [];
      const result = { metric, variable, value: compared };
      const isKnown = known.has(conditionKey(rule.id, null, variable));
      if (!isKnown && stateOf(rule, result.value) !== 'fulfilled') return [];
      const device = { id: null, organization: rule.organization };
      return [thresholdStatement(this.#gateway, { rule, device, result })];
    });
    return [...statements, ...[...gone].map((key) => clearStatement(this.#gateway, key))];
  }
}

/** Returns by how much a counter has grown; not a number without a former sample, or after it began anew. */
function increaseOf(value: number, before = NaN): number {
  return value < before ? NaN : value - before;
}

interface Sample {
  /** Time since the last one. */
  readonly minutes: number;
  /** Counters of this one. */
  readonly counters: Map<string, number>;
  /** Keys of the conditions that there are. */
  readonly known: ReadonlySet<string>;
}

type Labels = Readonly<Record<string, string | number | undefined>>;

/** Returns the series that a rule is about. */
function seriesOf<Series extends { readonly labels: Labels }>(
  { labels: chosen }: Pick<StoredRule, 'labels'>,
  series: readonly Series[],
): readonly Series[] {
  const parsed: unknown = JSON.parse(chosen ?? '{}');
  const wanted = Object.entries(isRecord(parsed) ? parsed : {});
  return series.filter(({ labels }) => wanted.every(([name, value]) => labels[name] === value));
}

/** Characters of the id of a gateway that a subject has. */
const shownIdLength = 8;

/** Returns the labels of a series, as Prometheus writes them. */
function formatLabels(labels: Labels): string {
  const written = Object.entries(labels).map(([name, value]) => `${name}="${String(value)}"`);
  return `{${written.join(',')}}`;
}
