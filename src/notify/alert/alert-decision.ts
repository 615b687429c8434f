import type { StoredRule } from './alert-rules.ts';

/** A condition as it is stored, with its alert. */
export interface ConditionState {
  readonly polls: number;
  readonly violated_since: number;
  readonly clear_since: number | null;
  readonly flaps: number;
  readonly alert: string | null;
}

/** Decision on a condition: its alert fires or is resolved, or it is forgotten; `wait`: no action yet. */
export type Decision = 'fire' | 'resolve' | 'forget' | 'wait';

const maxDoublings = 4;

/**
 * Decides what becomes of a condition.
 *
 * @param now  milliseconds since 1970
 */
export function decide(
  { polls, violated_since, clear_since, flaps, alert }: ConditionState,
  rule: Pick<StoredRule, 'polls' | 'seconds' | 'clear_seconds'>,
  now: number,
): Decision {
  if (clear_since !== null) {
    if (alert === null) return 'forget';
    return now - clear_since >= clearMs(rule, flaps) ? 'resolve' : 'wait';
  }
  if (alert !== null) return 'wait';
  return polls >= rule.polls && now - violated_since >= rule.seconds * 1000 ? 'fire' : 'wait';
}

/** Returns for how long a condition must be clear: an alert that flaps stays for longer each time. */
export function clearMs(
  { clear_seconds }: Pick<StoredRule, 'clear_seconds'>,
  flaps: number,
): number {
  return clear_seconds * 1000 * 2 ** Math.min(flaps, maxDoublings);
}
