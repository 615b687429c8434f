import { formatTime } from '../../contract/fields.ts';
import type { Watched } from './alert-kind.ts';

/* Messages of alerts about a metric; other kinds have their messages in their AlertKind. */

/** Returns the message of an alert about a metric. */
export function metricMessage({ condition, rule, device }: Watched): string {
  const comparison = [rule.operator, rule.threshold].join(' ');
  const name = nameOf({ condition, device });
  return `${String(rule.metric)} of ${name} is ${String(condition.value)} (${comparison})`;
}

/** Returns the message of an alert about a metric that is back within its threshold. */
export function metricEndMessage({ condition, rule, device }: Watched): string {
  return `${String(rule.metric)} of ${nameOf({ condition, device })} is ${String(condition.value)}`;
}

/** Returns the message of an alert whose metric is no longer measured. */
export function unmeasuredMessage({ condition, rule, device }: Watched): string {
  const since = formatTime(condition.measured_at ?? condition.violated_since);
  return `${String(rule.metric)} of ${nameOf({ condition, device })} was last measured at ${since}`;
}

/** Returns the subject of an alert: the device, with the interface if its metric has a result for each. */
export function nameOf({
  condition: { subject },
  device,
}: Pick<Watched, 'condition' | 'device'>): string {
  if (device === null) return subject;
  return subject.startsWith('interface ') ? `${device.name}, ${subject},` : device.name;
}
