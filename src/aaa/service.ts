import type { ModuleService } from '../gateway/module.ts';
import { createTokenAuthentication } from './account/api-token.ts';
import { createUpstreamLogins } from './proxy/upstream-logins.ts';
import { SessionSweep } from './session/session-sweep.ts';
import { createSummingTask } from './session/sums/session-summing.ts';

export const service: ModuleService = {
  create: (base) => ({
    provides: {
      authenticateToken: createTokenAuthentication(base),
      upstreamLogins: createUpstreamLogins(),
    },
    start: (gateway) => ({
      close: () => {
        gateway.userSources.close();
        return Promise.resolve();
      },
      tasks: () => [
        new SessionSweep(gateway, gateway.findDeviceUptimes).task,
        createSummingTask(gateway),
      ],
    }),
  }),
};
