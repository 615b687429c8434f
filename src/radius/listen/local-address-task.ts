import type { PeriodicTask } from '../../gateway/job.ts';
import type { UdpListener } from './udp-listener.ts';

const bindIntervalMs = 10_000;

/** Returns the task that binds addresses which the machine has got since the start. */
export function localAddressTask(
  listeners: readonly Pick<UdpListener, 'bindNewAddresses'>[],
): PeriodicTask {
  return {
    name: 'local addresses of RADIUS',
    intervalMs: bindIntervalMs,
    initialDelayMs: bindIntervalMs,
    failureMessage: 'RADIUS: cannot bind new local addresses; retrying in 10 s',
    run: async () => {
      await Promise.all(listeners.map((listener) => listener.bindNewAddresses()));
      return undefined;
    },
  };
}
