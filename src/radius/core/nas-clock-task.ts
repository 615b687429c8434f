import { exchangeClocks } from '../../aaa/client/nas-clock-store.ts';
import type { NasClocks } from '../../aaa/client/nas-clocks.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';

const intervalMs = 10_000;

/** Returns the task that shares the clocks of NASes with other gateways, and with this one after a restart. */
export function nasClockTask(
  { store, now }: Pick<Gateway, 'store' | 'now'>,
  clocks: NasClocks,
): PeriodicTask {
  return {
    name: 'clocks of NASes',
    intervalMs,
    initialDelayMs: intervalMs,
    failureMessage: 'RADIUS: cannot store the clocks of NASes; retrying in 10 s',
    run: async () => {
      await exchangeClocks(store, clocks, now().getTime());
      return undefined;
    },
  };
}
