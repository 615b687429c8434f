import type { ModuleService } from '../gateway/module.ts';
import { PollScheduler } from './poll-scheduler.ts';

export const service: ModuleService = {
  create: () => ({
    start: (gateway) => {
      if (!gateway.config.polling.enabled) return {};
      const polls = new PollScheduler(gateway);
      return { tasks: () => [polls.task], settle: () => polls.stop() };
    },
  }),
};
