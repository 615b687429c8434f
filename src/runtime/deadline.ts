import { asFault, Fault } from '../contract/errors.ts';
import { systemClock, type Clock } from './clock.ts';

/** Time limit of a piece of work, and the signal of its caller. */
export interface TimeLimit {
  /** Aborts the work as well; may live far longer than the work. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  /** Measures the limit; default: the machine's clock. */
  readonly clock?: Pick<Clock, 'setTimer'>;
}

/** Calls `onAbort` once when the signal aborts, immediately if it has. Returns the function that removes the listener. */
export function onceAborted(signal: AbortSignal | undefined, onAbort: () => void): () => void {
  if (!signal) return () => undefined;
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return () => {
    signal.removeEventListener('abort', onAbort);
  };
}

/**
 * Runs work with a signal that aborts with the caller's signal, or with a TimeoutError at the time limit.
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

/** Limits of an operation. */
export interface Deadline {
  /** Deadline of the caller; absent: the time limit alone. */
  readonly signal?: AbortSignal;
  /** Time limit of this step; default: no limit. */
  readonly timeoutMs?: number;
  /** Creates the fault that is thrown at either limit, unless the signal's reason is a Fault. */
  readonly createFault: () => Fault;
}

/**
 * Waits for work that cannot be cancelled, until a deadline. The caller has to end the work itself.
 *
 * @throws the error of the work; the signal's reason if that is a Fault; else the deadline's fault
 */
export async function withDeadline<T>(deadline: Deadline, work: Promise<T>): Promise<T> {
  const { signal, timeoutMs, createFault } = deadline;
  let removeListener = (): void => undefined;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const giveUp = () => {
      reject(asFault(signal?.reason) ?? createFault());
    };
    if (timeoutMs !== undefined) timer = setTimeout(giveUp, timeoutMs);
    removeListener = onceAborted(signal, giveUp);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    removeListener();
  }
}

/** Waits for work that cannot be cancelled, for a time. @throws the error of the work; Fault `timeout` after the time */
export function answerWithin<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const createFault = () => new Fault('timeout', `no answer in ${timeoutMs} ms`);
  return withDeadline({ timeoutMs, createFault }, work);
}

/** Returns the fault of an aborted operation: the signal's reason if that is a Fault, else a timeout. */
export function abortFault(signal: AbortSignal, message: string): Fault {
  return asFault(signal.reason) ?? new Fault('timeout', message);
}

/** Returns the reason of a signal that aborted at a time limit, like `AbortSignal.timeout`. */
export function timeoutError(): DOMException {
  return new DOMException('The operation was aborted due to timeout', 'TimeoutError');
}

/** Resolves to true as soon as one of the answers is true, and to false when all are false. Rejects as the first that does. */
export function anyTrue(answers: readonly Promise<boolean>[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const all = answers.map(async (answer) => {
      if (await answer) resolve(true);
    });
    Promise.all(all).then(() => {
      resolve(false);
    }, reject);
  });
}
