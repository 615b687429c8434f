import type { Selectable } from 'kysely';
import type { Tables } from '../../contract/tables.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Statement } from '../../store/store.ts';
import type { ConditionState } from './alert-decision.ts';
import type { ActiveRule, AlertRules, StoredRule } from './alert-rules.ts';
import type { ConditionDevice } from './device-conditions.ts';
import type { Candidate, Suppressed, World } from './suppression.ts';

/* What a kind of alert rules consists of. Each kind is one value; `alert-kinds.ts` lists them. */

/** Fields of a rule that not every kind has, in the order of their checks. */
export const kindFields = [
  'metric',
  'operator',
  'threshold',
  'clear_threshold',
  'labels',
  'location',
  'type',
  'device',
  'starts_at',
  'ends_at',
  'polls',
] as const;

type FieldUse = 'required' | 'optional' | 'refused';

export type KindFields = Readonly<Record<(typeof kindFields)[number], FieldUse>>;

/** The fields of a kind whose rules have none of their own. */
export const noFields: KindFields = {
  metric: 'refused',
  operator: 'refused',
  threshold: 'refused',
  clear_threshold: 'refused',
  labels: 'refused',
  location: 'refused',
  type: 'refused',
  device: 'refused',
  starts_at: 'refused',
  ends_at: 'refused',
  polls: 'refused',
};

export type Condition = Selectable<Tables['alert_condition']>;

/** A stored condition with its rule and its device. */
export interface Watched {
  readonly condition: Condition;
  readonly rule: StoredRule;
  /** Null: a condition of the gateway, or of a deleted device. */
  readonly device: ConditionDevice | null;
}

/** Returns the statements that add, keep and clear the conditions of the active rules of a kind. */
export type CollectConditions = (
  rules: readonly ActiveRule[],
  all: AlertRules,
) => Promise<readonly Statement[]>;

/** What becomes of a condition that was not measured again for a time. */
interface Expiry {
  /** Milliseconds after which the last measurement is too old; longer than the interval of the collector. */
  readonly afterMs: (device: ConditionDevice | null, config: Gateway['config']) => number;
  /** Message of an alert that is resolved for this reason. */
  readonly message: (watched: Watched) => string;
}

/** State of a condition as of now, and whether it must be stored. */
export interface CurrentState {
  readonly condition: Pick<ConditionState, 'violated_since' | 'clear_since' | 'flaps'>;
  readonly isChanged: boolean;
}

/** How the rules of a kind fire and resolve alerts. */
export interface AlertBehaviour {
  /**
   * Creates the collector of one gateway, which runs every few seconds while a rule of the kind is active. `polls`: polls
   * write the conditions with the results that they compare.
   *
   * @param id  names this gateway among the gateways on the store
   */
  readonly collector: 'polls' | ((gateway: Gateway, id: string) => CollectConditions);
  /** Derives the state of a condition from its device; null: it is as the collector has stored it. */
  readonly currentState:
    ((condition: ConditionState, device: ConditionDevice) => CurrentState) | null;
  /** Null: a condition stays until its collector clears it or its current state is clear. */
  readonly expiry: Expiry | null;
  /** Why an alert does not fire now, apart from maintenance; null: always fires. */
  readonly suppression:
    | ((
        gateway: Pick<Gateway, 'now' | 'config'>,
        candidate: Candidate,
        world: World,
      ) => Suppressed | null)
    | null;
  /** Message of an alert that fires. */
  readonly message: (watched: Watched) => string;
  /** Message of an alert that is resolved, without how long it lasted. */
  readonly endMessage: (watched: Watched) => string;
}

export interface AlertKind {
  /** Meaning for the users of the API. */
  readonly description: string;
  readonly fields: KindFields;
  /** Message for callers outside of the root organization; null: every organization may have such rules. */
  readonly refusalOfTenants: string | null;
  /** True while a rule keeps other rules from firing for its devices; null: it never does. */
  readonly suppresses: ((rule: StoredRule, now: number) => boolean) | null;
  /** Null: its rules have no alerts. */
  readonly alerts: AlertBehaviour | null;
}
