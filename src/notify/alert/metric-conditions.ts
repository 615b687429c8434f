import { sql } from 'kysely';
import type { ResultWatch, StoreAndClock } from '../../gateway/gateway.ts';
import { compileStatement, type Statement, type Store } from '../../store/store.ts';
import type { AlertKind } from './alert-kind.ts';
import type { AlertRules, StoredRule } from './alert-rules.ts';
import { metricEndMessage, metricMessage, unmeasuredMessage } from './messages.ts';

type State = 'fulfilled' | 'clear' | 'between';

/** A result of a metric expires after this many polls. */
const pollsOfResult = 3;

/** Rules about a metric of devices. Polls keep their conditions in their own batch. */
export const deviceMetric: AlertKind = {
  description: 'a metric of a device',
  fields: {
    metric: 'required',
    operator: 'required',
    threshold: 'required',
    clear_threshold: 'optional',
    labels: 'refused',
    location: 'optional',
    type: 'optional',
    device: 'optional',
    starts_at: 'refused',
    ends_at: 'refused',
    polls: 'optional',
  },
  refusalOfTenants: null,
  suppresses: null,
  alerts: {
    collector: 'polls',
    currentState: null,
    expiry: {
      afterMs: (device, { polling }) =>
        (pollsOfResult * (device?.poll_seconds ?? 0) + polling.timeout_seconds) * 1000,
      message: unmeasuredMessage,
    },
    suppression: null,
    message: metricMessage,
    endMessage: metricEndMessage,
  },
};

/** Returns what the thresholds make of the results of polls; without rules an empty list. */
export function createResultWatch(gateway: StoreAndClock, rules: AlertRules): ResultWatch {
  return {
    get isWatching() {
      return rules.hasThresholds;
    },
    conditionsOf: (device, results) => {
      const statements: Statement[] = [];
      for (const result of results)
        for (const rule of rules.thresholdsOf(device, result.metric))
          statements.push(
            thresholdStatement(gateway, { rule, device, ...result, subject: result.variable }),
          );
      return statements;
    },
  };
}

/** The subject of a rule, and its value. */
interface Measured {
  readonly rule: Pick<StoredRule, 'id'>;
  /** `id` null: the gateway itself. */
  readonly device: { readonly id: number | null; readonly organization: number };
  readonly subject: string;
  /** Null: the condition has no value. */
  readonly value: number | null;
  /** Message of the alert; default: the message of its kind. */
  readonly message?: string;
}

/** Returns the key of a condition. */
export function conditionKey(rule: number, device: number | null, subject: string): string {
  return `${rule}:${device ?? 0}:${subject}`;
}

/** Returns the statement that keeps the condition of a threshold. */
function thresholdStatement(
  gateway: StoreAndClock,
  measured: Measured & { readonly rule: StoredRule; readonly value: number },
): Statement {
  return conditionStatement(gateway, measured, stateOf(measured.rule, measured.value));
}

/** Returns the statement that adds a condition that is fulfilled, or keeps or clears a stored one. */
function conditionStatement(gateway: StoreAndClock, measured: Measured, state: State): Statement {
  const { rule, device, subject, value } = measured;
  const key = conditionKey(rule.id, device.id, subject);
  if (state === 'fulfilled') return fulfilled(gateway, measured, key);
  const changed = state === 'between' ? sql`` : sql`, ${cleared(gateway)}`;
  const query = sql`
    update alert_condition set value = ${value}, measured_at = ${gateway.now().getTime()} ${changed}
    where key = ${key}`;
  return compileStatement({ compile: () => query.compile(gateway.store.db) });
}

/** What a collector found out about one subject of a rule. */
export interface Observation extends Omit<Measured, 'rule'> {
  /** `unknown`: it cannot be read now, and its condition stays as it is. */
  readonly state: State | 'unknown';
}

interface Observed {
  readonly observations: readonly Observation[];
  /** Keys of the stored conditions of the rule that this collector keeps. */
  readonly known: readonly string[];
}

/**
 * Returns statements that update the conditions of a rule from the observations of its collector: fulfilled conditions are
 * added or renewed, conditions without an observation are cleared, and all known ones count as measured now.
 */
export function keepConditions(
  gateway: StoreAndClock,
  rule: Measured['rule'],
  { observations, known }: Observed,
): readonly Statement[] {
  const gone = new Set(known);
  const statements = observations.flatMap(({ state, ...observed }) => {
    const isKnown = gone.delete(conditionKey(rule.id, observed.device.id, observed.subject));
    // Most subjects have no condition, and need no statement to stay so.
    if (state === 'unknown' || (!isKnown && state !== 'fulfilled')) return [];
    return [conditionStatement(gateway, { rule, ...observed }, state)];
  });
  return [
    ...renewed(gateway, known),
    ...statements,
    ...[...gone].map((key) => clearStatement(gateway, key)),
  ];
}

/** Reads the keys of the stored conditions of rules. */
export async function readConditionKeys(
  store: Store,
  rules: readonly Measured['rule'][],
): Promise<readonly string[]> {
  const ids = rules.map(({ id }) => id);
  const query = store.db.selectFrom('alert_condition').select('key').where('rule', 'in', ids);
  return (await query.execute()).map(({ key }) => key);
}

function renewed({ store, now }: StoreAndClock, keys: readonly string[]): readonly Statement[] {
  if (keys.length === 0) return [];
  const query = store.db.updateTable('alert_condition').set({ measured_at: now().getTime() });
  return [compileStatement(query.where('key', 'in', keys))];
}

/** Returns the statement that clears the condition of a subject that is gone. */
function clearStatement(gateway: StoreAndClock, key: string): Statement {
  const query = sql`update alert_condition set ${cleared(gateway)} where key = ${key}`;
  return compileStatement({ compile: () => query.compile(gateway.store.db) });
}

const cleared = ({ now }: StoreAndClock) =>
  sql`polls = 0, clear_since = coalesce(clear_since, ${now().getTime()})`;

/** A condition that returns before its alert is resolved flaps; a condition that has not fired starts again. */
function fulfilled(
  { store, now }: StoreAndClock,
  { rule, device, subject, value, message }: Measured,
  key: string,
) {
  const at = now().getTime();
  const query = sql`
    insert into alert_condition (key, rule, organization, device, subject, value, message, polls, violated_since, measured_at, flaps)
    values (${key}, ${rule.id}, ${device.organization}, ${device.id}, ${subject}, ${value}, ${message ?? null}, 1, ${at}, ${at}, 0)
    on conflict (key) do update set
      value = excluded.value,
      message = excluded.message,
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

/** Compares a result with a threshold; between threshold and clear_threshold the state is kept. */
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
