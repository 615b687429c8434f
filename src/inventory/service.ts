import type { Gateway } from '../gateway/gateway.ts';
import { onTrustedTime } from '../gateway/trusted-clock.ts';
import type { PeriodicTask } from '../gateway/job.ts';
import type { ModuleService, RunningService } from '../gateway/module.ts';
import { addDeviceMetricsRoute } from './api/device-metrics.ts';
import { createBackupTask } from './configuration/backup-task.ts';
import { measureDevices } from './device/device-count.ts';
import { createPollIntervalTask } from './device/poll-interval.ts';
import { createDiscoveryTask } from './discovery/discovery-task.ts';
import { createFleetTask } from './fleet/fleet-scheduler.ts';
import { findDeviceUptimes } from './metric/device-uptime.ts';
import { createRollupTask } from './metric/rollup-task.ts';
import { createSeriesTask } from './series/series-task.ts';
import { createSettingWriteTask } from './setting/setting-write.ts';
import { createVariableChangeTask } from './setting/variable-change.ts';
import { createNeighborTask } from './topology/neighbor-task.ts';
import { transactionJobs } from './transaction-jobs.ts';

export const service: ModuleService = {
  jobs: Object.values(transactionJobs),
  create: (base) => {
    measureDevices(base);
    return { provides: { findDeviceUptimes }, start };
  },
};

const start = (gateway: Gateway): RunningService => ({
  addRoutes: (app) => {
    addDeviceMetricsRoute(app, gateway);
  },
  tasks: () => tasksOf(gateway),
});

const tasksOf = (gateway: Gateway): readonly PeriodicTask[] => [
  ...(gateway.config.polling.enabled ? [createPollIntervalTask(gateway)] : []),
  createSettingWriteTask(gateway),
  createFleetTask(gateway),
  createRollupTask(onTrustedTime(gateway)),
  createSeriesTask(gateway),
  createDiscoveryTask(gateway),
  createVariableChangeTask(gateway),
  createBackupTask(gateway),
  ...(gateway.config.polling.neighbors_seconds > 0 ? [createNeighborTask(gateway)] : []),
];
