import type { ModuleService } from '../gateway/module.ts';
import { portalSessionTasks } from './portal-session-end.ts';
import { pendingLoginTask } from './step/pending-task.ts';
import { paymentTask } from './payment/payment-task.ts';
import { termsDeviceTask } from './page/terms-device.ts';
import { addPaymentWebhook } from './web/step/payment-webhook.ts';
import { addPortalRoutes } from './web/routes.ts';

export const service: ModuleService = {
  create: () => ({
    start: (gateway) => ({
      addRoutes: (app) => {
        addPortalRoutes(app, gateway);
        addPaymentWebhook(app, gateway);
      },
      tasks: () => [
        ...portalSessionTasks(gateway),
        pendingLoginTask(gateway),
        paymentTask(gateway),
        termsDeviceTask(gateway),
      ],
    }),
  }),
};
