import { systemClock, type Clock } from './clock.ts';
import { CoalescedTask } from './periodic-task.ts';

export interface ReloadOnChangeOptions {
  /** Reads a value that every change of the stored rows changes. */
  readonly readVersion: () => Promise<string>;
  /** Reads the stored rows and replaces the copy in memory. */
  readonly load: () => Promise<void>;
  /** Minimum time between two checks by `loadIfDue`; default: 0. */
  readonly minIntervalMs?: number;
  /** Measures that time; default: the machine's clock. */
  readonly clock?: Clock;
}

/** Keeps a copy in memory up to date: reads the version of the stored rows, and reloads when it has changed. */
export class ReloadOnChange {
  readonly #options: ReloadOnChangeOptions;
  readonly #check: CoalescedTask;
  #version: string | null = null;

  constructor(options: ReloadOnChangeOptions) {
    this.#options = options;
    this.#check = new CoalescedTask(() => this.#loadIfChanged(), {
      intervalMs: options.minIntervalMs ?? 0,
      clock: options.clock ?? systemClock,
    });
  }

  /** Reloads unconditionally. @throws errors of the two functions */
  async load(): Promise<void> {
    // The version first: a change between the two reads is loaded by the next check.
    const version = await this.#options.readVersion();
    await this.#options.load();
    this.#version = version;
  }

  /** Reloads if the version has changed. Concurrent callers share one check. @throws errors of the two functions */
  loadIfChanged(): Promise<void> {
    return this.#check.run();
  }

  /** Reloads everything written before the call, even if a check is running. @throws errors of the two functions */
  loadWritten(): Promise<void> {
    return this.#check.runAfresh();
  }

  /** Reloads if the version has changed, at most once per interval. @throws errors of the two functions */
  async loadIfDue(): Promise<void> {
    await this.#check.runIfDue();
  }

  async #loadIfChanged(): Promise<void> {
    const version = await this.#options.readVersion();
    if (version === this.#version) return;
    await this.#options.load();
    this.#version = version;
  }
}
