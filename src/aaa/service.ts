import type { ModuleService } from '../gateway/module.ts';
import { createTokenAuthentication } from './account/api-token.ts';
import { PmsLinks } from './pms/pms-links.ts';
import { createSessionReader } from './account/session/session-token.ts';
import { createUpstreamLogins } from './proxy/upstream-logins.ts';
import { SessionSweep } from './session/session-sweep.ts';
import { createSamplingTask } from './session/traffic/traffic-sampling.ts';
import { createSummingTask } from './session/sums/session-summing.ts';

export const service: ModuleService = {
  create: (base, { owner }) => ({
    provides: {
      authenticateToken: createTokenAuthentication(
        base,
        createSessionReader(base, base.config.console),
      ),
      upstreamLogins: createUpstreamLogins(),
    },
    start: (gateway) => {
      const hotels = new PmsLinks(gateway, owner);
      return {
        close: async () => {
          gateway.userSources.close();
          await hotels.close();
        },
        tasks: () => [
          new SessionSweep(gateway, gateway.findDeviceUptimes).task,
          createSummingTask(gateway),
          createSamplingTask(gateway),
          ...hotels.tasks,
        ],
      };
    },
  }),
};
