import type { JobRun } from '../../gateway/job.ts';
import { asFault } from '../../contract/errors.ts';

/** Time between two writes of the results of a running diagnostic. */
const intervalMs = 1000;

/** Saves what a running diagnostic has measured so far, at most once each second, for a GET of its transaction. */
export class ProgressReporter {
  readonly #work: Pick<JobRun, 'saveProgress'>;
  #savedAt = Number.NEGATIVE_INFINITY;
  #saving: Promise<void> = Promise.resolve();
  #isSaving = false;

  constructor(work: Pick<JobRun, 'saveProgress'>) {
    this.#work = work;
  }

  /** Takes results. Later results replace results that are not saved yet. */
  report(measured: Readonly<Record<string, unknown>>): void {
    const now = performance.now();
    if (this.#isSaving || now - this.#savedAt < intervalMs) return;
    this.#savedAt = now;
    this.#isSaving = true;
    this.#saving = this.#save(measured);
  }

  /** Resolves when the last save is complete: the end of the transaction is written after it. */
  async settle(): Promise<void> {
    await this.#saving;
  }

  async #save(measured: Readonly<Record<string, unknown>>): Promise<void> {
    try {
      await this.#work.saveProgress(measured);
    } catch (error) {
      // The store is busy or away: the result matters, and is stored with retries.
      if (asFault(error) === null) throw error;
    } finally {
      this.#isSaving = false;
    }
  }
}
