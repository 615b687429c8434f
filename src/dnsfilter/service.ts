import type { ModuleService } from '../gateway/module.ts';

export const service: ModuleService = {
  create: () => ({ start: ({ dnsfilter }) => ({ tasks: () => [dnsfilter.purge.task] }) }),
};
