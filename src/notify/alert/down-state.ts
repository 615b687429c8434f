import type { ConditionDevice } from './device-conditions.ts';
import type { ConditionState } from './alert-decision.ts';
import type { CurrentState } from './alert-kind.ts';

/**
 * Returns the next state of a down condition from the state of its device. If the device was up in between, a fired condition
 * flaps, and any other starts again.
 */
export function downState(
  { violated_since, flaps, alert }: ConditionState,
  { state, last_status_change }: Pick<ConditionDevice, 'state' | 'last_status_change'>,
): CurrentState {
  const since = last_status_change ?? violated_since;
  if (state !== 'Down')
    return { condition: { violated_since, clear_since: since, flaps }, isChanged: false };
  if (since <= violated_since)
    return { condition: { violated_since, clear_since: null, flaps }, isChanged: false };
  const counted = alert === null ? flaps : flaps + 1;
  return {
    condition: { violated_since: since, clear_since: null, flaps: counted },
    isChanged: true,
  };
}
