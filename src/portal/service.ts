import type { ModuleService } from '../gateway/module.ts';
import { portalSessionTasks } from './portal-session-end.ts';
import { pendingLoginTask } from './step/pending-task.ts';
import { addPortalRoutes } from './web/routes.ts';

export const service: ModuleService = {
  create: () => ({
    start: (gateway) => ({
      addRoutes: (app) => {
        addPortalRoutes(app, gateway);
      },
      tasks: () => [...portalSessionTasks(gateway), pendingLoginTask(gateway)],
    }),
  }),
};
