import { formatTime } from '../../contract/fields.ts';
import type { StoredRule } from './alert-rules.ts';
import type { ConditionDevice } from './device-conditions.ts';

interface Watched {
  readonly condition: {
    readonly subject: string;
    readonly value: number | null;
    readonly message: string | null;
    readonly violated_since: number;
    readonly measured_at: number | null;
  };
  readonly rule: StoredRule;
  readonly device: ConditionDevice | null;
}

/** Returns the message of an alert that fires. */
export function alertMessage({ condition, rule, device }: Watched): string {
  if (condition.message !== null) return condition.message;
  const name = nameOf({ condition, device });
  if (rule.kind === 'device_down')
    return `${name} is down: ${device?.last_error ?? 'no reason known'}`;
  const comparison = [rule.operator, rule.threshold].join(' ');
  return `${String(rule.metric)} of ${name} is ${String(condition.value)} (${comparison})`;
}

/** Returns the message of an alert whose metric is measured no more. */
export function abandonedMessage({ condition, rule, device }: Watched): string {
  const since = formatTime(condition.measured_at ?? condition.violated_since);
  const name = nameOf({ condition, device });
  const measured = `${String(rule.metric)} of ${name} was last measured at ${since}`;
  return device === null ? `${measured}: its gateway is gone` : measured;
}

/** Returns the message of an alert that is resolved. @param now  milliseconds since 1970 */
export function endMessage({ condition, rule, device }: Watched, now: number): string {
  const name = nameOf({ condition, device });
  const seconds = Math.round((now - condition.violated_since) / 1000);
  if (rule.kind === 'device_down')
    return `${name} is ${(device?.state ?? 'gone').toLowerCase()} after ${seconds} s`;
  if (rule.metric !== null)
    return `${rule.metric} of ${name} is ${String(condition.value)} after ${seconds} s`;
  return `over after ${seconds} s`;
}

/** Returns what an alert is about: the device, with the interface if its metric has a result for each. */
function nameOf({ condition: { subject }, device }: Pick<Watched, 'condition' | 'device'>): string {
  if (device === null) return subject;
  return subject.startsWith('interface ') ? `${device.name}, ${subject},` : device.name;
}
