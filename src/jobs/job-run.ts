import type { Gateway } from '../gateway/gateway.ts';
import type { JobRun } from '../gateway/job.ts';
import {
  updateClaimedTransaction,
  type ClaimedTransaction,
} from '../inventory/transaction/transaction-lease.ts';
import { parseJsonColumn } from '../store/store.ts';
import type { Slot } from './slots.ts';

interface Run {
  readonly owner: string;
  readonly slot: Slot;
  readonly signal: AbortSignal;
}

export interface StartedRun extends JobRun {
  /** Returns the progress that was to be saved last: with any, the device may have received something. */
  readonly lastProgress: () => JobRun['progress'];
}

/** Returns a transaction as its job sees it. */
export function jobRunOf(
  gateway: Gateway,
  claimed: ClaimedTransaction,
  { owner, slot, signal }: Run,
): StartedRun {
  const { id, device, organization, operation, parameters } = claimed;
  const progress =
    claimed.progress === null ? null : parseJsonColumn<JobRun['parameters']>(claimed.progress);
  let lastProgress = progress;
  return {
    lastProgress: () => lastProgress,
    runAt: claimed.run_at,
    id,
    device,
    organization,
    operation,
    parameters: parseJsonColumn<JobRun['parameters']>(parameters),
    progress,
    signal,
    runStep: (step, work) => slot.run({ signal, ...step }, work),
    pause: (ms) => {
      slot.release();
      return gateway.clock.sleep(ms, signal);
    },
    saveProgress: async (saved) => {
      lastProgress = saved;
      const values = { progress: JSON.stringify(saved) };
      await gateway.store.write([updateClaimedTransaction(gateway, { id, owner }, values)]);
    },
  };
}
