import type { Gateway } from './gateway.ts';

/** A transaction as its work sees it. */
export interface JobRun {
  readonly id: string;
  readonly device: number;
  readonly organization: number;
  readonly operation: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** What an earlier run, ended by a restart, remembered; null in a first run. */
  readonly progress: Readonly<Record<string, unknown>> | null;
  /** Aborts when the gateway stops or the lease is lost. */
  readonly signal: AbortSignal;
  /** Keeps something for the case that this run is cut off; resolves once it is on disk. */
  saveProgress(progress: Readonly<Record<string, unknown>>): Promise<void>;
}

/**
 * Work that happens later, one at a time for each device. A run that returns has completed; one that throws a Fault has
 * failed with it. A run may be started again after a crash, with what it remembered: it must see to it that nothing
 * reaches the device twice.
 */
export interface Job {
  readonly kind: string;
  run(work: JobRun, gateway: Gateway): Promise<Readonly<Record<string, unknown>>>;
}

/** What the rest of the gateway may ask of the runner. */
export interface JobQueue {
  /** There is new work: do not wait for the next look. */
  wake(): void;
  /** Resolves when the transaction has ended, or after `timeoutMs`. */
  waitUntilEnded(id: string, timeoutMs: number): Promise<void>;
}
