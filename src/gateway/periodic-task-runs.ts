import type { PeriodicTask } from './job.ts';

/** What is known of a periodic task. Times are in milliseconds since 1970; null: not yet. */
export interface TaskState {
  readonly name: string;
  readonly intervalMs: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly nextAt: number | null;
  readonly runs: number;
  /** True if the last run has failed. */
  readonly hasFailed: boolean;
  /** Of the last run that failed, which stays shown when later ones succeed. */
  readonly failure: { readonly at: number; readonly message: string } | null;
}

const maxMessage = 500;

/** Records when the periodic tasks of this gateway run, and what they fail with. In memory: a restart forgets it. */
export class TaskRuns {
  readonly #now: () => Date;
  readonly #states = new Map<PeriodicTask, TaskState>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** All tasks, by name. */
  get states(): readonly TaskState[] {
    return [...this.#states.values()].toSorted((one, other) => one.name.localeCompare(other.name));
  }

  /** Records a task that has not run yet. */
  add(task: PeriodicTask): void {
    const { name, intervalMs, initialDelayMs = 0 } = task;
    const nextAt = this.#now().getTime() + initialDelayMs;
    const none = { startedAt: null, endedAt: null, failure: null, runs: 0, hasFailed: false };
    this.#states.set(task, { name, intervalMs, nextAt, ...none });
  }

  /** Runs a task. @returns the delay before its next run, if it gave one @throws what the task throws */
  async run(task: PeriodicTask, signal: AbortSignal): Promise<number | undefined> {
    this.#change(task, { startedAt: this.#now().getTime(), nextAt: null });
    try {
      const delayMs = await task.run(signal);
      this.#end(task, { hasFailed: false, delayMs: delayMs ?? task.intervalMs });
      return delayMs;
    } catch (error) {
      const message = (error instanceof Error ? error.message : String(error)).slice(0, maxMessage);
      this.#change(task, { failure: { at: this.#now().getTime(), message } });
      this.#end(task, { hasFailed: true, delayMs: task.intervalMs });
      throw error;
    }
  }

  #end(
    task: PeriodicTask,
    { hasFailed, delayMs }: { readonly hasFailed: boolean; readonly delayMs: number },
  ): void {
    const endedAt = this.#now().getTime();
    const runs = (this.#states.get(task)?.runs ?? 0) + 1;
    this.#change(task, { endedAt, nextAt: endedAt + delayMs, runs, hasFailed });
  }

  #change(task: PeriodicTask, change: Partial<TaskState>): void {
    const state = this.#states.get(task);
    if (state) this.#states.set(task, { ...state, ...change });
  }
}
