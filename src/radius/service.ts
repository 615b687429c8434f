import type { Gateway } from '../gateway/gateway.ts';
import type { ModuleService, RunningService } from '../gateway/module.ts';
import { measureRejects } from './auth/reject-metrics.ts';
import type { DynamicAuthorization } from './coa/dynamic-authorization.ts';
import { measureClients } from './core/client-metrics.ts';
import { measureUpstreams } from './proxy/upstream-metrics.ts';
import { defaultUpstreamTiming } from './proxy/upstream-timing.ts';
import { startRadius } from './server.ts';

export const service: ModuleService = {
  create: (base, { owner }) => {
    measureClients(base);
    measureUpstreams(base);
    measureRejects(base);
    return { start: (gateway) => start(gateway, owner) };
  },
};

async function start(gateway: Gateway, owner: string): Promise<RunningService> {
  const server = await startRadius(gateway, defaultUpstreamTiming, owner);
  const { bound, tasks, radsecConnections } = server;
  let changes: DynamicAuthorization | null = null;
  return {
    bound,
    tasks: () => tasks,
    checks: [
      {
        name: 'radius',
        check: () => {
          server.checkReady();
        },
        figures: server.figures,
      },
    ],
    // Loaded last, since no change that is queued before is lost.
    loadTasks: async () => {
      const { createDynamicAuthorization } = await import('./coa/dynamic-authorization.ts');
      changes = createDynamicAuthorization(gateway, { radsecConnections });
      return changes.tasks;
    },
    stop: () => server.stop(),
    settle: async () => {
      await changes?.stop();
    },
  };
}
