import { Counter, Gauge, type Registry } from 'prom-client';
import { Fault } from '../contract/errors.ts';
import { onceAborted, timeoutError } from './deadline.ts';
import type { Clock, Timer } from './clock.ts';

/** Time that a step has to end by itself once its signal has aborted. */
const graceMs = 2000;
/** A step that is still registered this long after grace has lost its timer. */
const overdueMs = 5000;
/** Abandoned steps that still run before the gateway is not ready: each may hold a socket and memory. */
const maxAbandoned = 16;

/** One exchange with a device or a process, which ends at its time limit. */
export interface Step {
  /** Kind of the step, a label of the metric. */
  readonly name: string;
  readonly timeoutMs: number;
  /** Ends the step early. */
  readonly signal?: AbortSignal | undefined;
}

type Cut = 'ended' | 'abandoned';

/**
 * Ends steps at their time limits, whatever the libraries that they call do. The signal of a step aborts at its limit; a
 * step that has not settled two seconds later is abandoned: its caller gets a `timeout` and continues.
 */
export class Watchdog {
  readonly #clock: Pick<Clock, 'setTimer' | 'monotonicMs'>;
  readonly #running = new Set<{ readonly endsAt: number }>();
  readonly #cuts: Counter<'step' | 'result'>;
  #abandoned = 0;

  constructor(clock: Pick<Clock, 'setTimer' | 'monotonicMs'>, metrics: Registry) {
    this.#clock = clock;
    this.#cuts = new Counter({
      name: 'gatehouse_watchdog_cuts_total',
      help: 'Steps that exceeded their time limit; abandoned: still running after their signal aborted',
      labelNames: ['step', 'result'],
      registers: [metrics],
    });
    const abandoned = new Gauge({
      name: 'gatehouse_watchdog_abandoned_steps',
      help: 'Abandoned steps that have not ended yet',
      registers: [metrics],
      collect: () => {
        abandoned.set(this.#abandoned);
      },
    });
  }

  /** Number of steps in progress. */
  get running(): number {
    return this.#running.size;
  }

  /**
   * Runs a step. It settles at the latest two seconds after the time limit or after the signal aborts.
   *
   * @throws errors of the step; Fault `timeout` if it was abandoned
   */
  async run<T>(step: Step, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const entry = { endsAt: this.#clock.monotonicMs() + step.timeoutMs };
    this.#running.add(entry);
    const deadline = new AbortController();
    let grace: Timer | undefined;
    let abandon: (fault: Fault) => void = () => undefined;
    const abandoned = new Promise<never>((_resolve, reject) => (abandon = reject));
    const abort = (reason: unknown) => {
      if (deadline.signal.aborted) return;
      grace = this.#clock.setTimer(graceMs, () => {
        abandon(
          new Fault('timeout', `${step.name} did not end at its time limit and was abandoned`),
        );
      });
      deadline.abort(reason);
    };
    const limit = this.#clock.setTimer(step.timeoutMs, () => {
      this.#count(step, 'ended');
      abort(timeoutError());
    });
    const removeListener = onceAborted(step.signal, () => {
      abort(step.signal?.reason);
    });
    const running = { isSettled: false, work: work(deadline.signal) };
    try {
      return await Promise.race([settling(running), abandoned]);
    } finally {
      limit.cancel();
      grace?.cancel();
      removeListener();
      this.#running.delete(entry);
      if (!running.isSettled) this.#follow(step, running.work);
    }
  }

  /** @throws Error while abandoned steps accumulate, or a step runs past its limit because its timer was lost */
  checkReady(): void {
    const now = this.#clock.monotonicMs();
    const overdue = [...this.#running].filter(
      ({ endsAt }) => now > endsAt + graceMs + overdueMs,
    ).length;
    if (overdue > 0) throw new Error(`${overdue} steps run past their time limit`);
    if (this.#abandoned >= maxAbandoned)
      throw new Error(`${this.#abandoned} steps were abandoned at their time limit and still run`);
  }

  /** Counts an abandoned step, and measures how long it continues. */
  #follow(step: Step, work: Promise<unknown>): void {
    this.#count(step, 'abandoned');
    this.#abandoned += 1;
    const end = () => {
      this.#abandoned -= 1;
    };
    work.then(end, end);
  }

  #count({ name }: Step, result: Cut): void {
    this.#cuts.inc({ step: name, result });
  }
}

async function settling<T>(running: { isSettled: boolean; readonly work: Promise<T> }): Promise<T> {
  try {
    return await running.work;
  } finally {
    running.isSettled = true;
  }
}
