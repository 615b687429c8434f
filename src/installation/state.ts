import { TaskRuns } from '../gateway/periodic-task-runs.ts';
import type { CreateState } from '../gateway/module.ts';
import { GatewayHealth } from './health/gateway-health.ts';

declare module '../gateway/gateway.ts' {
  interface DomainState {
    readonly health: GatewayHealth;
    /** When the periodic tasks of this gateway have run. */
    readonly taskRuns: TaskRuns;
  }
}

export const state: CreateState = ({ clock }) => ({
  health: new GatewayHealth(clock),
  taskRuns: new TaskRuns(clock.now),
});
