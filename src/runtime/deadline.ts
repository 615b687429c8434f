import { systemClock, type Clock } from './clock.ts';

/** Time limit of a piece of work, and the signal of its caller. */
export interface TimeLimit {
  /** Aborts the work as well; may live far longer than the work. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  /** Measures the limit; default: the machine's clock. */
  readonly clock?: Pick<Clock, 'setTimer'>;
}

/** Calls `onAbort` once when the signal aborts, at once if it has. Returns the function that removes the listener. */
export function onceAborted(signal: AbortSignal | undefined, onAbort: () => void): () => void {
  if (!signal) return () => undefined;
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return () => {
    signal.removeEventListener('abort', onAbort);
  };
}

/**
 * Runs work with a signal that aborts with that of the caller, or with a TimeoutError at the time limit.
 *
 * This call holds the timer and removes its listener when the work settles. `AbortSignal.any` and `AbortSignal.timeout` do
 * neither: Node 20 collects a signal of both together with its timer, so that it never aborts, and a signal that lives
 * long keeps a trace of each that was made of it.
 */
export async function runWithin<T>(
  { signal, timeoutMs, clock = systemClock }: TimeLimit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController();
  const timer = clock.setTimer(timeoutMs, () => {
    deadline.abort(timeoutError());
  });
  const removeListener = onceAborted(signal, () => {
    deadline.abort(signal?.reason);
  });
  try {
    return await work(deadline.signal);
  } finally {
    timer.cancel();
    removeListener();
  }
}

/** Returns the reason of a signal that aborted at a time limit, as that of `AbortSignal.timeout`. */
export function timeoutError(): DOMException {
  return new DOMException('The operation was aborted due to timeout', 'TimeoutError');
}
