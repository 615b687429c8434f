import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { systemClock, type Clock } from './clock.ts';

/** Ends the sleep of a periodic task. A trigger during a run ends the next sleep immediately, so that no trigger is lost. */
export class WakeUp {
  #isTriggered = false;
  #wake: () => void = () => undefined;
  readonly #clock: Pick<Clock, 'setTimer'>;

  constructor(clock: Pick<Clock, 'setTimer'> = systemClock) {
    this.#clock = clock;
  }

  trigger(): void {
    this.#isTriggered = true;
    this.#wake();
  }

  /** Resolves after `ms`, with the next trigger or with the signal. Yields to the event loop in any case. */
  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (this.#isTriggered || ms === 0) await nextTurn();
    else await this.#sleep(ms, signal);
    this.#isTriggered = false;
  }

  /** A timer of the clock and one listener: an `AbortController` for each sleep costs more than most runs find to do. */
  #sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        timer.cancel();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = this.#clock.setTimer(ms, end);
      this.#wake = end;
      // No AbortSignal.any: a signal that lives long keeps a trace of each that was made of it.
      signal.addEventListener('abort', end);
      if (signal.aborted) end();
    });
  }
}

/** Interval of a periodic task, the signal that ends it, and the log line of a failed run. */
export interface PeriodicTaskOptions {
  readonly signal: AbortSignal;
  /** Delay between the end of a run and the next one. */
  readonly intervalMs: number;
  /** Delay before the first run; default: 0. */
  readonly initialDelayMs?: number;
  /** Measures the delays; default: the machine's clock. A `wakeUp` that is passed in has a clock of its own. */
  readonly clock?: Pick<Clock, 'setTimer'>;
  /** Ends a delay early; by default only the signal does. */
  readonly wakeUp?: WakeUp | undefined;
  readonly log: Pick<Logger, 'error'>;
  readonly failureMessage: string;
}

/**
 * Runs a task again and again until the signal aborts. A run that fails is retried after the delay; the failure is logged
 * once, and not again until a run has succeeded.
 *
 * @param task  a number that it resolves to is the delay before the next run, in milliseconds
 */
export async function runPeriodically(
  task: () => Promise<unknown>,
  {
    signal,
    intervalMs,
    initialDelayMs = 0,
    clock = systemClock,
    wakeUp = new WakeUp(clock),
    log,
    failureMessage,
  }: PeriodicTaskOptions,
): Promise<void> {
  let isFailing = false;
  if (initialDelayMs > 0) await wakeUp.sleep(initialDelayMs, signal);
  while (!signal.aborted) {
    let delayMs = intervalMs;
    try {
      const result = await task();
      if (typeof result === 'number') delayMs = result;
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.error({ err: error }, failureMessage);
      isFailing = true;
    }
    await wakeUp.sleep(delayMs, signal);
  }
}

/** Shortest time between two runs of a coalesced task. */
export interface CoalescedTaskOptions {
  /** Measured from the end of a run; default: 0. */
  readonly intervalMs?: number;
  readonly clock?: Pick<Clock, 'monotonicMs'>;
}

/** Task that several callers ask for: one run at a time, shared by all who wait, and not due again before the interval has passed. */
export class CoalescedTask {
  readonly #task: () => Promise<unknown>;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #intervalMs: number;
  #endedAt = -Infinity;
  #pending: Promise<void> | null = null;

  /** @param task  a number that it resolves to is the time until the next run is due, in milliseconds */
  constructor(
    task: () => Promise<unknown>,
    { intervalMs = 0, clock = systemClock }: CoalescedTaskOptions = {},
  ) {
    this.#task = task;
    this.#intervalMs = intervalMs;
    this.#clock = clock;
  }

  get isDue(): boolean {
    return this.#pending !== null || this.#clock.monotonicMs() - this.#endedAt >= this.#intervalMs;
  }

  /** Runs the task even if it is not due, or joins the run that is pending. @throws errors of the task */
  run(): Promise<void> {
    this.#pending ??= this.#runTask().finally(() => {
      this.#pending = null;
      this.#endedAt = this.#clock.monotonicMs();
    });
    return this.#pending;
  }

  /** Starts a run after the call even if one is pending, which may have read older rows. @throws errors of the task */
  async runAfresh(): Promise<void> {
    await this.#pending?.catch(() => undefined);
    await this.run();
  }

  /** @throws errors of the task */
  async runIfDue(): Promise<void> {
    if (this.isDue) await this.run();
  }

  async #runTask(): Promise<void> {
    const result = await this.#task();
    if (typeof result === 'number') this.#intervalMs = result;
  }
}
