import { setMaxListeners } from 'node:events';
import type { Gateway } from '../gateway/gateway.ts';
import type { PeriodicTask } from '../gateway/job.ts';
import type { TaskRuns } from '../gateway/periodic-task-runs.ts';
import { runPeriodically, WakeUp } from '../runtime/periodic-task.ts';

/** What the tasks need of a gateway; `taskRuns` records their runs. */
type Parts = Pick<Gateway, 'clock' | 'log'> & { readonly taskRuns?: TaskRuns };

/** Runs the periodic tasks of all domains, each in a loop of its own. */
export class PeriodicTasks {
  readonly #gateway: Parts;
  readonly #stop = new AbortController();
  readonly #loops: Promise<void>[] = [];

  constructor(gateway: Parts) {
    this.#gateway = gateway;
    // Every loop listens to the signal; Node reports more than ten listeners as a leak.
    setMaxListeners(0, this.#stop.signal);
  }

  /** Starts the loops of these tasks; no effect after `stop`. */
  start(tasks: readonly PeriodicTask[]): void {
    this.#loops.push(...tasks.map((task) => this.#loop(task)));
  }

  /** Starts no further run and resolves when the current runs have ended. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#loops);
  }

  #loop(task: PeriodicTask): Promise<void> {
    const { signal } = this.#stop;
    const { clock, log, taskRuns } = this.#gateway;
    taskRuns?.add(task);
    const run = () => (taskRuns ? taskRuns.run(task, signal) : task.run(signal));
    return runPeriodically(run, {
      signal,
      intervalMs: task.intervalMs,
      initialDelayMs: task.initialDelayMs ?? 0,
      wakeUp: task.wakeUp ?? new WakeUp(clock),
      log: log.child({ task: task.name }),
      failureMessage: task.failureMessage,
    });
  }
}
