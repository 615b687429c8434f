import { asFault, type Fault } from '../errors.ts';

/** How long something may take: `signal` is the caller's own deadline, `ms` this step's, `late` the fault at either. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly createFault: () => Fault;
}

/**
 * Waits for work that cannot be cancelled, but no longer than the limit; whoever started the work ends it.
 *
 * @returns  what the work came to
 * @throws   the work's error; `limit.late()`; or the signal's reason where that is a Fault
 */
export async function withDeadline<T>(limit: Deadline, work: Promise<T>): Promise<T> {
  let giveUp = (): void => undefined;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    giveUp = () => {
      reject(asFault(limit.signal.reason) ?? limit.createFault());
    };
    timer = setTimeout(giveUp, limit.timeoutMs);
    limit.signal.addEventListener('abort', giveUp, { once: true });
    if (limit.signal.aborted) giveUp();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    limit.signal.removeEventListener('abort', giveUp);
  }
}
