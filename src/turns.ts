import { setImmediate as others, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Wakes whoever rests; a ring that nobody heard ends the next rest at once. */
export class Bell {
  #isRung = false;
  #wake: () => void = () => undefined;

  ring(): void {
    this.#isRung = true;
    this.#wake();
  }

  /** Resolves after so long, with the next ring, or with the signal; others get their turn in any case. */
  async rest(ms: number, signal: AbortSignal): Promise<void> {
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
export interface Turns {
  readonly signal: AbortSignal;
  /** Rest between two turns. */
  readonly ms: number;
  /** Rest before the first turn; left out: none. */
  readonly firstMs?: number;
  /** Ends a rest; left out: nothing does but the signal. */
  readonly bell?: Bell | undefined;
  readonly log: Pick<Logger, 'error'>;
  readonly words: string;
}

/**
 * Does something again and again until the signal comes. Where it fails it is tried again after the rest; that is logged
 * once, and not again before a turn has succeeded.
 *
 * @param turn  what resolves to a number says the rest after it itself, in milliseconds
 */
export async function takeTurns(
  turn: () => Promise<unknown>,
  { signal, ms, firstMs = 0, bell = new Bell(), log, words }: Turns,
): Promise<void> {
  let isFailing = false;
  if (firstMs > 0) await bell.rest(firstMs, signal);
  while (!signal.aborted) {
    let rest = ms;
    try {
      const said = await turn();
      if (typeof said === 'number') rest = said;
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.error({ err: error }, words);
      isFailing = true;
    }
    await bell.rest(rest, signal);
  }
}

/** A look at what changes elsewhere, which many ask for: one at a time, for all who wait, and none too soon after the last. */
export class Look {
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
  take(): Promise<void> {
    this.#underWay ??= this.#take().finally(() => {
      this.#underWay = null;
      this.#endedAt = performance.now();
    });
    return this.#underWay;
  }

  /** @throws what the look does */
  async takeIfDue(): Promise<void> {
    if (this.isDue) await this.take();
  }

  async #take(): Promise<void> {
    const said = await this.#look();
    if (typeof said === 'number') this.#restMs = said;
  }
}
