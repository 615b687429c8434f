import { sql } from 'kysely';
import type { Gateway, MetricResult, ResultWatch } from '../../gateway/gateway.ts';
import { compileStatement, type Statement } from '../../store/store.ts';
import type { AlertRules, StoredRule } from './alert-rules.ts';

type Context = Pick<Gateway, 'store' | 'now'>;
type State = 'fulfilled' | 'clear' | 'between';

/** Returns what the thresholds make of the results of polls; without rules an empty list. */
export function createResultWatch(gateway: Context, rules: AlertRules): ResultWatch {
  return {
    get isWatching() {
      return rules.hasThresholds;
    },
    conditionsOf: (device, results) => {
      const statements: Statement[] = [];
      for (const result of results)
        for (const rule of rules.thresholdsOf(device, result.metric))
          statements.push(thresholdStatement(gateway, { rule, device, result }));
      return statements;
    },
  };
}

interface Measured {
  readonly rule: StoredRule;
  /** `id` null: the gateway itself. */
  readonly device: { readonly id: number | null; readonly organization: number };
  readonly result: MetricResult;
}

/** Returns the key of a condition. */
export function conditionKey(rule: number, device: number | null, subject: string): string {
  return `${rule}:${device ?? 0}:${subject}`;
}

/** Returns the statement that keeps the condition of a threshold. */
export function thresholdStatement(gateway: Context, measured: Measured): Statement {
  const { rule, device, result } = measured;
  const state = stateOf(rule, result.value);
  const key = conditionKey(rule.id, device.id, result.variable);
  if (state === 'fulfilled') return fulfilled(gateway, measured, key);
  const changed = state === 'between' ? sql`` : sql`, ${cleared(gateway)}`;
  const query = sql`
    update alert_condition set value = ${result.value}, measured_at = ${gateway.now().getTime()} ${changed}
    where key = ${key}`;
  return compileStatement({ compile: () => query.compile(gateway.store.db) });
}

/** Returns the statement that clears the condition of a series that is gone. */
export function clearStatement(gateway: Context, key: string): Statement {
  const query = sql`update alert_condition set ${cleared(gateway)} where key = ${key}`;
  return compileStatement({ compile: () => query.compile(gateway.store.db) });
}

const cleared = ({ now }: Context) =>
  sql`polls = 0, clear_since = coalesce(clear_since, ${now().getTime()})`;

/** A condition that comes back before its alert is resolved flaps; one that has not fired begins anew. */
function fulfilled({ store, now }: Context, { rule, device, result }: Measured, key: string) {
  const at = now().getTime();
  const query = sql`
    insert into alert_condition (key, rule, organization, device, subject, value, polls, violated_since, measured_at, flaps)
    values (${key}, ${rule.id}, ${device.organization}, ${device.id}, ${result.variable}, ${result.value}, 1, ${at}, ${at}, 0)
    on conflict (key) do update set
      value = excluded.value,
      measured_at = excluded.measured_at,
      polls = alert_condition.polls + 1,
      flaps = alert_condition.flaps
        + case when alert_condition.clear_since is null or alert_condition.alert is null then 0 else 1 end,
      violated_since = case when alert_condition.clear_since is not null and alert_condition.alert is null
        then excluded.violated_since else alert_condition.violated_since end,
      clear_since = null`;
  return compileStatement({ compile: () => query.compile(store.db) });
}

const comparisons: Readonly<Record<string, (value: number, threshold: number) => boolean>> = {
  '>': (value, threshold) => value > threshold,
  '>=': (value, threshold) => value >= threshold,
  '<': (value, threshold) => value < threshold,
  '<=': (value, threshold) => value <= threshold,
};

/** Compares a result with a threshold; what lies between threshold and clear_threshold changes nothing. */
export function stateOf(
  {
    operator,
    threshold,
    clear_threshold,
  }: Pick<StoredRule, 'operator' | 'threshold' | 'clear_threshold'>,
  value: number,
): State {
  const compare = comparisons[operator ?? ''];
  if (compare === undefined || threshold === null) return 'clear';
  if (compare(value, threshold)) return 'fulfilled';
  return clear_threshold !== null && compare(value, clear_threshold) ? 'between' : 'clear';
}
