import type { ModuleService } from '../gateway/module.ts';
import { AuditLog } from './audit/audit-log.ts';
import { createPrivacyTask } from './privacy/privacy-task.ts';
import { Retention } from './retention/retention-task.ts';

export const service: ModuleService = {
  create: (base, { owner, growth, personal }) => {
    const audit = new AuditLog(base);
    return {
      provides: { audit },
      start: (gateway) => {
        const retention = new Retention(gateway, growth);
        return {
          tasks: () => [retention.task, createPrivacyTask(gateway, personal, owner)],
          close: () => {
            retention.close();
            return audit.close();
          },
        };
      },
    };
  },
};
