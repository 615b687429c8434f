import type { Gateway } from './gateway.ts';
import type { WakeUp } from '../runtime/periodic-task.ts';
import type { Step } from '../runtime/watchdog.ts';

/** An exchange with a device. */
export interface DeviceStep extends Step {
  /** True for work on this machine, such as a process: it occupies a slot to its end, even while it waits. */
  readonly keepsSlot?: boolean;
}

/**
 * Runs a step of a transaction or a poll. The step ends at its time limit, whatever it calls, and holds a slot only until
 * it waits for the device.
 *
 * @throws what the step throws; Fault `timeout` if it does not end
 */
export type RunStep = <T>(
  step: DeviceStep,
  work: (signal: AbortSignal) => Promise<T>,
) => Promise<T>;

/** A transaction as seen by the job that runs it. */
export interface JobRun {
  readonly id: string;
  readonly device: number;
  readonly organization: number;
  readonly operation: string;
  /** Earliest start, in milliseconds since 1970; null: immediately. */
  readonly runAt: number | null;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Progress saved by an earlier run that a restart interrupted; null in a first run. */
  readonly progress: Readonly<Record<string, unknown>> | null;
  /** Aborts when the gateway stops or the lease is lost. */
  readonly signal: AbortSignal;
  /** Runs a step that uses the device; ends it early when `signal` aborts. */
  readonly runStep: RunStep;
  /** Waits without a slot. Rejects with an AbortError when `signal` aborts. */
  readonly pause: (ms: number) => Promise<void>;
  /** Saves progress that a later run resumes from; resolves once it is on disk. */
  saveProgress(progress: Readonly<Record<string, unknown>>): Promise<void>;
}

/** Results of a transaction: an object, or a list with an entry for each variable of a headless operation. */
export type JobResults = Readonly<Record<string, unknown>> | readonly unknown[];

type WaitsForDevice = 'never' | 'before_progress' | 'always';
type WaitingRun = Pick<JobRun, 'parameters' | 'progress'>;

/**
 * Work that is queued as a transaction and runs later, one at a time for each device. A run that returns has completed; a
 * run that throws a Fault has failed with it. A run may be started again after a crash, with the progress it saved: the
 * job must make sure that no command reaches the device twice.
 */
export interface Job<Kind extends string = string> {
  readonly kind: Kind;
  /**
   * Whether a run that did not reach its device is repeated at the next contact: `before_progress`, unless it has saved
   * progress, since the command may have been sent; `always`, if a repetition is harmless. A function decides by the run and
   * its last saved progress.
   */
  readonly waitsForDevice: WaitsForDevice | ((work: WaitingRun) => WaitsForDevice);
  run(work: JobRun, gateway: Gateway): Promise<JobResults>;
}

/** Work that is repeated at an interval for as long as the gateway runs; `PeriodicTasks` in `jobs` runs all of them. */
export interface PeriodicTask {
  readonly name: string;
  /** Delay between the end of a run and the next run. */
  readonly intervalMs: number;
  /** Delay before the first run, 0 by default. */
  readonly initialDelayMs?: number;
  /** Ends the delay early when triggered. */
  readonly wakeUp?: WakeUp;
  /** Log line of a failed run. Only the first of consecutive failures is logged. */
  readonly failureMessage: string;
  /**
   * @param signal  aborts when the gateway stops; a run of several steps ends between two of them
   * @returns       delay before the next run in milliseconds, where it differs from the interval
   */
  readonly run: (signal: AbortSignal) => Promise<number | undefined>;
}
