import type { ModuleEndpoints } from '../gateway/module.ts';
import { healthEndpoint } from './health/health-endpoint.ts';

export const endpoints: ModuleEndpoints = {
  control: {
    endpoints: [healthEndpoint],
    tags: { gateway_health: 'The gateway itself, and its machine.' },
  },
};
