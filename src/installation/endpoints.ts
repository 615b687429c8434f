import type { ModuleEndpoints } from '../gateway/module.ts';
import { configurationEndpoint } from './health/configuration-endpoint.ts';
import { healthEndpoint } from './health/health-endpoint.ts';
import { taskEndpoint } from './health/task-endpoint.ts';

export const endpoints: ModuleEndpoints = {
  control: {
    endpoints: [healthEndpoint, configurationEndpoint, taskEndpoint],
    tags: {
      gateway_health: 'The gateway itself, and its machine.',
      gateway_configuration: 'The configuration of the gateway.',
      gateway_task: 'Periodic tasks of the gateway.',
    },
  },
};
