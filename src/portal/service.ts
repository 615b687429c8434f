import type { ModuleService } from '../gateway/module.ts';
import { portalSessionTasks } from './portal-session-end.ts';
import { addPortalRoutes } from './web/routes.ts';

export const service: ModuleService = {
  create: () => ({
    start: (gateway) => ({
      addRoutes: (app) => {
        addPortalRoutes(app, gateway);
      },
      tasks: () => portalSessionTasks(gateway),
    }),
  }),
};
