import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import type { AlertRules } from './alert-rules.ts';
import { AlertTask } from './alert-task.ts';
import { DeliveryTask } from '../delivery/delivery-task.ts';
import { WebhookEvents } from '../delivery/webhook-events.ts';

/**
 * Returns the tasks that evaluate the rules of alerts and deliver their changes.
 *
 * @param id  names this gateway among the gateways on the store
 */
export function alertTasks(
  gateway: Gateway,
  rules: AlertRules,
  id: string,
): readonly PeriodicTask[] {
  return [
    new AlertTask(gateway, rules, id).task,
    new WebhookEvents(gateway).task,
    new DeliveryTask(gateway).task,
  ];
}
