import type { ModuleService } from '../gateway/module.ts';
import { createStoreBackupTasks } from './backup/backup-task.ts';

export const service: ModuleService = {
  create: () => ({
    start: (gateway) => ({ tasks: () => createStoreBackupTasks(gateway) }),
  }),
};
