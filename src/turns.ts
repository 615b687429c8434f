import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/** How often something is done, until when, and what is said where it can not be done. */
export interface Turns {
  readonly signal: AbortSignal;
  /** Rest between two turns. */
  readonly ms: number;
  readonly log: Pick<Logger, 'error'>;
  readonly words: string;
}

/**
 * Does something again and again until the signal comes. Where it fails it is tried again after the rest; that is logged
 * once, and not again before a turn has succeeded.
 *
 * @param turn  what resolves to a number says the rest after it itself, in milliseconds
 */
export async function takeTurns(turn: () => Promise<unknown>, { signal, ms, log, words }: Turns): Promise<void> {
  let isFailing = false;
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
    await sleep(rest, undefined, { signal }).catch(() => undefined);
  }
}
