import { setImmediate as others, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Wakes whoever rests; a ring that nobody heard ends the next rest at once. */
export class WakeUp {
  #isRung = false;
  #wake: () => void = () => undefined;

  trigger(): void {
    this.#isRung = true;
    this.#wake();
  }

  /** Resolves after so long, with the next ring, or with the signal; others get their turn in any case. */
  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (this.#isRung || ms === 0) await others();
    else await this.#sleep(ms, signal);
    this.#isRung = false;
  }

  async #sleep(ms: number, signal: AbortSignal): Promise<void> {
    const rung = new AbortController();
    const end = () => {
      rung.abort();
    };
    this.#wake = end;
    // No AbortSignal.any: a signal that lives long keeps a trace of each that was made of it.
    signal.addEventListener('abort', end);
    if (!signal.aborted) await sleep(ms, undefined, { signal: rung.signal }).catch(() => undefined);
    signal.removeEventListener('abort', end);
  }
}

/** How often something is done, until when, and what is said where it can not be done. */
export interface PeriodicTaskOptions {
  readonly signal: AbortSignal;
  /** Rest between two turns. */
  readonly intervalMs: number;
  /** Rest before the first turn; left out: none. */
  readonly initialDelayMs?: number;
  /** Ends a rest; left out: nothing does but the signal. */
  readonly wakeUp?: WakeUp | undefined;
  readonly log: Pick<Logger, 'error'>;
  readonly failureMessage: string;
}

/**
 * Does something again and again until the signal comes. Where it fails it is tried again after the rest; that is logged
 * once, and not again before a turn has succeeded.
 *
 * @param turn  what resolves to a number says the rest after it itself, in milliseconds
 */
export async function runPeriodically(
  turn: () => Promise<unknown>,
  {
    signal,
    intervalMs,
    initialDelayMs = 0,
    wakeUp = new WakeUp(),
    log,
    failureMessage,
  }: PeriodicTaskOptions,
): Promise<void> {
  let isFailing = false;
  if (initialDelayMs > 0) await wakeUp.sleep(initialDelayMs, signal);
  while (!signal.aborted) {
    let rest = intervalMs;
    try {
      const said = await turn();
      if (typeof said === 'number') rest = said;
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.error({ err: error }, failureMessage);
      isFailing = true;
    }
    await wakeUp.sleep(rest, signal);
  }
}

/** A look at what changes elsewhere, which many ask for: one at a time, for all who wait, and none too soon after the last. */
export class CoalescedTask {
  readonly #look: () => Promise<unknown>;
  #restMs: number;
  #endedAt = -Infinity;
  #underWay: Promise<void> | null = null;

  /** @param look  what resolves to a number says the rest after it itself, in milliseconds */
  constructor(look: () => Promise<unknown>, restMs = 0) {
    this.#look = look;
    this.#restMs = restMs;
  }

  get isDue(): boolean {
    return this.#underWay !== null || performance.now() - this.#endedAt >= this.#restMs;
  }

  /** Whether or not it is due. @throws what the look does */
  run(): Promise<void> {
    this.#underWay ??= this.#take().finally(() => {
      this.#underWay = null;
      this.#endedAt = performance.now();
    });
    return this.#underWay;
  }

  /** @throws what the look does */
  async runIfDue(): Promise<void> {
    if (this.isDue) await this.run();
  }

  async #take(): Promise<void> {
    const said = await this.#look();
    if (typeof said === 'number') this.#restMs = said;
  }
}
