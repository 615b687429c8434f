import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import { deleteOldLogins } from './pending-store.ts';

const intervalMs = 600_000;

/** Returns the task that deletes pending logins that no limit needs any more. */
export function pendingLoginTask(gateway: Gateway): PeriodicTask {
  return {
    name: 'old pending logins of the portal',
    intervalMs,
    failureMessage: 'portal: cannot delete old pending logins; retrying in 10 min',
    run: async () => ((await deleteOldLogins(gateway)) > 0 ? 0 : undefined),
  };
}
