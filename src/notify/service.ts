import type { ModuleService } from '../gateway/module.ts';
import { AlertRules } from './alert/alert-rules.ts';
import { alertTasks } from './alert/alert-tasks.ts';
import { createResultWatch } from './alert/metric-conditions.ts';
import { EventFeed } from './event/event-feed.ts';
import { startNotifications } from './traps/start-notifications.ts';

export const service: ModuleService = {
  create: (base, { owner }) => {
    const rules = new AlertRules(base.store);
    const events = new EventFeed(base);
    return {
      provides: { events, results: createResultWatch(base, rules) },
      start: async (gateway) => {
        const listeners = await startNotifications(gateway);
        return {
          tasks: () => [events.task, ...alertTasks(gateway, rules, owner)],
          stop: async () => {
            await Promise.all([events.stop(), listeners.stop()]);
          },
        };
      },
    };
  },
};
