import type { Gateway } from '../gateway.ts';
import type { PeriodicTask } from '../job.ts';
import type { AlertRules } from './alert-rules.ts';
import { AlertTask } from './alert-task.ts';
import { DeliveryTask } from './delivery-task.ts';

/** Returns the tasks that evaluate the rules of alerts and deliver their changes. */
export function alertTasks(gateway: Gateway, rules: AlertRules): readonly PeriodicTask[] {
  return [new AlertTask(gateway, rules).task, new DeliveryTask(gateway).task];
}
