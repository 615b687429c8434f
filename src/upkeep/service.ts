import type { ModuleService } from '../gateway/module.ts';
import { AuditLog } from './audit/audit-log.ts';
import { createPrivacyTask } from './privacy/privacy-task.ts';
import { Retention } from './retention/retention-task.ts';

export const service: ModuleService = {
  create: (base, { owner, growth, personal }) => {
    const audit = new AuditLog(base);
    return {
      provides: { audit },
      start: (gateway) => ({
        tasks: () => [
          new Retention(gateway, growth).task,
          createPrivacyTask(gateway, personal, owner),
        ],
        close: () => audit.close(),
      }),
    };
  },
};
